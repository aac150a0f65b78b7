import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { Refusal } from '../probe/index.ts';
import { commandHint } from './command-hints.ts';
import { quoted, visible } from './quoted.ts';

/**
 * Why a line was refused: the place, the reason, and what to type instead where there is something. Where that
 * is several lines, they stand below, one each.
 */
export function refusalMessage(refusal: Refusal): string {
  const place = l10n.t('Column {0}: {1}', refusal.at + 1, refusalReason(refusal));
  const { instead, then = [] } = refusal;
  if (instead === undefined) return place;
  const notes = leftOutNotes(refusal.data)
    .map((note) => ` ${note}`)
    .join('');
  if (then.length === 0) return `${place}${notes} ${l10n.t('Type instead: {0}', instead)}`;
  const lines = [instead, ...then].map((line) => `\n  ${line}`).join('');
  return `${place}${notes} ${l10n.t('Type instead, one probe a line:')}${lines}`;
}

/** What the line to type instead does not do, a sentence each. */
function leftOutNotes(data: Refusal['data']): readonly string[] {
  const t = l10n.t;
  const filters = data['filters'];
  return [
    ...(data['lists'] === undefined
      ? []
      : [t('The line below only lists the files; read those that you mean by their names.')]),
    ...(data['instead'] === undefined
      ? []
      : [t('Sonde does not walk the whole machine, so the line below looks in the root folder only.')]),
    ...(filters === undefined
      ? []
      : [t('{0} then filters the lines that are found, not the names that are searched.', visible(filters))]),
  ];
}

function redirection(name: string, word: string, kind: string): string {
  const t = l10n.t;
  if (kind === 'input')
    return t('{0} redirects. Name the file behind the command, or put cat FILE | in front.', name);
  if (kind === 'output' && !/^2|\/dev\/null$|>&?\d$/.test(word))
    return t('{0} would write a file, and probes only read. Leave it out; what is printed is kept.', name);
  return t('{0} redirects. Only 2>/dev/null and 2>&1 are allowed, at the end of a command.', name);
}

/** The reason alone, with the way out in general terms. */
function refusalReason({ rule, word, data }: Refusal): string {
  const t = l10n.t;
  const name = quoted(word);
  const value = (key: string): string => visible(data[key] ?? '');
  const hint = data['command'] === word ? commandHint(word) : undefined;
  if (hint !== undefined) return hint;
  switch (rule) {
    case 'empty':
      return t('the line is empty. Type a command such as grep, sed -n or git log.');
    case 'control-character':
      return t(
        'the control character {0} cannot be part of a probe. Remove it, and type one line at a time.',
        value('character'),
      );
    case 'invisible-character':
      return t(
        'the invisible character {0} could hide what the line does. Remove it, or type a plain space.',
        value('character'),
      );
    case 'look-alike':
      return t(
        '{0} only looks like a character of the command line. Type plain letters, quotes and dashes.',
        name,
      );
    case 'too-long':
      return t(
        'the line is longer than {0} characters. Shorten it, or split it into several probes.',
        value('limit'),
      );
    case 'too-many-stages':
      return t('more than {0} commands are joined by pipes. Leave some out.', value('limit'));
    case 'unterminated-quote':
      return t('the quote that starts here is never closed. Close it, or put a backslash before it.');
    case 'expansion':
      if (word === "$'")
        return t("{0} makes other characters of what stands in it. Of grep, type -P '\\t' for a tab.", name);
      return t(
        '{0} would be replaced by the shell. Put it in single quotes if it is meant as it stands, or write the value.',
        name,
      );
    case 'substitution':
      return t(
        '{0} would run another command. Run that command as a probe of its own, and use what it prints.',
        name,
      );
    case 'brace':
      return t(
        '{0} would be expanded by the shell into several words. Write the words out, or put it in single quotes.',
        name,
      );
    case 'glob':
      if (/^\/+[^/]*[*?[]/.test(word))
        return t('the wildcard in {0} would reach /dev and /proc. Name the folders that you mean.', name);
      return t(
        'the wildcard in {0} would be expanded by the shell, and is only allowed in names of files. Put it in single quotes.',
        name,
      );
    case 'tilde':
      return t(
        '{0} means another place or another user to the shell. Only ~/ is allowed, in names of files; otherwise put it in single quotes.',
        name,
      );
    case 'redirection':
      return redirection(name, word, data['kind'] ?? '');
    case 'sequence':
      return t(
        '{0} joins several commands. Type each as a probe of its own; only "cd FOLDER &&" may stand in front.',
        name,
      );
    case 'background':
      return t('{0} would start something in the background. Leave it out.', name);
    case 'group':
      return t(
        '{0} groups commands. Put it in single quotes if it belongs to a pattern, or leave it out.',
        name,
      );
    case 'history':
      return t('{0} refers to the history of a shell. Write the command out.', name);
    case 'comment':
      return t('a comment cannot stand behind a probe. Remove it, or put it on a line of its own.');
    case 'empty-stage':
      return t('there is no command at one side of the pipe. Add it, or remove the pipe.');
    case 'command-word':
      if (/[$#%>]$/.test(word))
        return t('{0} looks like the prompt of a shell. Type what stands behind it.', name);
      return t(
        '{0} is not the bare name of a command. Type the name alone, without a path, quotes or backslashes.',
        name,
      );
    case 'assignment':
      return t(
        '{0} sets a variable for the command. Leave it out; probes run in an environment of their own.',
        name,
      );
    case 'command':
      return t(
        '{0} is not among the commands that Sonde knows to be read-only. Use grep, sed -n, head, tail, cat, ls, find or git.',
        name,
      );
    case 'wrapper':
      return t(
        '{0} would run another program. Type that program directly; Sonde adds its own limits of time and size.',
        name,
      );
    case 'writes':
      if (word === 'gzip')
        return t('gzip replaces files unless it is told to print. Type gzip -dc in front of the names.');
      return value('option') === ''
        ? t('{0} can write or change files, and probes only read. Leave it out.', name)
        : t(
            '{0} can make {1} write or change something, and probes only read. Leave it out.',
            name,
            value('command'),
          );
    case 'runs-programs':
      return value('option') === ''
        ? t(
            '{0} can run other programs, and probes run nothing but the commands in the line. Leave it out.',
            name,
          )
        : t('{0} can make {1} run another program. Leave it out.', name, value('command'));
    case 'network':
      return t('{0} would open a network connection from the host. Use what is already there.', name);
    case 'not-a-filter':
      return t(
        '{0} does not read what comes through a pipe. Put it first, or use grep, sed, head, tail, sort or wc here.',
        name,
      );
    case 'option':
      if (value('command') === 'ps')
        return t('{0} is not among the options of ps that Sonde knows: -e, -f, -p and -o.', value('option'));
      return t(
        '{0} is not among the options of {1} that Sonde knows to be read-only. Leave it out.',
        value('option'),
        value('command'),
      );
    case 'option-value':
      return optionValue(data);
    case 'abbreviated-option':
      return t(
        '{0} is shortened, and could mean more than one thing. Write it out: {1}.',
        name,
        value('full'),
      );
    case 'missing-operand':
      return missing(value('command'), value('needs'));
    case 'extra-operand':
      return t('{0} is one name too many for {1}. Remove it.', name, value('command'));
    case 'subcommand':
      return t(
        'git {0} is not among the subcommands that Sonde knows to be read-only. Use log, show, diff, blame, grep, status or ls-files.',
        value('subcommand'),
      );
    case 'revision':
      return t(
        '{0} is not a plain revision. Use a commit, branch or tag, such as HEAD~1 or v1..v2, and put paths behind --.',
        name,
      );
    case 'format':
      return t(
        'the format {0} could run a program or is not known. Use placeholders such as %h %an %s, without signatures and trailers.',
        name,
      );
    case 'script':
      return value('command') === 'awk'
        ? t(
            '{0} does more than print fields of chosen lines. Use a program like {1}.',
            name,
            '\'$1 == "x" {print $2}\'',
          )
        : t(
            '{0} in the script {1} is outside the part of sed that only prints. Use addresses with p, d, q, = or s, such as {2}.',
            quoted(value('found')),
            name,
            "'10,20p'",
          );
    case 'path':
      return pathReason(name, value('reason'), value('folder'));
    case 'outside-root':
      return t(
        '{0} lies outside the root folder. This line comes from others, so it is not read without your consent; on the command line --allow-outside gives it.',
        name,
      );
    case 'sensitive-path':
      return t(
        '{0} may hold keys, passwords or a history, and is not read without your consent; on the command line --allow-sensitive gives it.',
        name,
      );
    case 'follow':
      return t('{0} would never end. Leave it out, and run the probe again to see more.', name);
    case 'recursion-from-root':
      return t('{0} would walk the whole machine, /proc included. Name the folder that you mean.', name);
    case 'not-confirmed':
      return t(
        'it was not sent: each probe is confirmed first, and this one was not. Run it again and say yes, or switch the confirmation off.',
      );
    case 'blank':
      return t('the blank {0} has no value. Fill it in before the line is run.', value('name'));
    default:
      return unreachable(rule);
  }
}

type Data = Refusal['data'];

function optionValue(data: Data): string {
  const t = l10n.t;
  const [option, command, needs] = [
    visible(data['option'] ?? ''),
    visible(data['command'] ?? ''),
    data['needs'] ?? '',
  ];
  if (needs === 'none') return t('{0} of {1} takes no value. Remove it.', option, command);
  if (data['value'] === undefined) return t('{0} of {1} needs a value. Add it.', option, command);
  if (needs === 'count' || needs === 'size') {
    return t(
      '{0} is no number that {1} of {2} may have. Use a smaller or a plain number.',
      quoted(data['value']),
      option,
      command,
    );
  }
  if (needs === 'columns') {
    return t(
      '{0} are no columns that {1} of {2} may show. Use pid, ppid, user, lstart, etime, stat, comm or args, joined by commas.',
      quoted(data['value']),
      option,
      command,
    );
  }
  if (needs.includes('|')) {
    return t(
      '{0} is no value of {1} of {2}. Use one of: {3}.',
      quoted(data['value']),
      option,
      command,
      needs.replaceAll('|', ', '),
    );
  }
  return t('{0} is no value that {1} of {2} may have. Change it.', quoted(data['value']), option, command);
}

function missing(command: string, needs: string): string {
  const t = l10n.t;
  switch (needs) {
    case 'pattern':
      return t('{0} needs a pattern. Add it, in single quotes.', command);
    case 'script':
      return t('{0} needs a script. Add it, in single quotes.', command);
    case 'set':
      return t('{0} needs a set of characters. Add it, in single quotes.', command);
    case 'revision':
      return t('{0} needs a revision. Add one, such as HEAD.', command);
    case 'subcommand':
      return t('{0} needs a subcommand. Add one, such as log.', command);
    case 'two-files':
      return t('{0} needs two files. Name both.', command);
    case 'pipe':
      return t('{0} needs something to read. Put it behind a pipe.', command);
    case '-p':
      return t(
        '{0} needs to know what to show. Add -p for the content, -t for the type or -s for the size.',
        command,
      );
    case '&&':
      return t('a command is missing. Type it behind "cd FOLDER &&".');
    default:
      return t('{0} would wait for input. Name a file or folder, or put it behind a pipe.', command);
  }
}

function pathReason(name: string, reason: string, folder: string): string {
  const t = l10n.t;
  switch (reason) {
    case 'empty':
      return t('the name of a file is empty. Write it, or remove the quotes.');
    case 'stdin':
      return t('{0} means standard input. Leave it out; a command behind a pipe reads it anyway.', name);
    case 'pathspec':
      return t('{0} is a pathspec that Sonde does not know. Use a plain path, or :(exclude).', name);
    default:
      if (folder === '/proc')
        return t(
          '{0} leads to /proc, which may block, never end or hold the secrets of other programs. Name a file elsewhere; ps -ef shows the processes.',
          name,
        );
      return t(
        '{0} leads to {1}, which may block, never end or belong to other programs. Name a file elsewhere.',
        name,
        folder,
      );
  }
}
