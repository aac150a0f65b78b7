import type { Transport } from '../contract.ts';
import type { Container } from '../target.ts';
import { noFiles } from './openssh/files.ts';

/**
 * A connection to a host as one to a container there. What is executed leads into the container by its launcher; the
 * host's file transfer does not, and so there is none: files are read by commands inside.
 */
export function asContainer(transport: Transport, { engine, name }: Container): Transport {
  const { target, because, label } = transport;
  const host = target.kind === 'ssh' ? target.host : 'local';
  return {
    target,
    label: target.kind === 'ssh' ? `${label}/${engine}=${name}` : `${engine}=${name}`,
    ...(because === undefined ? {} : { because }),
    get connected() {
      return transport.connected;
    },
    onDidDisconnect: transport.onDidDisconnect,
    onDidSend: transport.onDidSend,
    exec: (command, options) => transport.exec(command, options),
    prepare: (command, spares, options) => transport.prepare(command, spares, options),
    files: noFiles(host, 'container-files'),
    dispose: () => transport.dispose(),
  };
}
