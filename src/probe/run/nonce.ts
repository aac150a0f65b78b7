/** 128 random bits as 32 hexadecimal digits; new for every script, so that no output can imitate a frame. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
