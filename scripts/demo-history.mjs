/**
 * Writes guides/demo/history.fi, the git history of the demo project as a stream for `git fast-import`.
 *
 * The last tree is guides/demo/project as it stands; the earlier ones come from it by undoing the commits of
 * demo-history-commits.mjs. Same input, same bytes, so the commits keep their names until the project changes.
 * With --check nothing is written; exit 1 when the stored stream is not the one that would be written.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commits } from './demo-history-commits.mjs';

const demo = fileURLToPath(new URL('../guides/demo/', import.meta.url));
const project = join(demo, 'project');
const target = join(demo, 'history.fi');

/** File name → text, caches left out, in the order of the names. */
function readTree(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => !name.includes('__pycache__'))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** The tree before a commit, from the one after it. */
function undo(tree, commit) {
  const before = new Map(tree);
  for (const { file, after, before: text } of commit.edits) {
    const parts = (before.get(file) ?? '').split(after);
    if (parts.length !== 2)
      throw new Error(
        `${commit.message.split('\n')[0]}: ${file} has ${parts.length - 1} of ${JSON.stringify(after)}`,
      );
    before.set(file, parts.join(text));
  }
  for (const added of commit.adds) {
    const gone = [...before.keys()].filter(
      (name) => name === added || (added.endsWith('/') && name.startsWith(added)),
    );
    if (gone.length === 0) throw new Error(`${commit.message.split('\n')[0]}: there is no ${added}`);
    for (const name of gone) before.delete(name);
  }
  return before;
}

const data = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;

function person(role, { name, mail }, date) {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(date);
  return `${role} ${name} <${mail}> ${Date.parse(date) / 1000} ${sign}${hours}${minutes}\n`;
}

function stream() {
  const trees = [readTree(project)];
  for (const commit of [...commits].reverse()) trees.unshift(undo(trees[0], commit));
  const [first] = trees;
  if (first.size > 0) throw new Error(`no commit adds ${[...first.keys()].join(', ')}`);
  const parts = commits.map((commit, index) => {
    const [old, tree] = [trees[index], trees[index + 1]];
    const changed = [...tree].filter(([name, text]) => old.get(name) !== text);
    return (
      `commit refs/heads/main\nmark :${index + 1}\n` +
      person('author', commit.author, commit.date) +
      person('committer', commit.author, commit.date) +
      data(commit.message) +
      changed.map(([name, text]) => `M 100644 inline ${name}\n${data(text)}`).join('')
    );
  });
  return `feature done\n${parts.join('\n')}\ndone\n`;
}

const text = stream();
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('guides/demo/history.fi is out of date: run node scripts/demo-history.mjs');
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, text);
  console.log(`guides/demo/history.fi: ${commits.length} commits, ${Buffer.byteLength(text)} bytes`);
}
