import type { ConnectPrompts } from '../../src/transport/index.ts';

/** An edge without a person: every question is answered no. */
export const noPrompts: ConnectPrompts = {
  trustHostKey: () => Promise.resolve(false),
  secret: () => Promise.resolve(undefined),
};
