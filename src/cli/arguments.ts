import { parseArgs, type ParseArgsConfig } from 'node:util';
import { err, ok, type Result } from '../base/index.ts';
import {
  exportFormats,
  failLevels,
  lifecycleFormats,
  secretsChoices,
  topics,
  type Command,
  type ConnectionOptions,
  type TargetOverride,
  type Topic,
} from './command.ts';
import { SANDBOXES } from '../probe/index.ts';
import { TRANSPORTS } from '../transport/index.ts';
import type { UsageError } from '../messages/index.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

const connection = {
  config: { type: 'string', short: 'F' },
  'host-key': { type: 'string' },
  'allow-outside': { type: 'boolean' },
  'allow-sensitive': { type: 'boolean' },
  confirm: { type: 'boolean' },
  ledger: { type: 'string' },
  sandbox: { type: 'string' },
  transport: { type: 'string' },
} as const satisfies Options;

const common = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
} as const satisfies Options;

/** The options of each command; every one is exact, abbreviations are errors. */
const optionsOf: Readonly<Record<Topic, Options>> = {
  demo: { ...common, serve: { type: 'boolean' }, ledger: { type: 'string' } },
  run: {
    ...common,
    ...connection,
    target: { type: 'string', multiple: true },
    write: { type: 'boolean' },
    secrets: { type: 'string' },
    'fail-on': { type: 'string' },
  },
  verify: { ...common, ...connection, target: { type: 'string', multiple: true } },
  probe: { ...common, ...connection },
  policy: { ...common },
  lifecycle: {
    ...common,
    ...connection,
    states: { type: 'string' },
    class: { type: 'string' },
    store: { type: 'string' },
    file: { type: 'string', multiple: true },
    at: { type: 'string', multiple: true },
    compare: { type: 'string' },
    format: { type: 'string' },
    'fail-on': { type: 'string' },
  },
  lifecycles: {
    ...common,
    ...connection,
    unread: { type: 'boolean' },
    'fail-on': { type: 'string' },
  },
  export: {
    help: common.help,
    format: { type: 'string' },
    output: { type: 'string', short: 'o' },
    secrets: { type: 'string' },
  },
};

/** Reads a command line (without the program's own name). Nothing is guessed: what is not known is an error. */
export function parseCommandLine(argv: readonly string[]): Result<Command, UsageError> {
  const [first, ...rest] = argv;
  if (first === undefined) return err({ code: 'no-command' });
  if (first === '--help' || first === '-h' || first === 'help') {
    const topic = topics.find((each) => each === rest[0]) ?? null;
    return topic === 'policy' ? policyHelp(rest.slice(1), false) : ok({ name: 'help', topic });
  }
  if (first === '--version' || first === '-v') return ok({ name: 'version' });
  const topic = topics.find((each) => each === first);
  if (topic === undefined) return err({ code: 'unknown-command', word: first });
  const words = read(topic, rest);
  if (!words.ok) return words;
  if (words.value.flag('help'))
    return topic === 'policy'
      ? policyHelp(words.value.operands, words.value.flag('json'))
      : ok({ name: 'help', topic });
  switch (topic) {
    case 'demo':
      return readDemo(words.value);
    case 'run':
      return readRun(words.value);
    case 'verify':
      return readVerify(words.value);
    case 'probe':
      return readProbe(words.value);
    case 'policy':
      return readPolicy(words.value);
    case 'lifecycle':
      return readLifecycle(words.value);
    case 'lifecycles':
      return readLifecycles(words.value);
    case 'export':
      return readExport(words.value);
  }
}

function policyHelp(words: readonly string[], json: boolean): Result<Command, UsageError> {
  const about = words.join(' ').trim().replaceAll(/\s+/g, ' ');
  return ok({ name: 'policy-help', about: about === '' ? null : about, json });
}

/** The words of one command, sorted into options and operands. */
interface Words {
  readonly topic: Topic;
  readonly operands: readonly string[];
  /** How many operands stood before `--`. */
  readonly beforeTerminator: number;
  flag(name: string): boolean;
  text(name: string): string | null;
  texts(name: string): readonly string[];
}

function read(topic: Topic, argv: readonly string[]): Result<Words, UsageError> {
  const options = optionsOf[topic];
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const operands: string[] = [];
  const places: number[] = [];
  const values = new Map<string, string[]>();
  const flags = new Set<string>();
  let beforeTerminator = -1;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      operands.push(token.value);
      places.push(token.index);
    } else if (token.kind === 'option-terminator') beforeTerminator = operands.length;
    else {
      const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
      if (option === undefined) {
        const line = places[topic === 'probe' ? 1 : 0];
        return (topic === 'probe' || topic === 'policy') && line !== undefined
          ? err({ code: 'line-in-pieces', words: argv.slice(line), command: topic })
          : err({ code: 'unknown-option', option: token.rawName, command: topic });
      }
      if (option.type === 'boolean') {
        if (token.value !== undefined)
          return err({ code: 'option-with-value', option: token.rawName, command: topic });
        flags.add(token.name);
      } else if (token.value === undefined || token.value === '' || isOption(token.value, token.inlineValue))
        return err({ code: 'option-without-value', option: token.rawName, command: topic });
      else values.set(token.name, [...(values.get(token.name) ?? []), token.value]);
    }
  }
  return ok({
    topic,
    operands,
    beforeTerminator: beforeTerminator < 0 ? operands.length : beforeTerminator,
    flag: (name) => flags.has(name),
    text: (name) => values.get(name)?.at(-1) ?? null,
    texts: (name) => values.get(name) ?? [],
  });
}

/** A word that stands where a value should, and is an option itself: the value was forgotten. */
function isOption(value: string, inline: boolean | undefined): boolean {
  return inline !== true && value.length > 1 && value.startsWith('-');
}

function readConnection(words: Words): Result<ConnectionOptions, UsageError> {
  const hostKey = words.text('host-key');
  if (hostKey !== null && !/^SHA256:[A-Za-z0-9+/]{43}$/.test(hostKey))
    return err({ code: 'host-key-form', value: hostKey });
  const sandbox = choice(words, 'sandbox', SANDBOXES);
  if (!sandbox.ok) return sandbox;
  const transport = choice(words, 'transport', TRANSPORTS);
  if (!transport.ok) return transport;
  return ok({
    sshConfig: words.text('config'),
    hostKey,
    allowOutside: words.flag('allow-outside'),
    allowSensitive: words.flag('allow-sensitive'),
    confirm: words.flag('confirm'),
    ledger: words.text('ledger'),
    sandbox: sandbox.value ?? 'auto',
    transport: transport.value ?? 'auto',
  });
}

/** One of the allowed values of an option, or null where it was not given. */
function choice<T extends string>(
  words: Words,
  option: string,
  allowed: readonly T[],
): Result<T | null, UsageError> {
  const value = words.text(option);
  if (value === null) return ok(null);
  const found = allowed.find((each) => each === value);
  return found === undefined
    ? err({ code: 'option-value', option: `--${option}`, value, allowed })
    : ok(found);
}

/** The one operand of a command that takes one. */
function single(words: Words, what: 'FILE' | 'TARGET'): Result<string, UsageError> {
  const [operand, extra] = words.operands;
  if (operand === undefined) return err({ code: 'missing-argument', what, command: words.topic });
  if (extra !== undefined) return err({ code: 'extra-argument', word: extra, command: words.topic });
  return ok(operand);
}

function overrides(words: Words): readonly TargetOverride[] {
  return words.texts('target').map((text) => {
    const named = /^([a-z][a-z0-9-]*)=(.*)$/s.exec(text);
    return named === null ? { name: null, target: text } : { name: named[1] ?? null, target: named[2] ?? '' };
  });
}

function readDemo(words: Words): Result<Command, UsageError> {
  const [extra] = words.operands;
  if (extra !== undefined) return err({ code: 'extra-argument', word: extra, command: 'demo' });
  return ok({
    name: 'demo',
    serve: words.flag('serve'),
    json: words.flag('json'),
    ledger: words.text('ledger'),
  });
}

function readRun(words: Words): Result<Command, UsageError> {
  const file = single(words, 'FILE');
  if (!file.ok) return file;
  const failOn = choice(words, 'fail-on', failLevels);
  if (!failOn.ok) return failOn;
  const secrets = choice(words, 'secrets', secretsChoices);
  if (!secrets.ok) return secrets;
  const reach = readConnection(words);
  if (!reach.ok) return reach;
  return ok({
    name: 'run',
    file: file.value,
    targets: overrides(words),
    write: words.flag('write'),
    secrets: secrets.value,
    json: words.flag('json'),
    failOn: failOn.value,
    connection: reach.value,
  });
}

function readVerify(words: Words): Result<Command, UsageError> {
  const file = single(words, 'FILE');
  if (!file.ok) return file;
  const reach = readConnection(words);
  if (!reach.ok) return reach;
  return ok({
    name: 'verify',
    file: file.value,
    targets: overrides(words),
    json: words.flag('json'),
    connection: reach.value,
  });
}

/** `probe TARGET -- LINE`: the line is one argument, so that the caller's shell changes nothing in it. */
function readProbe(words: Words): Result<Command, UsageError> {
  const [target, ...lines] = words.operands;
  if (target === undefined || words.beforeTerminator === 0)
    return err({ code: 'missing-argument', what: 'TARGET', command: 'probe' });
  const [line, extra] = lines;
  if (line === undefined) return err({ code: 'missing-argument', what: 'LINE', command: 'probe' });
  if (extra !== undefined) return err({ code: 'line-in-pieces', words: lines, command: 'probe' });
  const reach = readConnection(words);
  if (!reach.ok) return reach;
  return ok({ name: 'probe', target, line, json: words.flag('json'), connection: reach.value });
}

function readPolicy(words: Words): Result<Command, UsageError> {
  const [line, extra] = words.operands;
  if (line === undefined) return err({ code: 'missing-argument', what: 'LINE', command: 'policy' });
  if (extra !== undefined) return err({ code: 'line-in-pieces', words: words.operands, command: 'policy' });
  const stdin = line === '-' && words.beforeTerminator > 0;
  return ok({
    name: 'policy',
    input: stdin ? { kind: 'stdin' } : { kind: 'line', line },
    json: words.flag('json'),
  });
}

function readLifecycle(words: Words): Result<Command, UsageError> {
  const target = single(words, 'TARGET');
  if (!target.ok) return target;
  const format = choice(words, 'format', lifecycleFormats);
  if (!format.ok) return format;
  const failOn = choice(words, 'fail-on', failLevels);
  if (!failOn.ok) return failOn;
  const reach = readConnection(words);
  if (!reach.ok) return reach;
  const at = words.texts('at');
  const compare = words.text('compare');
  const [, , third] = at;
  if (third !== undefined) return err({ code: 'extra-argument', word: third, command: 'lifecycle' });
  // A comparison is not drawn.
  if (
    (at.length > 1 || compare !== null) &&
    format.value !== null &&
    format.value !== 'text' &&
    format.value !== 'json'
  )
    return err({ code: 'option-value', option: '--format', value: format.value, allowed: ['text', 'json'] });
  return ok({
    name: 'lifecycle',
    target: target.value,
    states: words.text('states'),
    className: words.text('class'),
    store: words.text('store'),
    files: words.texts('file'),
    at,
    compare,
    format: format.value ?? (words.flag('json') ? 'json' : 'text'),
    failOn: failOn.value,
    connection: reach.value,
  });
}

function readLifecycles(words: Words): Result<Command, UsageError> {
  const target = single(words, 'TARGET');
  if (!target.ok) return target;
  const failOn = choice(words, 'fail-on', failLevels);
  if (!failOn.ok) return failOn;
  const reach = readConnection(words);
  if (!reach.ok) return reach;
  return ok({
    name: 'lifecycles',
    target: target.value,
    json: words.flag('json'),
    unread: words.flag('unread'),
    failOn: failOn.value,
    connection: reach.value,
  });
}

function readExport(words: Words): Result<Command, UsageError> {
  const file = single(words, 'FILE');
  if (!file.ok) return file;
  const format = choice(words, 'format', exportFormats);
  if (!format.ok) return format;
  if (format.value === null) return err({ code: 'missing-argument', what: '--format', command: 'export' });
  const secrets = choice(words, 'secrets', ['keep', 'redact'] as const);
  if (!secrets.ok) return secrets;
  return ok({
    name: 'export',
    file: file.value,
    format: format.value,
    secrets: secrets.value,
    output: words.text('output'),
  });
}
