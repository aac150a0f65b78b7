import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files of one connection, in a folder that only its owner may enter. */
export interface PrivateFolder {
  readonly folder: string;
  /** The configuration of our `ssh`. */
  readonly config: string;
  /** Where running sessions are asked for. */
  readonly control: string;
  /** Where `ssh` asks for secrets and host keys. */
  readonly questions: string;
  /** The program for SSH_ASKPASS. */
  readonly askpass: string;
  /** The program for KnownHostsCommand. */
  readonly hostKey: string;
  /** Removes the folder with all that is in it. */
  remove(): Promise<void>;
}

/** The longest name of a socket that every system takes, less what `ssh` puts behind it while it binds. */
const socketLimit = 104 - 18;

/**
 * Hands a question of `ssh` over to the socket and prints the answer: neither the arguments nor a file hold a
 * secret. A failure of any kind is a no.
 */
const client = `'use strict';
const [, , socket, kind, hint, ...words] = process.argv;
process.exitCode = 1;
const connection = require('node:net').connect(socket);
let text = '';
connection.setEncoding('utf8');
connection.on('connect', () => connection.write(JSON.stringify({ kind, hint, words }) + '\\n'));
connection.on('data', (chunk) => (text += chunk));
connection.on('end', () => {
  const answer = JSON.parse(text);
  if (answer.text === null) return;
  process.exitCode = 0;
  process.stdout.write(answer.text);
});
connection.on('error', () => undefined);
`;

/** Makes the folder and its programs. `node` runs them: the editor's own program, told to be one. */
export async function makePrivateFolder(node: string): Promise<PrivateFolder> {
  const folder = await mkdtemp(join(shortFolder(), 'sonde-ssh-'));
  await chmod(folder, 0o700);
  const inside = (name: string): string => join(folder, name);
  const run = (kind: string): string =>
    `unset NODE_OPTIONS; ELECTRON_RUN_AS_NODE=1 exec ${[node, inside('client.cjs'), inside('q'), kind].map(word).join(' ')}`;
  await writeFile(inside('client.cjs'), client, { mode: 0o600 });
  await writeFile(inside('askpass'), `#!/bin/sh\n${run('secret')} "\${SSH_ASKPASS_PROMPT-}" "$@"\n`, {
    mode: 0o700,
  });
  // Asked for the order of algorithms, it knows nothing better than the files.
  await writeFile(inside('hostkey'), `#!/bin/sh\n[ "$1" = ORDER ] && exit 0\n${run('host-key')} "" "$@"\n`, {
    mode: 0o700,
  });
  return {
    folder,
    config: inside('config'),
    control: inside('m'),
    questions: inside('q'),
    askpass: inside('askpass'),
    hostKey: inside('hostkey'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The folder for temporary files, or a shorter one where the names of sockets would be too long. */
function shortFolder(): string {
  const usual = tmpdir();
  return join(usual, 'sonde-ssh-XXXXXX', 'm').length <= socketLimit ? usual : '/tmp';
}

function word(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
