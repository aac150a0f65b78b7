/** A sentence of ours with `{0}`, `{1}`, … put in. */
export function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d)\}/g, (written, digit: string) => String(values[Number(digit)] ?? written));
}
