import { unreachable } from '../base/index.ts';
import { hostKeyQuestion, secretPrompt } from '../messages/index.ts';
import type { ConnectPrompts } from '../transport/index.ts';
import { ask, confirm, type Io } from './io.ts';

/** Questions on the terminal; without one every answer is no. */
export function terminalPrompts(io: Io): ConnectPrompts {
  return {
    trustHostKey: (key) => confirm(io, hostKeyQuestion(key)),
    secret: (question) => {
      switch (question.kind) {
        case 'passphrase':
        case 'password':
          return ask(io, secretPrompt(question), true);
        case 'keyboard':
          return ask(io, secretPrompt(question), !question.echo);
        default:
          return unreachable(question);
      }
    },
  };
}
