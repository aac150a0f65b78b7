import { err, ok, type Result } from '../../base/index.ts';
import type { Refusal, RefusalRule } from '../verdict.ts';
import type { Word } from '../lines/words.ts';
import type { StageContext } from './context.ts';
import type { PathOperand } from './plan.ts';
import { isSensitive, SYSTEM_FOLDERS } from './sensitive.ts';

export interface PathRules {
  readonly guard: PathOperand['guard'];
  /** Its whole tree is read. */
  readonly recursive?: boolean;
  readonly kind?: NonNullable<PathOperand['kind']>;
  /** Wildcards may stand in it. Default true. */
  readonly globs?: boolean;
  /** `/` may be walked (find stays on one file system). */
  readonly fromRoot?: boolean;
  /** What must not stand first without `./`. Default a dash. */
  readonly unsafeStart?: RegExp;
}

/** Checks the words as paths of files or folders. */
export function checkPaths(
  words: readonly Word[],
  context: StageContext,
  rules: PathRules,
): Result<readonly PathOperand[], Refusal> {
  const paths: PathOperand[] = [];
  for (const word of words) {
    const path = checkPath(word, context, rules);
    if (!path.ok) return path;
    paths.push(path.value);
  }
  return ok(paths);
}

/**
 * Checks one word as a path: not standard input, not below /dev, /proc or /sys by any spelling, wildcards only
 * where they are allowed. The guard on the host looks at the resolved path again.
 */
export function checkPath(word: Word, context: StageContext, rules: PathRules): Result<PathOperand, Refusal> {
  const { text } = word;
  if (text === '') return err(refuse('path', word, { reason: 'empty' }));
  if (text === '-' && word.operand !== true) return err(refuse('path', word, { reason: 'stdin' }));
  if (word.glob && (rules.globs === false || /^\/+[^/]*[*?[]/.test(bareText(word))))
    return err(refuse('glob', word));
  const place = placeOf(text, word.home, context);
  if (place.system !== undefined) {
    return err(refuse('path', word, { reason: 'system', folder: `/${place.system}` }));
  }
  if (rules.recursive === true && rules.fromRoot !== true && place.absolute === '/') {
    return err(refuse('recursion-from-root', word, { command: context.piped ? '' : 'recursion' }));
  }
  if (context.facts.fence === true) {
    if (!place.inside) return err(refuse('outside-root', word, { root: context.facts.root ?? '' }));
    if (context.facts.sensitive !== true && isSensitive(place.absolute ?? text))
      return err(refuse('sensitive-path', word));
  }
  return ok({
    raw: word.raw,
    at: word.at,
    text: word.home ? text.slice(2) : text,
    parts: word.parts,
    glob: word.glob,
    home: word.home,
    guard: rules.guard,
    recursive: rules.recursive === true,
    ...(rules.kind === undefined ? {} : { kind: rules.kind }),
    prefix: needsPrefix(word, rules.unsafeStart ?? /^-/) ? './' : '',
  });
}

/** The folder where a command starts, as an operand of a recursive one that named none. */
export function hereOperand(
  context: StageContext,
  at: number,
  guard: 'content' | 'metadata' = 'metadata',
): Result<PathOperand, Refusal> {
  const word: Word = {
    text: '.',
    raw: '',
    at,
    parts: [{ text: '.', quoted: true }],
    glob: false,
    home: false,
  };
  return checkPath(word, context, { guard, recursive: true });
}

interface Place {
  /** Where it is, before links are followed; undefined while the root is unknown. */
  readonly absolute?: string;
  /** dev, proc or sys, if it is there. */
  readonly system?: string;
  readonly inside: boolean;
}

/** Where a path is, by its text alone. */
export function placeOf(text: string, home: boolean, context: StageContext): Place {
  const { root } = context.facts;
  const homeFolder = context.facts.home;
  if (home && homeFolder === undefined) return { inside: false };
  const full = home ? `${homeFolder ?? ''}/${text.slice(2)}` : joinPath(context.cwd, text);
  const based = joinPath(root, full);
  const { ups, names, absolute } = normalise(based);
  const [first] = names;
  const isSystem = first !== undefined && SYSTEM_FOLDERS.includes(first) && (absolute || ups > 0);
  const path = `/${names.join('/')}`;
  const rootPath = root === undefined ? undefined : `/${normalise(root).names.join('/')}`;
  const inside = absolute
    ? rootPath !== undefined && (rootPath === '/' || path === rootPath || path.startsWith(`${rootPath}/`))
    : ups === 0;
  return { ...(absolute ? { absolute: path } : {}), ...(isSystem ? { system: first } : {}), inside };
}

function joinPath(base: string | undefined, text: string): string {
  return base === undefined || text.startsWith('/') ? text : `${base}/${text}`;
}

/** Folds `.`, `..` and doubled slashes. `ups` counts the `..` that lead out of a relative path. */
function normalise(text: string): {
  readonly ups: number;
  readonly names: readonly string[];
  readonly absolute: boolean;
} {
  const absolute = text.startsWith('/');
  const names: string[] = [];
  let ups = 0;
  for (const name of text.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined && !absolute) ups += 1;
  }
  return { ups, names, absolute };
}

/** The unquoted characters of a word; quoted ones become a letter. */
function bareText(word: Word): string {
  return word.parts.map((part) => (part.quoted ? part.text.replaceAll(/[*?[\]]/g, 'q') : part.text)).join('');
}

function needsPrefix(word: Word, unsafeStart: RegExp): boolean {
  return unsafeStart.test(word.text) || (word.glob && /^[*?[]/.test(bareText(word)));
}

function refuse(rule: RefusalRule, word: Word, data: Readonly<Record<string, string>> = {}): Refusal {
  return { rule, word: word.raw, at: word.at, data: { path: word.text, ...data } };
}
