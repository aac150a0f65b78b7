/** A logical target name: it is part of a URI, whose authority the editor lower-cases. */
const NAME = /^[a-z][a-z0-9-]*$/;

/** True for a text that may name a target in settings, notebooks and URIs. */
export function isTargetName(text: string): boolean {
  return NAME.test(text) && text.length <= 64;
}

/** A name that is made from a host's, such as `gpu-box-3` from `GPU_box.3`; not one of `taken`. */
export function proposeName(host: string, taken: ReadonlySet<string>): string {
  const plain = host
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 60);
  const base = plain === '' ? 'target' : plain;
  if (!taken.has(base)) return base;
  for (let count = 2; ; count += 1) if (!taken.has(`${base}-${count}`)) return `${base}-${count}`;
}
