import { describe, expect, test } from 'vitest';
import {
  dropSecrets,
  exportHtml,
  exportJson,
  exportMarkdown,
  parseNotebook,
  printNotebook,
  redactNotebook,
  redactRun,
  runInvestigation,
  secretsOf,
  verifyRun,
  writeResults,
  type Notebook,
  type RunResult,
  type SecretsChoice,
} from '../../../src/investigation/index.ts';
import { exportWords } from '../../../src/messages/index.ts';
import { answering, contextOf, decode, encode, sha256 } from '../target.ts';

const TOKEN = 'ghp_' + '4f9Xq2Lm7Rt0Vb3Kc8Zd5Hs1Nw6Pj0YuAe2G';
const OTHER = 'ghp_' + 'Zt8Yq1Lk6Rs9Va2Jc7Xd4Gr0Mv5Oi9XtBf3H';
const MARK = '‹secret: service-token›';
const output = (token: string): string => `conf.py:3:token = "${token}"\nconf.py:9:token = None\n`;
const notebookText = 'A prose.\n\n```probe id=p1 on=t\ngrep -rn token conf.py\nls\n```\n';

const read = (text: string): Notebook => {
  const parsed = parseNotebook(encode(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};
const print = (notebook: Notebook): string => decode(printNotebook(notebook));
const run = (notebook: Notebook, token: string): Promise<RunResult> =>
  runInvestigation(
    notebook,
    contextOf({ t: answering({ probes: { 'grep -rn token conf.py': output(token), ls: 'conf.py\n' } }) }),
  );
const written = async (secrets: SecretsChoice | undefined, notebook = read(notebookText)): Promise<string> =>
  print(writeResults(notebook, await run(notebook, TOKEN), secrets === undefined ? {} : { secrets }));

describe('storing output that holds what looks like a secret', () => {
  test('is said of a run: the cell, the line, the kind, and nothing of the secret', async () => {
    const notebook = read(notebookText);
    const found = secretsOf(await run(notebook, TOKEN));
    expect(found).toEqual([
      {
        id: 'p1',
        on: 't',
        what: 'grep -rn token conf.py',
        place: 4,
        found: [{ kind: 'service-token', line: 1 }],
      },
    ]);
    expect(JSON.stringify(found)).not.toContain(TOKEN);
  });

  test('without a choice: marks, the count, and the digest of what is stored', async () => {
    const text = await written(undefined);
    const stored = output(TOKEN).replace(TOKEN, MARK);
    expect(text).toContain(
      `\`\`\`evidence of=p1 on=t exit=0 lines=2 redacted=1 sha256=${sha256(encode(stored))} seen=2026-06-13\n$ grep -rn token conf.py\n${stored}\`\`\`\n`,
    );
    expect(text).not.toContain(TOKEN);
    // The digest of what came would let the secret be guessed.
    expect(text).not.toContain(sha256(encode(output(TOKEN))));
    // Other output is stored as ever.
    expect(text).toContain(`sha256=${sha256(encode('conf.py\n'))}`);
    expect(text).not.toContain(`redacted=1 sha256=${sha256(encode('conf.py\n'))}`);
  });

  test('kept: as it came', async () => {
    const text = await written('keep');
    expect(text).toContain(`exit=0 lines=2 sha256=${sha256(encode(output(TOKEN)))} `);
    expect(text).toContain(TOKEN);
    expect(text).not.toContain('redacted=');
  });

  test('dropped: no evidence of it, the others are stored', async () => {
    const text = await written('drop');
    expect(text).not.toContain('$ grep');
    expect(text).toContain('$ ls\n');
  });

  test('the same answer again changes no byte, whatever was chosen before', async () => {
    for (const first of ['redact', 'keep'] as const) {
      const text = await written(first);
      expect(await written('redact', read(text))).toBe(text);
      expect(await written('drop', read(text))).toBe(text);
    }
  });

  test('what was redacted can be kept after all', async () => {
    const text = await written('redact');
    expect(await written('keep', read(text))).toBe(await written('keep'));
  });

  test('what was redacted can be taken out after all, and nothing else', async () => {
    const notebook = read(notebookText);
    const result = await run(notebook, TOKEN);
    const redacted = writeResults(notebook, result);
    expect(print(dropSecrets(redacted, result))).toBe(await written('drop'));
    // Evidence that is another by now stays.
    const later = writeResults(redacted, await run(redacted, `${OTHER}" # "`));
    expect(print(dropSecrets(later, result))).toBe(print(later));
  });

  test('the secret is gone before the output is cut for storing', async () => {
    const notebook = read('```probe id=p1 on=t\ncat f\n```\n');
    const long = `${'x\n'.repeat(300)}token = "${TOKEN}"\n`;
    const result = await runInvestigation(
      notebook,
      contextOf({ t: answering({ probes: { 'cat f': long } }) }),
    );
    const text = print(writeResults(notebook, result));
    expect(text).toContain('lines=301 stored=200 redacted=1 ');
    expect(text).toContain(`sha256=${sha256(encode(long.replace(TOKEN, MARK)))}`);
  });
});

describe('verifying redacted evidence', () => {
  const verdict = async (text: string, token: string): Promise<unknown> => {
    const notebook = read(text);
    return verifyRun(notebook, await run(notebook, token)).find(({ what }) => what.startsWith('grep'));
  };

  test('is the same where only the secret itself could differ', async () => {
    const text = await written('redact');
    expect(await verdict(text, TOKEN)).toMatchObject({ verdict: 'same' });
    expect(await verdict(text, OTHER)).toMatchObject({ verdict: 'same' });
  });

  test('of kept evidence a changed secret is a change, and neither is shown', async () => {
    const text = await written('keep');
    expect(await verdict(text, TOKEN)).toMatchObject({ verdict: 'same' });
    const changed = await verdict(text, OTHER);
    expect(changed).toMatchObject({ verdict: 'changed' });
    expect(JSON.stringify(changed)).not.toMatch(/ghp_/);
  });

  test('other lines still change, also where no secret is left', async () => {
    const notebook = read(await written('redact'));
    const result = await runInvestigation(
      notebook,
      contextOf({ t: answering({ probes: { 'grep -rn token conf.py': 'conf.py:9:token = None\n' } }) }),
    );
    expect(verifyRun(notebook, result)[0]).toMatchObject({
      verdict: 'changed',
      detail: `- conf.py:3:token = "${MARK}"`,
    });
  });
});

describe('copies of a notebook', () => {
  test('of a run and of what is stored hold no secret', async () => {
    const notebook = read(await written('keep'));
    const result = await run(notebook, TOKEN);
    const safe = redactNotebook(notebook);
    expect(safe.found).toEqual([
      { kind: 'service-token', line: 1, what: 'grep -rn token conf.py', place: 8 },
    ]);
    for (const fresh of [undefined, redactRun(result)]) {
      const copies = [
        exportHtml(safe.notebook, fresh, { words: exportWords, svg: new Map() }),
        exportMarkdown(safe.notebook, fresh, exportWords),
        JSON.stringify(exportJson(safe.notebook, fresh, exportWords)),
      ];
      for (const copy of copies) {
        expect(copy).not.toContain(TOKEN);
        expect(copy).toContain('secret: service-token');
      }
    }
    // The run itself, and the file, are as they were.
    expect(print(notebook)).toContain(TOKEN);
    expect(JSON.stringify(result.probes[0]?.line)).toContain('grep');
  });

  test('raw blocks and the lines around a pin are looked at too', () => {
    const text = `\`\`\`leads\n- ${TOKEN}\n\`\`\`\n\n\`\`\`pins\n- id: k1\n  file: a.py\n  lines: 3\n  sha256: aa\n  before:\n    - 'token = "${TOKEN}"'\n\`\`\`\n\n\`\`\`python of=k1\nt = "${TOKEN}"\n\`\`\`\n`;
    const { notebook } = redactNotebook(read(text));
    expect(JSON.stringify(exportJson(notebook, undefined, exportWords))).not.toContain(TOKEN);
    expect(exportMarkdown(notebook, undefined, exportWords)).not.toContain(TOKEN);
    expect(JSON.stringify(notebook.blocks.map(({ content }) => content))).not.toContain(TOKEN);
  });
});
