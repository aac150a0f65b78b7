/** What a new investigation starts with. */
export interface TemplateTexts {
  readonly title: string;
  readonly question: string;
  /** Logical name of the target. */
  readonly target: string;
}

/** The text of a new investigation: front matter, a question, a claim and an empty probe cell. */
export function newInvestigation(texts: TemplateTexts, id: () => string): string {
  return `---
sonde: 1
title: ${JSON.stringify(texts.title)}
targets:
  ${texts.target}:
---

# ${texts.title}

${texts.question}

\`\`\`probe id=${id()} on=${texts.target}
\`\`\`
`;
}
