import type { NoMachine } from '../machine.ts';

const PYTHON = { corpus: 'debian-python3', root: '' } as const;

/** Constants that are stored in attributes or looked at, and are no states of anything. */
export const noMachines: readonly NoMachine[] = [
  {
    ...PYTHON,
    title: 'choices of an option',
    file: 'argparse.py',
    names: 'nargs',
    reason: 'How many values an option takes: chosen when it is declared, replaced by its default once.',
  },
  {
    ...PYTHON,
    title: 'HTTP statuses',
    file: 'http/client.py',
    names: 'HTTPStatus',
    reason: 'Codes of answers; the object keeps the one that the server sent.',
  },
  {
    ...PYTHON,
    title: 'levels of a logger',
    file: 'logging/__init__.py',
    names: 'level',
    reason: 'A setting.',
  },
  {
    ...PYTHON,
    title: 'kinds of tar members',
    file: 'tarfile.py',
    names: 'type',
    reason: 'What was decoded from an archive, or is to be written to one.',
  },
  {
    corpus: 'websockets',
    root: '',
    title: 'opcodes and close codes',
    file: 'websockets/frames.py',
    names: 'CloseCode',
    reason: 'Decoded messages of a protocol.',
  },
  {
    corpus: 'aioquic',
    root: '',
    title: 'alerts and handshake types',
    file: 'aioquic/tls.py',
    names: 'HandshakeType',
    reason: 'Event types of a protocol.',
  },
  {
    corpus: 'supervisor',
    root: '',
    title: 'choices of a configuration',
    file: 'supervisor/datatypes.py',
    names: 'RestartUnconditionally',
    reason: 'Values of a setting.',
  },
  {
    corpus: 'taskflow',
    root: '',
    title: 'types of atoms',
    file: 'taskflow/engines/action_engine/compiler.py',
    names: 'TASK',
    reason: 'Kinds of nodes, which never change.',
  },
  {
    corpus: 'starlette',
    root: '',
    title: 'status codes of answers',
    file: 'starlette/responses.py',
    names: 'status_code',
    reason: 'What an answer says, chosen when it is made.',
  },
  {
    corpus: 'wsproto',
    root: '',
    title: 'opcodes of frames',
    file: 'wsproto/frame_protocol.py',
    // Not all of `Opcode`: which message is under way to the other side (`_outbound_opcode`) is a state.
    names: 'opcode',
    reason: 'Kinds of frames that were decoded.',
  },
  {
    corpus: 'apscheduler',
    root: '',
    title: 'codes of events',
    file: 'apscheduler/schedulers/base.py',
    names: 'code',
    reason: 'What happened, said to listeners.',
  },
  {
    corpus: 'kafka-python',
    root: '',
    title: 'error codes',
    file: 'kafka/errors.py',
    names: 'errno',
    reason: 'Numbers of classes of errors.',
  },
];
