import { sha256Hex } from '../base/index.ts';
import type { SourceFile } from './tree.ts';

/** A file from its bytes. Bytes that are not UTF-8 become U+FFFD in the text; the bytes are kept beside it. */
export async function makeSourceFile(path: string, bytes: Uint8Array): Promise<SourceFile> {
  const text = new TextDecoder('utf-8').decode(bytes);
  return { path, text, bytes, sha256: await sha256Hex(bytes), size: bytes.length };
}
