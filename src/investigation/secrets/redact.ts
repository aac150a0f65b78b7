import { findSecrets } from '../../probe/index.ts';

/** What is done with output that holds what looks like a secret, before it is stored. */
export type SecretsChoice =
  /** Stored as it came. */
  | 'keep'
  /** Each secret is replaced by a mark. */
  | 'redact'
  /** The output is not stored; what was stored before stays. */
  | 'drop';

/** Kind of what looks like a secret. */
export type SecretKind = ReturnType<typeof findSecrets>[number]['kind'];

/** A place that looks like a secret; nothing of it is kept. */
export interface FoundSecret {
  readonly kind: SecretKind;
  /** Line of the text, from 1. */
  readonly line: number;
}

/** A text in which secrets are replaced, and what they were. */
export interface Redacted {
  readonly bytes: Uint8Array;
  /** In the order of the text; empty where `bytes` are the ones that were given. */
  readonly found: readonly FoundSecret[];
}

/** An answer's standard output with its secrets replaced. */
export interface RedactedOutput {
  readonly stdout: Uint8Array;
  /** Of this `stdout`: the digest of what came would let a short secret be guessed. */
  readonly sha256: string;
  readonly found: readonly FoundSecret[];
}

/** What stands for a secret in a stored text. */
export function secretMark(kind: SecretKind): string {
  return `‹secret: ${kind}›`;
}

/**
 * The bytes with a mark for each secret. Lines stay lines, so that numbers and places still fit: of a secret over
 * several lines each becomes a mark. Bytes that are not part of one stay as they are.
 */
export function redact(bytes: Uint8Array): Redacted {
  // One character a byte, so that offsets are offsets; what is found is ASCII, or at least stands between ASCII.
  const text = new TextDecoder('latin1').decode(bytes);
  const found = findSecrets(text);
  if (found.length === 0) return { bytes, found: [] };
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const secret of found) {
    parts.push(bytes.subarray(at, secret.at));
    at = secret.at + secret.length;
    const mark = secretMark(secret.kind);
    const lines = text.slice(secret.at, at).replaceAll(/[^\r\n]+/g, mark);
    parts.push(encoder.encode(lines));
  }
  parts.push(bytes.subarray(at));
  return { bytes: joined(parts), found: found.map(({ kind, line }) => ({ kind, line })) };
}

/** The same for text. */
export function redactText(text: string): { readonly text: string; readonly found: readonly FoundSecret[] } {
  const { bytes, found } = redact(new TextEncoder().encode(text));
  return found.length === 0 ? { text, found } : { text: new TextDecoder().decode(bytes), found };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
