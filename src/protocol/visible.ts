/** How many UTF-16 units of a label are shown. */
const LABEL_LIMIT = 200;

/** Controls other than tab, line feeds inside labels, bidirectional and other invisible format characters. */
const HIDDEN =
  /[\u0000-\u0008\u000A-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;

/** The same, but line ends stay. */
const HIDDEN_IN_TEXT =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\r(?!\n)/g;

function name(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Text from elsewhere as a label of one line: controls visible, cut at 200 characters with an ellipsis. */
export function visibleLabel(value: string): string {
  const cut = value.length > LABEL_LIMIT ? `${value.slice(0, LABEL_LIMIT - 1)}…` : value;
  return cut.replace(HIDDEN, name);
}

/** Text from elsewhere of any number of lines: controls visible, nothing cut. */
export function visibleText(value: string): string {
  return value.replace(HIDDEN_IN_TEXT, name);
}
