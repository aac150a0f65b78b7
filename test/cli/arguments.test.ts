import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../src/cli/arguments.ts';

const value = (...argv: string[]): unknown => {
  const result = parseCommandLine(argv);
  return result.ok ? result.value : { error: result.error };
};
const code = (...argv: string[]): string | null => {
  const result = parseCommandLine(argv);
  return result.ok ? null : result.error.code;
};

describe('parseCommandLine', () => {
  it('reads a probe with options on both sides of the target', () => {
    expect(value('probe', '--json', 'gpu1:/srv/app', '-F', 'cfg', '--', 'grep -n x a.py')).toEqual({
      name: 'probe',
      target: 'gpu1:/srv/app',
      line: 'grep -n x a.py',
      json: true,
      connection: {
        sshConfig: 'cfg',
        hostKey: null,
        allowOutside: false,
        allowSensitive: false,
        confirm: false,
        ledger: null,
        sandbox: 'auto',
        transport: 'auto',
      },
    });
  });

  it('reads how a target is reached', () => {
    for (const transport of ['auto', 'ssh2', 'openssh'])
      expect(value('run', 'a', '--transport', transport)).toMatchObject({ connection: { transport } });
    expect(code('run', 'a', '--transport', 'telnet')).toBe('option-value');
    expect(code('policy', '--transport', 'ssh2', 'ls')).toBe('unknown-option');
  });

  it('reads whether a sandbox of the host is used', () => {
    for (const sandbox of ['auto', 'off', 'required'])
      for (const words of [
        ['probe', 'gpu1:/srv', '--sandbox', sandbox, '--', 'ls'],
        ['run', 'a', `--sandbox=${sandbox}`],
      ])
        expect(value(...words)).toMatchObject({ connection: { sandbox } });
    expect(value('verify', 'a')).toMatchObject({ connection: { sandbox: 'auto' } });
  });

  it('takes the line as one argument and shows the words of more', () => {
    expect(value('probe', 'gpu1:/srv', '--', 'grep', '-n', 'x')).toEqual({
      error: { code: 'line-in-pieces', words: ['grep', '-n', 'x'], command: 'probe' },
    });
    expect(code('probe', 'gpu1:/srv')).toBe('missing-argument');
    expect(code('probe', '--', 'grep x f')).toBe('missing-argument');
  });

  it('takes the options of an unquoted line for what they are', () => {
    expect(value('probe', 'gpu1:/srv', 'grep', '-rn', 'x', '.')).toEqual({
      error: { code: 'line-in-pieces', words: ['grep', '-rn', 'x', '.'], command: 'probe' },
    });
    expect(value('policy', 'sed', '-n', '1,5p', 'f')).toEqual({
      error: { code: 'line-in-pieces', words: ['sed', '-n', '1,5p', 'f'], command: 'policy' },
    });
    expect(code('probe', 'gpu1:/srv', '--jsn', '--', 'ls')).toBe('unknown-option');
  });

  it('tells a line that is a dash from standard input', () => {
    expect(value('policy', '-')).toMatchObject({ input: { kind: 'stdin' } });
    expect(value('policy', '--', '-')).toMatchObject({ input: { kind: 'line', line: '-' } });
  });

  it('reads targets with and without a name', () => {
    expect(
      value('run', 'a.sonde.md', '--target', 'prefill=gpu1:/srv', '--target', '/tmp/x', '--write'),
    ).toMatchObject({
      write: true,
      targets: [
        { name: 'prefill', target: 'gpu1:/srv' },
        { name: null, target: '/tmp/x' },
      ],
    });
    expect(value('run', 'a', '--target', '/tmp/a=b')).toMatchObject({
      targets: [{ name: null, target: '/tmp/a=b' }],
    });
  });

  it('reads where the ledger goes, whether probes are confirmed, and what is done with secrets', () => {
    expect(value('probe', 'gpu1:/srv', '--confirm', '--ledger', 'sent.jsonl', '--', 'ls')).toMatchObject({
      connection: { confirm: true, ledger: 'sent.jsonl' },
    });
    expect(value('demo', '--ledger', 'sent.jsonl')).toMatchObject({ ledger: 'sent.jsonl' });
    expect(value('run', 'a', '--write')).toMatchObject({ secrets: null });
    for (const secrets of ['keep', 'redact', 'drop'])
      expect(value('run', 'a', '--write', '--secrets', secrets)).toMatchObject({ secrets });
    expect(value('export', 'a', '--format', 'md', '--secrets', 'keep')).toMatchObject({ secrets: 'keep' });
    expect(code('export', 'a', '--format', 'md', '--secrets', 'drop')).toBe('option-value');
    expect(code('policy', '--ledger', 'x', 'ls')).toBe('unknown-option');
  });

  it('reads commits and a second target of lifecycle', () => {
    expect(value('lifecycle', '/x')).toMatchObject({ at: [], compare: null });
    expect(value('lifecycle', '/x', '--at', 'v1', '--at', 'HEAD~1', '--json')).toMatchObject({
      at: ['v1', 'HEAD~1'],
      format: 'json',
    });
    expect(value('lifecycle', '/x', '--compare', '/y')).toMatchObject({ compare: '/y', format: 'text' });
    expect(code('lifecycle', '/x', '--at', 'a', '--at', 'b', '--at', 'c')).toBe('extra-argument');
    expect(code('lifecycle', '/x', '--at')).toBe('option-without-value');
    // A comparison is not drawn; the lifecycle of one commit is.
    expect(code('lifecycle', '/x', '--compare', '/y', '--format', 'svg')).toBe('option-value');
    expect(code('lifecycle', '/x', '--at', 'a', '--at', 'b', '--format', 'mermaid')).toBe('option-value');
    expect(value('lifecycle', '/x', '--at', 'a', '--format', 'svg')).toMatchObject({ format: 'svg' });
    expect(code('lifecycles', '/x', '--at', 'a')).toBe('unknown-option');
    expect(value('lifecycles', '/x')).toMatchObject({ json: false, unread: false, failOn: null });
    expect(value('lifecycles', '/x', '--fail-on', 'warning')).toMatchObject({ failOn: 'warning' });
    expect(code('lifecycles', '/x', '--fail-on', 'info')).toBe('option-value');
    expect(value('lifecycles', '/x', '--json', '--unread')).toMatchObject({ json: true, unread: true });
  });

  it('takes --json on lifecycle for the format', () => {
    expect(value('lifecycle', '/x', '--json')).toMatchObject({ format: 'json' });
    expect(value('lifecycle', '/x', '--format', 'svg', '--file', 'a.py', '--file', 'b.py')).toMatchObject({
      format: 'svg',
      files: ['a.py', 'b.py'],
    });
    expect(value('lifecycle', '/x')).toMatchObject({ format: 'text', states: null });
  });

  it.each([
    [[], 'no-command'],
    [['frob'], 'unknown-command'],
    [['run'], 'missing-argument'],
    [['run', 'a', 'b'], 'extra-argument'],
    [['run', 'a', '--wri'], 'unknown-option'],
    [['run', 'a', '--write=yes'], 'option-with-value'],
    [['run', 'a', '--target'], 'option-without-value'],
    [['probe', '-F', '--host-key', 'x', 'gpu1:/srv', '--', 'ls'], 'option-without-value'],
    [['run', 'a', '--fail-on', 'low'], 'option-value'],
    [['lifecycle', '/x', '--format', 'pdf'], 'option-value'],
    [['probe', 'gpu1:/srv', '--sandbox', 'on', '--', 'ls'], 'option-value'],
    [['policy', '--sandbox', 'off', 'ls'], 'unknown-option'],
    [['probe', '/x', '--host-key', 'MD5:aa', '--', 'ls'], 'host-key-form'],
    [['policy', 'grep', 'x'], 'line-in-pieces'],
    [['export', 'a.sonde.md'], 'missing-argument'],
    [['demo', 'now'], 'extra-argument'],
  ])('refuses %j with %s', (argv, expected) => {
    expect(code(...argv)).toBe(expected);
  });

  it('gives help for a command anywhere on its line', () => {
    expect(value('probe', '--help')).toEqual({ name: 'help', topic: 'probe' });
    expect(value('help', 'run')).toEqual({ name: 'help', topic: 'run' });
  });
});
