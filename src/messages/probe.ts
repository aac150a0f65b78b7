import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { Evidence, ProbeError } from '../probe/index.ts';
import { containerMessage } from './container.ts';
import { layerName, noSandboxMessage } from './layers.ts';
import { quoted, quotedEnd, visibleSentence } from './quoted.ts';
import { transportErrorMessage } from './transport.ts';
import { toolSentence } from './userlands.ts';

/** Why an approved line brought no evidence: the place and a way out. */
export function probeErrorMessage(error: ProbeError): string {
  return visibleSentence(errorSentence(error));
}

function errorSentence(error: ProbeError): string {
  const t = l10n.t;
  switch (error.code) {
    case 'operand-missing':
      return t(
        'Column {0}: {1} does not exist on the host. Check its spelling; names are relative to the root folder.',
        error.at + 1,
        quoted(error.file),
      );
    case 'operand-unreadable':
      return t(
        'Column {0}: {1} may not be read by your user on the host. Choose another file, or another user.',
        error.at + 1,
        quoted(error.file),
      );
    case 'operand-outside':
      return t(
        'Column {0}: {1} leads outside the root folder. This line comes from others, so it is not read without your consent; on the command line --allow-outside gives it.',
        error.at + 1,
        quoted(error.file),
      );
    case 'operand-sensitive':
      return t(
        'Column {0}: {1} may hold keys, passwords or a history, and is not read without your consent; on the command line --allow-sensitive gives it.',
        error.at + 1,
        quoted(error.file),
      );
    case 'operand-system':
      return t(
        'Column {0}: {1} leads to /, /dev, /proc or /sys, which may block, never end or belong to other programs. Name a file or folder elsewhere.',
        error.at + 1,
        quoted(error.file),
      );
    case 'operand-kind':
      return t(
        'Column {0}: {1} is neither a file nor a folder but {2}. Reading it could block or take data from another program; name a file.',
        error.at + 1,
        quoted(error.file),
        kindName(error.kind),
      );
    case 'operand-folder':
      return t(
        'Column {0}: {1} cannot be compared with the other: of a folder, links and named pipes in it would be read. Compare two files, or two folders with diff -r.',
        error.at + 1,
        quoted(error.file),
      );
    case 'root-missing':
      return t(
        'The root folder {0} cannot be entered on the host. Check the path in the target.',
        quoted(error.root),
      );
    case 'tool-missing':
      return t(
        '{0} is not installed on the host (in /usr/local/bin, /usr/bin or /bin). Use another command, such as grep.',
        error.tool,
      );
    case 'tool-unknown':
    case 'option-needed':
    case 'option-unsupported':
      return toolSentence(error);
    case 'shell-ended':
      return t(
        '{0} ended the probe in the middle, twice ({1}). Its memory or its processes may be limited: ask for less, or look at the limits of the account with ps and cat /proc/self/limits.',
        error.host,
        error.detail,
      );
    case 'git-filter':
      return t(
        'The repository defines the filter {0}, a program that git could run on changed files. Compare commits instead, such as HEAD~1 HEAD, or name a revision.',
        quoted(error.driver),
      );
    case 'git-work-tree':
      return t(
        'Column {0}: the settings of the repository lead to the work files of another folder, {1}, and the line would show what is in them. Compare commits instead, such as HEAD~1 HEAD, or search that folder with grep -rn.',
        error.at + 1,
        quoted(error.folder),
      );
    case 'not-a-posix-shell':
      return error.said === ''
        ? t(
            'The login on the host does not lead to a POSIX shell. Check that the user may run /bin/sh, that no start file ends or replaces the shell, and that no forced command is set.',
          )
        : t(
            'The login on the host does not lead to a POSIX shell; it said: {0}. Check that the user may run /bin/sh, that no start file ends or replaces the shell, and that no forced command is set.',
            quotedEnd(error.said),
          );
    case 'login-waits':
      return error.said === ''
        ? t(
            '{0}: no shell was there within {1} seconds. Something in the login waits: a start file that asks, a forced command, or a folder on a network drive that is gone. Try ssh with the command true.',
            error.host,
            error.seconds,
          )
        : t(
            '{0}: no shell was there within {1} seconds; the login printed: {2}. Something in it waits: a start file that asks or reads standard input, or a forced command. Let it do so only where there is a terminal.',
            error.host,
            error.seconds,
            quotedEnd(error.said),
          );
    case 'container':
      return containerMessage(error);
    case 'no-sandbox':
      return noSandboxMessage(error.layers);
    default:
      return transportErrorMessage(error);
  }
}

function kindName(kind: Extract<ProbeError, { code: 'operand-kind' }>['kind']): string {
  const t = l10n.t;
  switch (kind) {
    case 'fifo':
      return t('a named pipe');
    case 'socket':
      return t('a socket');
    case 'device':
      return t('a device');
    case 'symlink':
      return t('a link');
    case 'file':
      return t('a file');
    case 'directory':
      return t('a folder');
    case 'unknown':
      return t('something else');
    default:
      return unreachable(kind);
  }
}

/** What a reader should know of evidence besides its output, one sentence each. */
export function evidenceNotes(evidence: Evidence): readonly string[] {
  const t = l10n.t;
  const notes = evidence.notes.map((note) => {
    const [code, detail] = note.split(/:(.*)/s);
    switch (code) {
      case 'links-not-followed':
        return t('Symbolic links were not followed.');
      case 'blame-of-head':
        return t('The repository has filters, so HEAD was blamed instead of the file in the work tree.');
      case 'filter-off':
        return t('The filter {0} was not applied.', quoted(detail ?? ''));
      case 'secrets-left-out':
        return t(
          'Files that may hold keys, passwords or a history were left out. A line that names one asks for them; on the command line --allow-sensitive says yes.',
        );
      case 'may-hold-secrets':
        return t('Command lines of processes may hold passwords and tokens. Look before you share this.');
      case 'errors-cut':
        return t('Standard error was cut.');
      case 'outside-layer':
        return t(
          'Ran outside {0}, in which owners, processes and mounts look different.',
          sandboxName(detail),
        );
      case 'other-layer':
        return t(
          'Ran inside {0}, in which owners, processes and mounts look as they are.',
          sandboxName(detail),
        );
      case 'seen-inside':
        return t(
          'Ran inside {0}: owners other than your user show as nobody, and other processes and mounts may be missing.',
          sandboxName(detail),
        );
      default:
        return note;
    }
  });
  switch (evidence.truncated) {
    case 'bytes':
      return [
        ...notes,
        t('The output was cut at {0} bytes. Narrow the probe, or add | head.', evidence.stdout.length),
      ];
    case 'time':
      return [...notes, t('The probe was stopped when its time was over. Narrow it to a smaller folder.')];
    case null:
      return notes;
    default:
      return unreachable(evidence.truncated);
  }
}

function sandboxName(layer: string | undefined): string {
  return layer === 'bwrap' || layer === 'landlock' ? layerName(layer) : quoted(layer ?? '');
}
