import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { judge, type Verdict } from '../../../src/probe/index.ts';

/** A line as somebody typed it, and how the policy should take it. */
interface TypedLine {
  readonly line: string;
  /** Accepted as typed, accepted after the fix that the refusal offers, or refused for cause. */
  readonly expected: string;
  /** Where it stands, and of a refused one the cause; `reads,` begins the cause of one that only reads. */
  readonly source: string;
}

const LINES: readonly TypedLine[] = readFileSync(new URL('lines.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => row !== '')
  .map((row) => {
    const [line = '', expected = '', source = ''] = row.split('\t');
    return { line, expected, source };
  });

const of = (expected: string): readonly TypedLine[] => LINES.filter((one) => one.expected === expected);
/** Lines that only read and are refused without a line that does the same. */
const LOST = of('refuse').filter(({ source }) => source.startsWith('reads,'));

function offered(verdict: Verdict): readonly string[] {
  if (verdict.approved || verdict.refusal.instead === undefined) return [];
  return [verdict.refusal.instead, ...(verdict.refusal.then ?? [])];
}

test('the list is long, whole and from many hands', () => {
  expect(LINES.every(({ expected }) => ['accept', 'fix', 'refuse'].includes(expected))).toBe(true);
  expect(new Set(LINES.map(({ line }) => line)).size).toBe(LINES.length);
  const found = LINES.filter(({ source }) => !/^own$|\(own\)$/.test(source));
  expect(LINES.length).toBeGreaterThanOrEqual(400);
  expect(found.length).toBeGreaterThanOrEqual(300);
  expect(
    new Set(found.map(({ source }) => /\(([^()]*)\)$/.exec(source)?.[1] ?? source)).size,
  ).toBeGreaterThan(50);
});

describe('accepted as typed', () => {
  test.each(of('accept'))('$line', ({ line }) => {
    const verdict = judge(line);
    expect(verdict.approved ? undefined : verdict.refusal).toBeUndefined();
  });
});

describe('accepted after the fix that the refusal offers', () => {
  test.each(of('fix'))('$line', ({ line }) => {
    const verdict = judge(line);
    expect(verdict.approved).toBe(false);
    const lines = offered(verdict);
    expect(lines.length).toBeGreaterThan(0);
    for (const one of lines) expect(judge(one).approved).toBe(true);
  });

  test.each([
    ["find . -name '*.log' | xargs ls -l", ["find . -name '*.log' -ls"]],
    ['find . -name "*.py" | xargs grep "TODO"', ['grep -r "TODO" --include=\'*.py\' .']],
    [
      'find site -name "*.html" -exec grep -l "website-files.com" {} \\;',
      ['grep -rl "website-files.com" --include=\'*.html\' site'],
    ],
    ["git ls-files | xargs grep -n '\\bload_topics\\b'", ["git grep -n '\\bload_topics\\b'"]],
    [
      'zcat access.log-2014-12-31.gz | cut -d" " -f1 | sort | uniq',
      ['gzip -dc -- access.log-2014-12-31.gz | cut -d" " -f1 | sort | uniq'],
    ],
    ['zgrep "error" /var/log/syslog.*.gz', ['gzip -dc -- /var/log/syslog.*.gz | grep "error"']],
    ['cd python && ls && git status', ['cd python && ls', 'cd python && git status']],
    [
      'git rev-parse --short HEAD && git branch --show-current',
      ['git rev-parse --short HEAD', 'git branch --show-current'],
    ],
    ['awk ‘{print $1}’ access.log # ip address (%h)', ["awk '{print $1}' access.log"]],
    ["sed -n '10,33p' <filename", ["sed -n '10,33p' filename"]],
    ['ps aux | grep sglang', ['ps -ef | grep sglang']],
    [
      'grep -rln "ForwardMode" python | xargs grep -n "is_extend"',
      ['grep -rln "ForwardMode" python', 'grep -rn "is_extend" python'],
    ],
    [
      'find . -iname "*notes*" | xargs -I{} grep -i mysql "{}"',
      ["grep -ri mysql --include='*[nN][oO][tT][eE][sS]*' ."],
    ],
    ['for f in *.py; do grep SECRET "$f"; done', ['grep SECRET *.py']],
    [
      `find plans -name '*.md' -type f -not -name '_template.md' | while read f; do grep -q 'orianna_gate_version: 2' "$f" || echo "$f"; done`,
      ["grep -rL 'orianna_gate_version: 2' --include='*.md' --exclude='_template.md' plans"],
    ],
    [
      'for d in nixl mooncake common; do grep -n "def update_status" python/sglang/srt/disaggregation/$d/conn.py; done',
      [
        'grep -n "def update_status" python/sglang/srt/disaggregation/nixl/conn.py ' +
          'python/sglang/srt/disaggregation/mooncake/conn.py python/sglang/srt/disaggregation/common/conn.py',
      ],
    ],
    [
      'F=python/sglang/srt/disaggregation/nixl/conn.py; grep -n update_status $F',
      ['grep -n update_status python/sglang/srt/disaggregation/nixl/conn.py'],
    ],
    ['cd python; grep -rn "request_status" .', ['cd python && grep -rn "request_status" .']],
    ['time grep -r "main" /usr/include > /dev/null', ['grep -r "main" /usr/include']],
    ["ssh prod 'grep -c ERROR /var/log/app.log'", ['grep -c ERROR /var/log/app.log']],
    ["watch -n 1 'grep -c error server.log'", ['grep -c error server.log']],
    ['grep -rn "transfer_infos.pop" python 2>&1 | less', ['grep -rn "transfer_infos.pop" python 2>&1']],
    ['tail -f logs/app.log | grep -i opik', ['tail -n 1000 logs/app.log | grep -i opik']],
    ['tail -100f server.log | grep -i nixl', ['tail -n 100 server.log | grep -i nixl']],
    [
      'vim +507 python/sglang/srt/disaggregation/nixl/conn.py',
      ["sed -n '487,567p' python/sglang/srt/disaggregation/nixl/conn.py"],
    ],
    [
      'sudo zgrep -hiE "EXT4-fs (error|warning)|bg descriptor|bitmap|checksum|htree|inode" /var/log/syslog* | grep -i sdc | sort -u | head -40',
      [
        'gzip -dcf -- /var/log/syslog* | grep -iE "EXT4-fs (error|warning)|bg descriptor|bitmap|checksum|htree|inode" ' +
          '| grep -i sdc | sort -u | head -40',
      ],
    ],
    ['tree -L 2', ["find . -maxdepth 2 -not -path '*/.*'"]],
    ['ag -Q apply_filters', ['grep -rnF apply_filters .']],
    ['which python', ["find /usr/local/bin /usr/bin /bin -name 'python'"]],
    ['wc -l < server.log', ['wc -l server.log']],
    ['head -20 server.log; tail -5 server.log', ['head -20 server.log', 'tail -5 server.log']],
    [
      `cat app.log | jq -r 'select(.level == "error") | .msg' | sort | uniq -c | sort -rn | head -5`,
      [`grep '"error"' app.log | grep -o '"msg": *"[^"]*"' | sort | uniq -c | sort -rn | head -5`],
    ],
  ])('%s means what was meant', (line, expected) => {
    expect(LINES.some((one) => one.line === line)).toBe(true);
    expect(offered(judge(line))).toEqual(expected);
  });
});

describe('refused for cause', () => {
  test.each(of('refuse'))('$line: $source', ({ line }) => {
    const verdict = judge(line);
    expect(verdict.approved).toBe(false);
    for (const one of offered(verdict)) expect(judge(one).approved).toBe(true);
  });
});

test('98 of 100 lines that only read are accepted, as typed or after the fix', () => {
  const taken = of('accept').length + of('fix').length;
  expect(taken / (taken + LOST.length)).toBeGreaterThanOrEqual(0.98);
});

test('the three shares of the whole list', () => {
  const share = (expected: string): number => Math.round((1000 * of(expected).length) / LINES.length) / 10;
  const total = share('accept') + share('fix') + share('refuse');
  expect(total).toBeGreaterThan(99.8);
  expect(total).toBeLessThan(100.2);
  process.stdout.write(
    `typed lines: ${String(LINES.length)}; as typed ${String(share('accept'))} %, after the fix ` +
      `${String(share('fix'))} %, refused ${String(share('refuse'))} % (of these reading: ${String(LOST.length)})\n`,
  );
});
