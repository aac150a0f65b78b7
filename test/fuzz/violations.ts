import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('violator.c', import.meta.url));

/** Names of all that the violator can do. */
export const VIOLATIONS: readonly string[] = [
  ...readFileSync(SOURCE, 'utf8').matchAll(/is\("([a-z0-9_-]+)"\)/g),
].map(([, name = '']) => name);

/** Compiles the violator and gives it one name, and one folder with things to violate, for each violation. */
export function makeViolators(folder: string): {
  readonly script: string;
  readonly programs: readonly string[];
} {
  const program = join(folder, 'violator');
  execFileSync('gcc', ['-w', SOURCE, '-o', program], { stdio: 'pipe' });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const steps: string[] = [];
  for (const name of VIOLATIONS) {
    const place = join(folder, 'places', name);
    mkdirSync(join(place, 'd'), { recursive: true });
    for (const file of ['f', 'held'].map((one) => join(place, one))) {
      writeFileSync(file, 'content\n');
      chmodSync(file, 0o666);
    }
    chmodSync(place, 0o777);
    execFileSync('mkfifo', ['-m', '666', join(place, 'pipe')]);
    symlinkSync('pipe', join(place, 'link'));
    symlinkSync(program, join(bin, name));
    // Descriptors that it inherits: 0 to read and write, 9 to write.
    steps.push(`cd ${place}; ${join(bin, name)} <>f 9>>held || [ $? != 3 ] || echo absent: ${name}`);
  }
  return { script: steps.join('\n'), programs: VIOLATIONS.map((name) => join(bin, name)) };
}
