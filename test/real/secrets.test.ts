import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { findSecrets } from '../../src/probe/index.ts';
import { openCorpus } from '../support/corpus.ts';

/** The files of a folder that are text, by their path below it. */
function texts(root: string, paths: readonly string[]): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const path of paths) {
    const file = join(root, path);
    if (!lstatSync(file).isFile()) continue;
    const text = readFileSync(file, 'utf8');
    if (!text.includes('\0')) all.set(path, text);
  }
  return all;
}

function filesBelow(root: string): readonly string[] {
  const out = execFileSync('find', ['.', '-type', 'f', '-print0'], { cwd: root, encoding: 'utf8' });
  return out.split('\0').filter((path) => path !== '');
}

function marksIn(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([path, text]) =>
    findSecrets(text).map((mark) => `${path}:${mark.line}:${mark.column} ${mark.kind}`),
  );
}

describe('real code holds next to nothing that is marked as a secret', () => {
  let corpora: readonly string[];
  beforeAll(async () => {
    corpora = await Promise.all([openCorpus('sglang'), openCorpus('sglang-sticky')]);
  }, 300_000);

  it('in the releases that other tests read', () => {
    for (const root of corpora) {
      const files = texts(root, filesBelow(root));
      const marks = marksIn(files);
      console.log(`${files.size} files, ${marks.length} marks`, ...marks);
      expect(files.size).toBeGreaterThan(500);
      expect(marks).toEqual([]);
    }
  }, 120_000);

  it('in this repository, its tests aside, which make up some', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
    const paths = listed.split('\0').filter((path) => path !== '');
    const marks = marksIn(texts(root, paths));
    console.log(`${paths.length} files, ${marks.length} marks`, ...marks);
    expect(marks.filter((mark) => !mark.startsWith('test/'))).toEqual([]);
  }, 120_000);
});
