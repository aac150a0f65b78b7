import { createServer } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentKeyTypes, parseKeyTypes } from '../../../../../src/transport/node/ssh/auth/agent-types.ts';

function field(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.byteLength);
  return Buffer.concat([length, bytes]);
}

/** An agent's answer: its length, its kind, how many keys, and each key with a comment. */
function answer(...types: readonly string[]): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(types.length);
  const keys = types.flatMap((type) => [
    field(Buffer.concat([field(Buffer.from(type)), field(Buffer.alloc(32, 1))])),
    field(Buffer.from('a comment')),
  ]);
  return field(Buffer.concat([Buffer.from([12]), count, ...keys]));
}

test('the types of all keys are read, and nothing of an answer that is cut', () => {
  const types = ['ssh-ed25519', 'ssh-ed25519-cert-v01@openssh.com', 'sk-ssh-ed25519@openssh.com'];
  const whole = answer(...types);
  expect(parseKeyTypes(whole)).toEqual(types);
  for (let length = 0; length < whole.byteLength; length += 1)
    expect(types.slice(0, 2)).toEqual(expect.arrayContaining([...parseKeyTypes(whole.subarray(0, length))]));
  expect(parseKeyTypes(field(Buffer.from([5])))).toEqual([]);
});

test('an answer in pieces is put together; who does not answer, or is not there, has no keys', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-agent-'));
  const socket = join(folder, 'a');
  const bytes = answer('ssh-rsa');
  const server = createServer((connection) => {
    connection.on('data', () => {
      connection.write(bytes.subarray(0, 7));
      setTimeout(() => connection.write(bytes.subarray(7)), 20);
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  expect(await agentKeyTypes(socket)).toEqual(['ssh-rsa']);
  server.close();
  const hangingUp = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve) => hangingUp.listen(join(folder, 'b'), resolve));
  expect(await agentKeyTypes(join(folder, 'b'))).toEqual([]);
  hangingUp.close();
  expect(await agentKeyTypes(join(folder, 'none'))).toEqual([]);
  expect(await agentKeyTypes('pageant')).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('an agent that takes the question and does not answer is left after a while', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-agent-'));
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(join(folder, 'a'), resolve));
  expect(await agentKeyTypes(join(folder, 'a'), 10)).toBeUndefined();
  silent.close();
  rmSync(folder, { recursive: true });
});
