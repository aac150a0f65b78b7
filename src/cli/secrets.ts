import type { SecretAnswer, SecretsChoice } from '../investigation/index.ts';
import { secretsQuestion, secretStored } from '../messages/index.ts';
import { ask, canAsk, say, type Io } from './io.ts';

/**
 * What is done with answers that hold what looks like a secret, before they are written: as the flag says, else as
 * the person at the terminal says, once for all of them; where nobody can be asked they are replaced by marks, and
 * each is named.
 */
export async function chooseSecrets(
  io: Io,
  file: string,
  found: readonly SecretAnswer[],
  given: SecretsChoice | null,
): Promise<SecretsChoice> {
  if (given !== null || found.length === 0) return given ?? 'redact';
  if (canAsk(io)) {
    const answer = (await ask(io, `${secretsQuestion(file, found)} [R/k/d] `, false))?.trim() ?? '';
    if (/^k(eep)?$/i.test(answer)) return 'keep';
    if (/^d(rop)?$/i.test(answer)) return 'drop';
    return 'redact';
  }
  for (const each of found) say(io, secretStored(file, each));
  return 'redact';
}
