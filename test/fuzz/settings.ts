/** A number that `npm run fuzz` passes on. */
export function setting(name: string, otherwise: number): number {
  const text = process.env[name];
  return text === undefined ? otherwise : Number(text);
}
