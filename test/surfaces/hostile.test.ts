// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { rawText } from '../../src/base/index.ts';
import { printable } from '../../src/cli/terminal.ts';
import { showProbe } from '../../src/extension/notebook/probeView.ts';
import { targetFacts } from '../../src/extension/targets/facts.ts';
import { html } from '../../src/investigation/export/escape.ts';
import { outcomeJson } from '../../src/investigation/index.ts';
import {
  evidenceNotes,
  exportWords,
  fileErrorMessage,
  ledgerText,
  probeErrorMessage,
  refusalMessage,
  transportErrorMessage,
} from '../../src/messages/index.ts';
import { judge, type Evidence, type ProbeError } from '../../src/probe/index.ts';
import { visibleBytes, visibleLabel, visibleText } from '../../src/protocol/index.ts';
import { probeElement } from '../../src/webview/renderer/probe.ts';

/** What a host may send to steer a terminal, hide text, or show it in another order. */
const HIDDEN = [
  0x1b, 0x07, 0x08, 0x0d, 0x7f, 0x85, 0x9b, 0xad, 0x34f, 0x61c, 0x200b, 0x200d, 0x200e, 0x2028, 0x202e,
  0x2066, 0x3164, 0xfe0f, 0xfeff, 0xfff9, 0xe0041,
].map((code) => String.fromCodePoint(code));
const SAMPLE = `<b>&${HIDDEN.map((each, index) => `${index}${each}`).join('')}]0;title`;
const BYTES = Buffer.concat([
  Buffer.from(`${SAMPLE}\n\u001b[2J\u001b]52;c;aGk=\u0007`),
  Buffer.from([0x63, 0xff, 0xe2, 0x82, 0x0a]),
]);
const RAW = rawText(BYTES);

/** What must be seen: nothing hidden, but line ends where lines are shown. */
function expectVisible(shown: string, lines: boolean): void {
  for (const each of HIDDEN) expect(shown.includes(each), JSON.stringify(each)).toBe(false);
  expect(shown).not.toMatch(/[\u{D800}-\u{DFFF}]/u);
  if (!lines) expect(shown).not.toContain('\n');
}

const evidence: Evidence = {
  line: 'cat odd',
  exit: 0,
  stdout: BYTES,
  stderr: BYTES,
  truncated: null,
  ms: 1,
  notes: [`filter-off:${SAMPLE}`],
};

describe('one hostile answer, in every place where it is shown', () => {
  it('in labels, tooltips and hovers', () => {
    expectVisible(visibleLabel(RAW.slice(0, 150)), false);
    expectVisible(visibleText(RAW), true);
    expectVisible(visibleBytes(BYTES), true);
    expect(visibleBytes(BYTES)).toContain('c\\xff\\xe2\\x82\n');
  });

  it('in the output of a cell, as rows, as text, and as the renderer draws it', () => {
    const hits = [{ file: SAMPLE, line: 1, text: SAMPLE }];
    const runs = [{ evidence }, { evidence: { ...evidence, hits } }].map(({ evidence: each }) => ({
      line: 'cat odd',
      on: 'box',
      result: { kind: 'evidence', evidence: each } as const,
    }));
    const { view, text } = showProbe('o1', 'p1', runs);
    expectVisible(text, true);
    for (const run of view.runs)
      for (const shown of [
        run.text,
        run.summary,
        ...run.groups.flatMap((group) => [group.file, group.rows[0]?.text]),
      ])
        expectVisible(shown ?? '', true);
    const drawn = probeElement(view, () => undefined);
    expectVisible(drawn.textContent, true);
    expect(drawn.querySelector('b')).toBeNull();
    expect(view.runs[0]?.text).toContain('\\u{1b}[2J');
    expect(view.runs[0]?.summary).toContain('not all of it is UTF-8');
  });

  it('on a terminal, both streams', () => {
    expectVisible(printable(BYTES), true);
    expectVisible(printable(SAMPLE), true);
  });

  it('in the HTML of an export', () => {
    expectVisible(html(RAW), true);
    expect(html(SAMPLE)).not.toContain('<b>');
  });

  const errors: readonly ProbeError[] = [
    { code: 'operand-missing', file: SAMPLE, at: 0 },
    { code: 'operand-kind', file: SAMPLE, at: 0, kind: 'fifo' },
    { code: 'root-missing', root: SAMPLE },
    { code: 'tool-missing', tool: SAMPLE },
    { code: 'git-filter', driver: SAMPLE },
    { code: 'not-a-posix-shell', said: SAMPLE },
    { code: 'unreachable', host: SAMPLE, port: 22, detail: SAMPLE },
    { code: 'disconnected', host: SAMPLE, detail: SAMPLE },
    { code: 'channel-refused', host: SAMPLE, detail: SAMPLE },
    { code: 'no-shell', detail: SAMPLE },
    { code: 'authentication-failed', host: SAMPLE, user: SAMPLE, tried: [SAMPLE] },
    { code: 'unsupported', what: SAMPLE, host: SAMPLE },
    { code: 'ssh-config', file: SAMPLE, detail: SAMPLE },
  ];

  it.each(errors.map((error) => [error.code, error] as const))('in the sentence of %s', (_code, error) => {
    expectVisible(probeErrorMessage(error), true);
  });

  it('in sentences about files, connections, refusals and notes', () => {
    for (const code of ['file-not-found', 'file-permission', 'path-bytes'] as const)
      expectVisible(fileErrorMessage({ code, path: RAW }), true);
    expectVisible(fileErrorMessage({ code: 'file-failed', path: RAW, detail: RAW }), true);
    expectVisible(transportErrorMessage({ code: 'disconnected', host: 'h', detail: RAW }), true);
    const verdict = judge(`cat 'a\u202eb' > x`);
    if (verdict.approved) throw new Error('approved');
    expectVisible(refusalMessage(verdict.refusal), true);
    for (const note of evidenceNotes(evidence)) expectVisible(note, true);
  });

  it('in the ledger and the rows of a target', () => {
    const host = { system: SAMPLE, home: '/', tools: {}, noise: SAMPLE };
    const target = { ok: true, value: { kind: 'local', root: '/' } } as const;
    const facts = targetFacts({ name: 'a', text: '', target, state: 'connected', label: SAMPLE, host });
    for (const { label, detail } of facts) {
      expectVisible(label, false);
      expectVisible(detail, true);
    }
    expectVisible(visibleText(ledgerText({ entries: [], count: 0, released: 0 })), true);
  });

  it('but JSON holds exactly what came', () => {
    const line = JSON.stringify(
      outcomeJson({ kind: 'evidence', evidence: { ...evidence, stdout: Buffer.from(SAMPLE) } }, exportWords),
    );
    expect((JSON.parse(line) as { stdout: string }).stdout).toBe(SAMPLE);
  });
});
