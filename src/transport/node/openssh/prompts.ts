import type { SecretQuestion } from '../../contract.ts';
import { isAtLeast, type SshVersion } from './program.ts';

/** What `ssh` wants to know from whoever sits before it. */
export type Question =
  | { readonly kind: 'secret'; readonly question: SecretQuestion }
  /** Nothing is to be answered, such as the request to touch a key. */
  | { readonly kind: 'notice'; readonly text: string }
  /** Never answered by this way: whether a host key may be trusted, or whether an agent may sign. */
  | { readonly kind: 'refused'; readonly text: string };

export interface PromptContext {
  readonly user: string;
  readonly host: string;
  readonly version: SshVersion;
}

/** What our askpass was called with. */
export interface Prompt {
  readonly text: string;
  /** SSH_ASKPASS_PROMPT: `confirm`, `none`, or empty for a text. */
  readonly hint: string;
}

/**
 * Reads a prompt of `ssh`. Since 8.5 it puts `(user@host)` before what a host asks, so that no host can ask for
 * the passphrase of a file in `ssh`'s own words. Whether the answer may be seen is not told: it never is.
 */
export function readPrompt({ text, hint }: Prompt, { user, host, version }: PromptContext): Question {
  if (hint === 'none') return { kind: 'notice', text };
  if (hint === 'confirm' || /\(yes\/no(?:\/\[fingerprint\])?\)\??\s*$/.test(text))
    return { kind: 'refused', text };
  const file = /^Enter passphrase for key '(.*)': ?$/s.exec(text)?.[1];
  if (file !== undefined && isAtLeast(version, { major: 8, minor: 5 }))
    return { kind: 'secret', question: { kind: 'passphrase', file } };
  const [, name, place] = /^([^\s@]+)@([^\s']+)'s password: ?$/.exec(text) ?? [];
  if (name !== undefined && place !== undefined)
    return { kind: 'secret', question: { kind: 'password', user: name, host: place } };
  const [, asked, by, prompt] = /^\(([^\s@]+)@([^)\s]+)\) (.*)$/s.exec(text) ?? [];
  const origin = asked === undefined || by === undefined ? { user, host } : { user: asked, host: by };
  return { kind: 'secret', question: { kind: 'keyboard', ...origin, prompt: prompt ?? text, echo: false } };
}
