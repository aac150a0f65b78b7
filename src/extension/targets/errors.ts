import { editorMessages, probeErrorMessage, targetErrorMessage } from '../../messages/index.ts';
import type { ConnectError } from './registry.ts';

/** One sentence about a connection that was not made, with the way out. */
export function connectErrorText(error: ConnectError): string {
  if (error.code === 'target-syntax') return targetErrorMessage(error);
  if (error.code === 'target-unknown') return editorMessages.targetUnknown(error.name);
  if (error.code === 'no-connections') return editorMessages.noConnections();
  return probeErrorMessage(error);
}
