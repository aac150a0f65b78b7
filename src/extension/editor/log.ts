import type { LogOutputChannel } from 'vscode';
import type { Logger } from '../../base/index.ts';

/** The extension's one log channel as the port of the inner layers. */
export function channelLogger(channel: LogOutputChannel): Logger {
  return {
    debug: (message) => channel.debug(message),
    info: (message) => channel.info(message),
    warn: (message) => channel.warn(message),
    error: (message) => channel.error(message),
  };
}
