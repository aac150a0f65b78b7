import { parseNotebook, printNotebook, type Block, type Notebook } from '../../src/investigation/index.ts';

/** A notebook with every kind of block, written by hand. */
export const SAMPLE = `---
sonde: 1
title: Requests that never end
targets:
  prefill: /srv/app
---

# What hangs

A few requests stay for ever.

\`\`\`probe id=p1 on=prefill
# who writes the status
grep -n 'status' jobs/base.py
grep -rn "set_status" jobs | head -5
\`\`\`

\`\`\`evidence of=p1 on=prefill exit=0 lines=2 sha256=6f1d commit=90a52f4 seen=2026-06-13
$ grep -n 'status' jobs/base.py
3:    status = {}
9:        self.status[key] = value
\`\`\`

\`\`\`pins
- id: a7k2x
  on: prefill
  file: jobs/base.py
  lines: 7-9
  symbol: Jobs.set_status
  note: merges with max
\`\`\`

\`\`\`python of=a7k2x
    def set_status(self, key, value):
        value = max(value, self.status.get(key, 0))
        self.status[key] = value
\`\`\`

\`\`\`claim id=c1
kind: deduction
text: A failed job can be raised again.
status: supported
for: [a7k2x, p1]
\`\`\`

\`\`\`lifecycle id=l1
on: prefill
store: status
files: [jobs/base.py]
\`\`\`

\`\`\`lifecycle-result of=l1
states:
  - {name: Failed, value: 0, terminal: true, file: jobs/base.py, line: 1}
transitions: []
\`\`\`

\`\`\`mermaid
%% of=l1
stateDiagram-v2
\`\`\`

\`\`\`hazards of=l1
No path found.
\`\`\`

\`\`\`leads
- kept as it is
\`\`\`

The end.
`;

/** Parses a text that must be a notebook. */
export function parseText(text: string): Notebook {
  const parsed = parseNotebook(new TextEncoder().encode(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

export function printText(notebook: Notebook): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(printNotebook(notebook));
}

/** The blocks of one kind. */
export function ofKind<K extends Block['content']['kind']>(
  notebook: Notebook,
  kind: K,
): readonly (Block & { readonly content: Extract<Block['content'], { kind: K }> })[] {
  return notebook.blocks.filter(
    (block): block is Block & { readonly content: Extract<Block['content'], { kind: K }> } =>
      block.content.kind === kind,
  );
}

/** A block's content fenced with backticks, for tests that build notebooks. */
export function fence(info: string, body: string): string {
  return `\`\`\`${info}\n${body}\`\`\`\n`;
}
