import { JSDOM } from 'jsdom';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exportHtml,
  exportJson,
  exportMarkdown,
  runInvestigation,
  writeResults,
  type Notebook,
  type RunResult,
} from '../../../src/investigation/index.ts';
import type { Refusal } from '../../../src/probe/index.ts';
import { exportWords } from '../../../src/messages/index.ts';
import { parseText, printText, SAMPLE } from '../sample.ts';
import { answering, contextOf, LIFECYCLE, region } from '../target.ts';

const words = exportWords;
const OPTIONS = { words };

const REFUSAL: Refusal = { rule: 'command', word: 'rm', at: 0, data: {}, instead: 'ls', then: ['pwd', 'id'] };

const TARGET = answering({
  probes: {
    "grep -n 'status' jobs/base.py": '3:    status = {}\n9:        self.status[key] = value\n',
    'grep -rn "set_status" jobs | head -5': {
      kind: 'refusal',
      line: 'grep -rn "set_status" jobs | head -5',
      refusal: REFUSAL,
    },
  },
  pins: { 'Jobs.set_status': region('    def set_status(self):\n        pass\n', 12, 'moved') },
  lifecycle: LIFECYCLE,
  commit: '90a52f4',
});

async function ran(text = SAMPLE): Promise<{ readonly notebook: Notebook; readonly run: RunResult }> {
  const notebook = parseText(text);
  return { notebook, run: await runInvestigation(notebook, contextOf({ prefill: TARGET, target: TARGET })) };
}

function page(text: string): Document {
  return new JSDOM(text).window.document;
}

const texts = (document: Document, selector: string): readonly string[] =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent.replace(/\s+/g, ' ').trim());

describe('the HTML page', () => {
  test('shows what the run brought', async () => {
    const { notebook, run } = await ran();
    const document = page(
      exportHtml(notebook, run, { words, svg: new Map([['l1', '<svg id="drawn"></svg>']]) }),
    );
    expect(document.title).toBe('Requests that never end');
    expect(texts(document, 'h1')).toEqual(['What hangs']);
    expect(texts(document, '.probe figcaption .command')).toEqual([
      "$ grep -n 'status' jobs/base.py",
      '$ grep -rn "set_status" jobs | head -5',
    ]);
    expect(texts(document, '.probe .problem')).toEqual([words.refusal(REFUSAL).replace(/\s+/g, ' ')]);
    expect(texts(document, '.pin figcaption code')).toEqual(['jobs/base.py:12-13']);
    expect(texts(document, '.pin .number')).toEqual(['12', '13']);
    expect(texts(document, '.pin .badge')).toEqual(['moved']);
    expect(texts(document, '.claim .said')).toEqual(['A failed job can be raised again.']);
    expect([...document.querySelectorAll('.claim a')].map((link) => link.getAttribute('href'))).toEqual([
      '#x-a7k2x',
      '#x-p1',
    ]);
    for (const link of document.querySelectorAll('.claim a, nav a'))
      expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
    expect(document.querySelector('#x-l1 .picture #drawn')).not.toBeNull();
    expect(texts(document, 'table.grid tbody tr')[1]).toBe('Failed Failed Running'.replaceAll(' ', ''));
    expect(texts(document, 'table.grid td.leaves-end')).toEqual(['Running']);
    expect(texts(document, '.witness li .place')).toEqual(['jobs/work.py:22', 'jobs/work.py:30']);
    expect(texts(document, 'pre.raw')).toEqual(['```leads - kept as it is ```']);
  });

  test('without a run it shows what the notebook stores', async () => {
    const document = page(exportHtml(parseText(SAMPLE), undefined, OPTIONS));
    expect(texts(document, '.probe .number')).toEqual(['3', '9']);
    expect(texts(document, '.probe .foot')[0]).toContain('2026-06-13');
    expect(texts(document, '.pin .number')).toEqual(['7', '8', '9']);
    expect(texts(document, '.pin .badge')).toEqual([]);
    expect(texts(document, '.probe .note')).toEqual([words.label('not-run-yet')]);
    const { notebook, run } = await ran();
    const stored = page(exportHtml(writeResults(notebook, run), undefined, OPTIONS));
    expect(texts(stored, '.hazard .name')).toEqual(['H1', 'H4']);
  });

  test('carries its policy, no script, and fetches nothing', async () => {
    const { notebook, run } = await ran(
      `${SAMPLE}\n![far](https://example.org/a.png) ![near](data:image/png;base64,AA==) [go](https://example.org/) [bad](javascript:alert(1))\n\n<img src=x onerror=alert(1)><script>alert(1)</script>\n`,
    );
    const document = page(exportHtml(notebook, run, OPTIONS));
    expect(
      document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content'),
    ).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
    expect(document.querySelectorAll('script, link, iframe, object, embed, form, base').length).toBe(0);
    const images = [...document.querySelectorAll('img')];
    expect(images.map((image) => image.getAttribute('src'))).toEqual(['data:image/png;base64,AA==']);
    const links = [...document.querySelectorAll('.prose a')];
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
      ['https://example.org/', 'noopener noreferrer'],
    ]);
    expect(document.querySelector('style')?.textContent).not.toMatch(/url\(|@import/);
  });

  test('text of others is text, wherever it stands', () => {
    const hostile = '</pre></style><script>x()</script><img src=x onerror=x()>"\'&\u202E\u0007';
    const yaml = JSON.stringify(hostile).replaceAll('\u202E', '\\u202E');
    const notebook = parseText(
      `---\nsonde: 1\ntitle: ${yaml}\ntargets: {a: }\n---\n\n\`\`\`pins\n- id: ${yaml}\n  file: ${yaml}\n  symbol: ${yaml}\n  note: ${yaml}\n  role: ${yaml}\n\`\`\`\n\n\`\`\`claim id=c\nkind: question\ntext: ${yaml}\nfor: [${yaml}]\n\`\`\`\n\n\`\`\`lifecycle id=l\nstore: ${yaml}\n\`\`\`\n\n\`\`\`lifecycle-result of=l\nstates: [{name: ${yaml}, file: ${yaml}, line: 1}]\nsetters: [{name: ${yaml}, file: f, line: 1, old: ${yaml}, to: {${yaml}: ${yaml}}}]\nroles: [{name: ${yaml}, kind: thread, file: f, line: 1}]\nhazards:\n  - hazard: {rule: H1, severity: high, confidence: low, file: ${yaml}, line: 1, data: {from: ${yaml}}}\n    witness: [{step: 1, role: ${yaml}, file: f, line: 1, action: skips, data: {guard: ${yaml}}, state: ${yaml}}]\n\`\`\`\n\n\`\`\`probe id=p\ncat x\n\`\`\`\n\n\`\`\`evidence of=p on=a exit=0 enc=c\n$ cat x\n</pre><script>x()</script>\\u{202E}\\x07\n\`\`\`\n\n\`\`\`newer of=x\n</pre><script>x()</script>\n\`\`\`\n`,
    );
    expect(notebook.blocks.filter((block) => block.content.kind === 'invalid')).toEqual([]);
    const text = exportHtml(notebook, undefined, OPTIONS);
    const document = page(text);
    expect(document.querySelectorAll('script, img').length).toBe(0);
    expect(
      [...document.querySelectorAll('*')]
        .flatMap((element) => element.getAttributeNames())
        .filter((name) => name.startsWith('on')),
    ).toEqual([]);
    expect(text).not.toMatch(/[\u202E\u0007]/);
    expect(document.querySelector('.probe td.code')?.textContent).toBe(
      '</pre><script>x()</script>⟨U+202E⟩⟨U+0007⟩',
    );
  });

  test('no notebook makes an element of its own', () => {
    const line = fc.oneof(
      fc.constantFrom(...SAMPLE.split('\n')),
      fc.constantFrom(
        '<script>x()</script>',
        '<img src=x onerror=x()>',
        '<svg onload=x()>',
        '<!--',
        '&lt;',
        '[x](data:text/html,x)',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.nat(60), (extra, at) => {
        const lines = SAMPLE.split('\n');
        lines.splice(at, 0, ...extra);
        let notebook: Notebook;
        try {
          notebook = parseText(lines.join('\n'));
        } catch {
          return;
        }
        const document = page(exportHtml(notebook, undefined, OPTIONS));
        expect(document.querySelectorAll('script, img, svg, iframe').length).toBe(0);
        expect(document.querySelectorAll('main, style, body').length).toBe(3);
      }),
      { numRuns: 60, seed: 8 },
    );
  });
});

describe('Markdown', () => {
  test('every part, with fences that hold', async () => {
    const { notebook, run } = await ran();
    const text = exportMarkdown(notebook, run, words);
    expect(text.startsWith('# What hangs\n\nA few requests stay for ever.\n\n```console\n$ grep -n')).toBe(
      true,
    );
    expect(text).toContain(
      '**`Jobs.set_status`, `jobs/base.py:12-13`** (moved)\n\nmerges with max\n\n```python\n    def set_status(self):\n',
    );
    expect(text).toContain(
      '> **deduction** (supported): A failed job can be raised again.\n>\n> Rests on `a7k2x` `p1`',
    );
    expect(text).toContain('| `Failed` | `Failed` | `Running` |');
    expect(text).toContain('| ∅ | `Running` | proved | `jobs/work.py:30` `jobs/base.py:14` |');
    expect(text).toMatch(/\n1\. `caller` `jobs\/work\.py:22`: .* → `Failed`\n2\. /);
  });

  test('is prose of a notebook: no cell, and no text of others is markup', () => {
    const notebook = parseText(
      '```probe id=p\ncat x\n```\n\n````evidence of=p on=target exit=0\n$ cat x\n```\n# Not a heading\n```\n````\n\n```claim\nkind: question\ntext: "<b>*bold*</b> [x](y) | `c`"\n```\n',
    );
    const text = exportMarkdown(notebook, undefined, words);
    expect(parseText(text).blocks.map((block) => block.content.kind)).toEqual(['prose']);
    expect(text).toContain('````console\n$ cat x\n```\n# Not a heading\n```\n````\n');
    expect(text).toContain('\\<b\\>\\*bold\\*\\</b\\> \\[x\\](y) \\| \\`c\\`');
  });
});

describe('JSON', () => {
  test('is the shape of the command line', async () => {
    const { notebook, run } = await ran();
    const json = exportJson(notebook, run, words);
    expect(Object.keys(json)).toEqual(['title', 'probes', 'pins', 'claims', 'lifecycles']);
    expect(json.probes).toEqual([
      {
        id: 'p1',
        target: 'prefill',
        line: "grep -n 'status' jobs/base.py",
        exit: 0,
        stdout: '3:    status = {}\n9:        self.status[key] = value\n',
        stderr: '',
        truncated: false,
        ms: 3,
      },
      {
        id: 'p1',
        target: 'prefill',
        line: 'grep -rn "set_status" jobs | head -5',
        refusal: {
          rule: 'command',
          word: 'rm',
          at: 0,
          message: words.refusal(REFUSAL),
          instead: 'ls',
          then: ['pwd', 'id'],
        },
      },
    ]);
    expect(json.pins).toEqual([
      { id: 'a7k2x', file: 'jobs/base.py', lines: [12, 13], symbol: 'Jobs.set_status', verdict: 'moved' },
    ]);
    expect(json.claims).toEqual([
      { id: 'c1', kind: 'deduction', status: 'supported', text: 'A failed job can be raised again.' },
    ]);
    expect(json.lifecycles[0]).toMatchObject({
      id: 'l1',
      transitions: [
        { from: 'Failed', to: 'Running', class: 'interleaving' },
        { from: 'absent', to: 'Running', class: 'proved' },
      ],
    });
  });

  test('of a stored notebook says the same, as far as it is stored', async () => {
    const { notebook, run } = await ran();
    const written = parseText(printText(writeResults(notebook, run)));
    const fresh = exportJson(notebook, run, words);
    const stored = exportJson(written, undefined, words);
    expect(stored.claims).toEqual(fresh.claims);
    expect(stored.probes[0]).toMatchObject({ stdout: fresh.probes[0]?.stdout, exit: 0, truncated: false });
    const lifecycle = fresh.lifecycles[0];
    const { cost: _fresh, ...facts } =
      lifecycle !== undefined && 'cost' in lifecycle ? lifecycle : { cost: null };
    expect(stored.lifecycles[0]).toMatchObject(facts);
  });
});
