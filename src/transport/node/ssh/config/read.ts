import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** How deep files may include each other, as in OpenSSH. */
const depthLimit = 16;

/** Files of one configuration, each time that one is included counted: files that include each other multiply. */
const fileLimit = 1000;

export interface ConfigLine {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  readonly text: string;
}

/** The user's own configuration and then the system's, or only the one that was named. */
export function configFiles(homeFolder: string, named: string | undefined): readonly string[] {
  return named === undefined ? [join(homeFolder, '.ssh', 'config'), '/etc/ssh/ssh_config'] : [named];
}

/**
 * The lines of a configuration with those of its `Include` files at their place. What is missing or cannot
 * be read is left out, as `ssh` does; patterns may hold `*` and `?` in the last part of a path.
 */
export function readConfig(
  file: string,
  homeFolder: string,
  depth = 0,
  budget = { files: fileLimit },
): readonly ConfigLine[] {
  if (depth > depthLimit || budget.files === 0 || !existsSync(file)) return [];
  budget.files -= 1;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return text.split(/\r?\n/).flatMap((line, index) => {
    const include = /^\s*include(?:\s*=\s*|\s+)(.+)$/i.exec(line);
    if (include === null) return [{ file, line: index + 1, text: line }];
    return words(include[1] ?? '')
      .flatMap((pattern) => filesOf(pattern, file, homeFolder))
      .flatMap((found) => readConfig(found, homeFolder, depth + 1, budget));
  });
}

/** Splits at spaces outside double quotes. */
export function words(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}

function filesOf(pattern: string, from: string, homeFolder: string): readonly string[] {
  const home = pattern.startsWith('~/') ? join(homeFolder, pattern.slice(2)) : pattern;
  const userFolder = from.startsWith('/etc/') ? '/etc/ssh' : join(homeFolder, '.ssh');
  const path = isAbsolute(home) ? home : join(userFolder, home);
  if (!/[*?]/.test(path)) return [path];
  const folder = dirname(path);
  const last = wildcard(path.slice(folder.length + 1));
  try {
    return readdirSync(folder)
      .filter((name) => last.test(name) && !name.startsWith('.'))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** A pattern with `*` and `?` as an anchored expression. */
export function wildcard(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's');
}
