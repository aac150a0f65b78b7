import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countKinds, readAccepted, readCorpus } from '../corpora.ts';
import { makeFolder, openLocal, type Bench } from '../bench.ts';

const ACCEPTED = readAccepted();

let bench: Bench;
let marker: string;

/** Everything that could change below the root: kinds, modes, sizes, times, targets of links, contents. */
function snapshot(root: string): string {
  const names = execFileSync('find', [root, '-printf', '%P %y %m %s %T@ %C@ %l\\n'], { encoding: 'utf8' });
  const sums = execFileSync('sh', ['-c', `find ${root} -type f -exec sha256sum {} + | sort`], {
    encoding: 'utf8',
  });
  return names.split('\n').sort().join('\n') + sums;
}

function git(root: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=n', '-c', 'user.email=n@example.org', '-c', 'init.defaultBranch=main'];
  execFileSync('git', ['-C', root, ...identity, ...args], { stdio: 'pipe' });
}

beforeAll(async () => {
  const root = makeFolder({
    'src.py': 'import a\nx = 1\n',
    f: 'a\nb\n',
    g: 'a\n',
    a: 'x\n',
    b: 'y\n',
    log: 'l\n',
    'A.md': '# A\n',
  });
  marker = join(makeFolder(), 'marker');
  for (const folder of ['python/sglang/srt/disaggregation/nixl', 'old'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(
    join(root, 'python/a.py'),
    'import b\n\ndef update_status():\n    return 1\n\ndef update(x):\n    return x\n',
  );
  writeFileSync(join(root, 'python/sglang/srt/disaggregation/nixl/conn.py'), 'self.request_status = {}\n');
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'one');
  git(root, 'tag', 'v1');
  writeFileSync(join(root, 'src.py'), 'import a\nx = 2\n');
  git(root, 'commit', '-qam', 'two');
  writeFileSync(join(root, 'src.py'), 'import a\nx = 9\n');
  git(root, 'stash', '-q');
  writeFileSync(join(root, 'src.py'), 'import a\nx = 3\n');
  execFileSync('mkfifo', [join(root, 'pipe')]);
  symlinkSync('/proc/self/environ', join(root, 'environ'));
  symlinkSync('.', join(root, 'self'));
  for (const name of ['core.fsmonitor', 'diff.external', 'core.pager', 'gpg.program', 'core.sshCommand']) {
    git(root, 'config', name, `touch ${marker}`);
  }
  git(root, 'config', 'log.showSignature', 'true');
  bench = await openLocal(root);
});
afterAll(() => bench.close());

test.each([...countKinds(ACCEPTED).keys()])(
  'no accepted line changes anything, each ends, and none runs a program of the repository: %s',
  async (kind) => {
    const before = snapshot(bench.root);
    const missing = new Set<string>();
    for (const { line } of ACCEPTED.filter((one) => one.kind === kind)) {
      const outcome = await bench.prober.run(line, { time: 20 });
      if (outcome.kind === 'error' && outcome.error.code === 'tool-missing') {
        missing.add(outcome.error.tool);
        continue;
      }
      expect([line, outcome.kind]).toEqual([line, 'evidence']);
      if (outcome.kind !== 'evidence') continue;
      expect([line, outcome.evidence.truncated]).toEqual([line, null]);
      // Usage errors would show that an option is not what the catalogue says.
      const errors = Buffer.from(outcome.evidence.stderr).toString();
      expect([line, errors.replace(/^PCRE2 is not available in this build of ripgrep\n/, '')]).toEqual([
        line,
        '',
      ]);
    }
    // ripgrep is not part of every machine; everything else must have run.
    expect([...missing].filter((tool) => tool !== 'rg')).toEqual([]);
    expect(snapshot(bench.root)).toBe(before);
    expect(() => execFileSync('test', ['-e', marker])).toThrow();
  },
);

test('no refused line is ever sent', async () => {
  const sent = bench.ledger.entries.length;
  for (const { line } of readCorpus('refused.txt')) {
    const outcome = await bench.prober.run(line);
    expect([line, outcome.kind]).toEqual([line, 'refusal']);
  }
  expect(bench.ledger.entries.length).toBe(sent);
});
