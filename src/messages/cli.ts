import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { FenceQuestion, SecretAnswer, StoredSecret } from '../investigation/index.ts';
import type { ConfirmQuestion } from '../probe/index.ts';
import type { ReadQuestion } from '../source/index.ts';
import type { HostKeyQuestion, SecretQuestion } from '../transport/index.ts';
import { secretKind } from './secrets.ts';
import { confirmReason } from './confirm.ts';

/** Why a command line is not understood. */
export type UsageError =
  | { readonly code: 'no-command' }
  | { readonly code: 'unknown-command'; readonly word: string }
  | { readonly code: 'unknown-option'; readonly option: string; readonly command: string }
  | { readonly code: 'option-without-value'; readonly option: string; readonly command: string }
  | { readonly code: 'option-with-value'; readonly option: string; readonly command: string }
  | {
      readonly code: 'option-value';
      readonly option: string;
      readonly value: string;
      readonly allowed: readonly string[];
    }
  | {
      readonly code: 'missing-argument';
      readonly what: 'FILE' | 'TARGET' | 'LINE' | '--format';
      readonly command: string;
    }
  | { readonly code: 'extra-argument'; readonly word: string; readonly command: string }
  | { readonly code: 'line-in-pieces'; readonly words: readonly string[]; readonly command: string }
  | { readonly code: 'host-key-form'; readonly value: string };

/** One sentence about a command line that is not understood, with the way out. */
export function usageError(error: UsageError): string {
  switch (error.code) {
    case 'no-command':
      return l10n.t('Say what to do: sonde demo shows the main job, sonde --help lists the commands.');
    case 'unknown-command':
      return l10n.t('There is no command "{0}": sonde --help lists the commands.', error.word);
    case 'unknown-option':
      return l10n.t(
        'sonde {1} has no option {0}: sonde {1} --help lists them (no abbreviations).',
        error.option,
        error.command,
      );
    case 'option-without-value':
      return l10n.t('The option {0} needs a value: see sonde {1} --help.', error.option, error.command);
    case 'option-with-value':
      return l10n.t('The option {0} takes no value: see sonde {1} --help.', error.option, error.command);
    case 'option-value':
      return l10n.t(
        'The option {0} does not take "{1}": it takes {2}.',
        error.option,
        error.value,
        error.allowed.join(', '),
      );
    case 'missing-argument':
      return l10n.t('sonde {1} needs {0}: see sonde {1} --help.', error.what, error.command);
    case 'extra-argument':
      return l10n.t('The word "{0}" is one too many: see sonde {1} --help.', error.word, error.command);
    case 'line-in-pieces':
      return l10n.t(
        'The probe line is one argument; quote it: sonde {0} … -- {1}',
        error.command,
        quoteForShell(error.words.join(' ')),
      );
    case 'host-key-form':
      return l10n.t(
        '"{0}" is no host key fingerprint: give it as ssh-keygen -l prints it, SHA256: and 43 characters.',
        error.value,
      );
    default:
      return unreachable(error);
  }
}

/** A word as a POSIX shell reads it back, for a sentence that shows what to type. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What can go wrong at the edge of the command line itself. */
export type CliError =
  | {
      readonly code: 'file-unreadable';
      readonly file: string;
      readonly reason: 'missing' | 'permission' | 'folder' | 'other';
    }
  | { readonly code: 'file-unwritable'; readonly file: string; readonly detail: string }
  | {
      readonly code: 'target-unmapped';
      readonly name: string;
      readonly mapFile: string;
      readonly notebook: string;
    }
  | {
      readonly code: 'target-unused';
      readonly name: string;
      readonly notebook: string;
      readonly names: readonly string[];
    }
  | { readonly code: 'target-ambiguous'; readonly names: readonly string[]; readonly notebook: string }
  | { readonly code: 'root-not-given'; readonly name: string }
  | { readonly code: 'no-such-folder'; readonly folder: string }
  | { readonly code: 'nothing-to-run'; readonly notebook: string }
  | { readonly code: 'targets-file'; readonly file: string; readonly line: number; readonly detail: string }
  | { readonly code: 'not-a-ledger'; readonly file: string }
  | { readonly code: 'ledger-lost'; readonly file: string; readonly detail: string }
  | { readonly code: 'bad-json-line'; readonly line: number };

/** One sentence, with place and way out. */
export function cliError(error: CliError): string {
  switch (error.code) {
    case 'file-unreadable':
      switch (error.reason) {
        case 'missing':
          return l10n.t('There is no file {0}: check the path.', error.file);
        case 'permission':
          return l10n.t(
            'The file {0} may not be read by you: change its permissions or copy it.',
            error.file,
          );
        case 'folder':
          return l10n.t('{0} is a folder: name a notebook in it (*.sonde.md).', error.file);
        case 'other':
          return l10n.t('The file {0} cannot be read.', error.file);
        default:
          return unreachable(error.reason);
      }
    case 'file-unwritable':
      return l10n.t('{0} could not be written ({1}); the file is as it was.', error.file, error.detail);
    case 'target-unmapped':
      return l10n.t(
        '{2} looks at "{0}", and nothing says where that is: add --target {0}=HOST:/ROOT, or a line "{0}: HOST:/ROOT" to {1}.',
        error.name,
        error.mapFile,
        error.notebook,
      );
    case 'target-unused':
      return l10n.t(
        '{1} has no target "{0}": it has {2}.',
        error.name,
        error.notebook,
        error.names.join(', '),
      );
    case 'target-ambiguous':
      return l10n.t(
        '{1} has several targets ({0}): say which one with --target NAME=T.',
        error.names.join(', '),
        error.notebook,
      );
    case 'root-not-given':
      return l10n.t('The target "{0}" has no root folder: write HOST:/absolute/root.', error.name);
    case 'no-such-folder':
      return l10n.t(
        'There is no folder {0} that can be entered. Check the path; a host is written with its root, such as gpu1:/srv/app.',
        error.folder,
      );
    case 'nothing-to-run':
      return l10n.t(
        '{0} has no probe, pins or lifecycle cell, so there is nothing to run. Is it the right file?',
        error.notebook,
      );
    case 'targets-file':
      return l10n.t('{0}:{1}: {2}. Each line is NAME: HOST:/ROOT.', error.file, error.line, error.detail);
    case 'not-a-ledger':
      return l10n.t(
        '{0} is there already and is no ledger of Sonde, so nothing is appended to it, and nothing was sent. Name another file.',
        error.file,
      );
    case 'ledger-lost':
      return l10n.t(
        'The ledger {0} can no longer be written ({1}): what is sent from now on is not in it.',
        error.file,
        error.detail,
      );
    case 'bad-json-line':
      return l10n.t(
        'Line {0} of standard input starts with json: but is no JSON string; it is judged as it stands.',
        error.line,
      );
    default:
      return unreachable(error);
  }
}

/** The question about an unknown host key, on a terminal. */
export function hostKeyQuestion(key: HostKeyQuestion): string {
  const known =
    key.knownTypes.length === 0
      ? ''
      : `\n${l10n.t('This host is known by keys of other types: {0}.', key.knownTypes.join(', '))}`;
  return `${l10n.t('The host {0}, port {1}, is not known. Its {2} key is {3}.', key.host, key.port, key.keyType, key.fingerprint)}${known}\n${l10n.t('Trust this key from now on?')}`;
}

/** The prompt for a secret; a host's own words are marked as such, on one line. */
export function secretPrompt(question: SecretQuestion): string {
  switch (question.kind) {
    case 'passphrase':
      return l10n.t('Passphrase of the key {0}: ', question.file);
    case 'password':
      return l10n.t('Password of {0} on {1}: ', question.user, question.host);
    case 'keyboard':
      return l10n.t(
        '{0} asks {1}: {2} ',
        question.host,
        question.user,
        question.prompt
          .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
          .slice(0, 200)
          .trim(),
      );
    default:
      return unreachable(question);
  }
}

/** The question about what a notebook reads outside its root, or of keys and passwords. */
export function fenceQuestion(question: FenceQuestion): string {
  switch (question.kind) {
    case 'outside':
      return l10n.t(
        'This investigation reads {0} on "{1}", which is outside the root ({2}). Allow what is outside, on this target and for this session?',
        question.file,
        question.on,
        question.line,
      );
    case 'sensitive':
      return l10n.t(
        'This investigation reads {0} on "{1}", where keys, passwords or histories are kept ({2}). Allow it, and others like it, on this target and for this session?',
        question.file,
        question.on,
        question.line,
      );
    default:
      return unreachable(question.kind);
  }
}

/** The question about one file that a search for definitions or a pin reads. */
export function readQuestion(question: ReadQuestion): string {
  switch (question.kind) {
    case 'outside-root':
      return l10n.t('{0} is outside the root. Read what is outside, for this run?', question.path);
    case 'sensitive-path':
      return l10n.t(
        '{0} may hold keys, passwords or a history. Read such files, for this run?',
        question.path,
      );
    default:
      return unreachable(question.kind);
  }
}

/** The question of `--confirm` before a line is sent. */
export function confirmQuestion(target: string, question: ConfirmQuestion): string {
  const { line, command } = question;
  return `${l10n.t('Send this probe to {0}?', target)}\n  $ ${line}\n  ${confirmReason(question)}${l10n.t('The host gets: {0}', command)}\n${l10n.t('(a: yes to all of them)')}`;
}

/** Why `--confirm` sends nothing without a terminal. */
export function confirmUnasked(): string {
  return l10n.t('--confirm asks before each probe, and nobody can be asked here, so none is sent.');
}

/** The question before a typed line reads keys, tokens or histories. */
export function sensitiveQuestion(file: string): string {
  return l10n.t('{0} may hold keys, passwords or a history. Read it?', file);
}

/** What helps where nobody was there to say yes. */
export function sensitiveHint(): string {
  return l10n.t('With --allow-sensitive it is read without a question.');
}

/** The question before answers that hold what looks like a secret are written. */
export function secretsQuestion(file: string, found: readonly SecretAnswer[]): string {
  const lines = found.map((each) => `  ${secretPlaces(file, each)}`);
  return [
    l10n.t('Some of what is to be written looks like secrets:'),
    ...lines,
    l10n.t('Replace them by marks (r), keep them as they are (k), or leave these answers out (d)?'),
  ].join('\n');
}

/** What was done where nobody could be asked. */
export function secretStored(file: string, found: SecretAnswer): string {
  return l10n.t(
    '{0}. A mark is stored in its place; --secrets keep stores it as it is.',
    secretPlaces(file, found),
  );
}

/** A secret that an export leaves out. */
export function secretLeftOut(file: string, secret: StoredSecret): string {
  return l10n.t(
    '{0}:{1} ({2}): line {3} looks like a secret ({4}). The export has a mark in its place; --secrets keep copies it.',
    file,
    secret.place,
    secret.what,
    secret.line,
    secretKind(secret.kind),
  );
}

function secretPlaces(file: string, { id, place, what, found }: SecretAnswer): string {
  const lines = found.map(({ line, kind }) => l10n.t('line {0} ({1})', line, secretKind(kind)));
  const name = id === '' ? what : `${id}, ${what}`;
  return l10n.t('{0}:{1} ({2}): {3} looks like a secret', file, place, name, lines.join(', '));
}

/** What `sonde demo` says besides the results. */
export const demoWords = {
  starting: () => l10n.t('Starting an SSH host on 127.0.0.1 over a copy of the demo project …'),
  connected: (label: string) => l10n.t('Connected to {0}; running the demo investigation.', label),
  noHistory: (why: 'no-git' | 'failed') =>
    why === 'no-git'
      ? l10n.t('git is not here, so the copy has no history: the git probes will say so.')
      : l10n.t('git could not read the bundled history: the git probes will say so.'),
  report: (file: string) => l10n.t('Report with the picture: {0}', file),
  serving: (target: string) =>
    l10n.t(
      "The host keeps running; Ctrl+C ends it and removes its key. Save these lines as FILE (sonde demo --serve > FILE does), then in another terminal: npx sonde probe -F FILE {0} -- 'git log --oneline'",
      target,
    ),
} as const;
