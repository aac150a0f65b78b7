import { layerOf, type LayerForm } from '../emission/layers.ts';
import type { LayerReason } from '../layers.ts';
import type { HostFacts } from '../prober.ts';
import { unshieldedMounts } from './mounts.ts';

/** What a handshake said of itself, besides what it found: the lines with these keys. */
export interface LayerAnswer {
  readonly host: HostFacts;
  readonly root: string;
  readonly text: string;
}

/** The values of the lines `KEY:value`. */
export function linesOf(text: string, key: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${key}:`))
    .map((line) => line.slice(key.length + 1));
}

/** The number that stands for users who are not in a namespace; one who has it seems to own everybody's files. */
const OVERFLOW = '65534';

/**
 * Compares the answer of a shell inside a layer with that of the plain shell. Undefined if it proves that the layer
 * works; else the first part that does not. See `layerProof` for what was tried.
 */
export function checkProof(
  form: LayerForm,
  plain: LayerAnswer,
  inside: LayerAnswer,
): LayerReason | undefined {
  const checks =
    layerOf(form) === 'landlock'
      ? [checkNull, checkView, checkLandlock]
      : [checkNull, checkView, checkMounted];
  for (const check of checks) {
    const reason = check(plain, inside);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

type Check = (plain: LayerAnswer, inside: LayerAnswer) => LayerReason | undefined;

function unproved(part: Extract<LayerReason, { code: 'not-proved' }>['part'], seen: string): LayerReason {
  return { code: 'not-proved', part, seen: seen.slice(0, 300) };
}

const checkNull: Check = (_, { text }) =>
  linesOf(text, 'Z')[0] === 'ok' ? undefined : unproved('null', '/dev/null');

/** A probe must find the same tools and folders. */
const checkView: Check = (plain, inside) => {
  if (plain.root !== inside.root) return unproved('view', inside.root);
  if (plain.host.home !== inside.host.home) return unproved('view', inside.host.home);
  const names = new Set([...Object.keys(plain.host.tools), ...Object.keys(inside.host.tools)]);
  const other = [...names].find(
    (name) => JSON.stringify(plain.host.tools[name]) !== JSON.stringify(inside.host.tools[name]),
  );
  return other === undefined ? undefined : unproved('view', other);
};

/** Every attempt as the folder and the kernel's answer. */
function attempts(text: string): readonly { readonly place: string; readonly answer: string }[] {
  const answers = linesOf(text, 'c');
  return linesOf(text, 'C').map((place, index) => ({ place, answer: answers[index] ?? '' }));
}

/** Landlock answers like missing rights do, so only the user's own places, writable outside, say something. */
const checkLandlock: Check = (plain, inside) => {
  const writable = linesOf(plain.text, 'W');
  const tried = attempts(inside.text).filter(({ place }) => writable.includes(place));
  const wrong = tried.find(({ answer }) => answer !== 'Permission denied');
  if (wrong !== undefined) return unproved('create', `${wrong.place}: ${wrong.answer}`);
  if (tried.length === 0) return unproved('create', '');
  const [opened] = linesOf(inside.text, 'O');
  return opened === 'Permission denied' ? undefined : unproved('write', `/dev/zero: ${opened ?? ''}`);
};

const checkMounted: Check = (plain, inside) => {
  const tried = attempts(inside.text);
  const wrong = tried.find(({ answer }) => answer !== 'Read-only file system');
  if (tried.length === 0 || wrong !== undefined)
    return unproved('create', wrong === undefined ? '' : `${wrong.place}: ${wrong.answer}`);
  const open = unshieldedMounts(linesOf(inside.text, 'M'));
  if (open === undefined || open.length > 0) return unproved('mounts', open?.join(' ') ?? '');
  const [, ...routes] = linesOf(inside.text, 'I');
  const addresses = linesOf(inside.text, 'J').filter((line) => !/\slo$/.test(line));
  const [route] = [...routes, ...addresses];
  if (route !== undefined) return unproved('network', route);
  if (!differs('net', plain, inside)) return unproved('network', namespaceOf('net', inside));
  if (!differs('pid', plain, inside)) return unproved('processes', namespaceOf('pid', inside));
  const [number = '', , count = ''] = (linesOf(inside.text, 'G')[0] ?? '').trim().split(/\s+/);
  const isAlone = count === '1';
  if (number === '' || (isAlone && number === OVERFLOW)) return unproved('identity', number);
  return undefined;
};

function namespaceOf(name: string, { text }: LayerAnswer): string {
  return linesOf(text, `N:${name}`)[0] ?? '';
}

/** Both were seen, and they are not the same. */
function differs(name: string, plain: LayerAnswer, inside: LayerAnswer): boolean {
  const [before, after] = [namespaceOf(name, plain), namespaceOf(name, inside)];
  return before !== '' && after !== '' && before !== after;
}
