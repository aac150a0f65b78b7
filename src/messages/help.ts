import * as l10n from '@vscode/l10n';

/** `sonde --help`. */
export function generalHelp(): string {
  return l10n.t(`sonde: guided, read-only investigations of code that lives on another machine

  sonde demo [--serve] [--json]                            an SSH host on loopback, the demo investigation run against it
  sonde run FILE [--target [NAME=]T]… [--write] [--json]   run an investigation (*.sonde.md)
  sonde verify FILE [--target [NAME=]T]… [--json]          is it still true?
  sonde probe TARGET [--json] -- LINE                      one probe; LINE is one argument
  sonde policy [--json] [--] LINE | -                      a verdict on a line, without a host
  sonde policy --help [COMMAND] [--json]                   what a probe may use, and what is refused
  sonde lifecycle TARGET [--states NAME] [--class NAME] [--store NAME] [--file F]… [--format text|json|mermaid|svg]
  sonde lifecycle TARGET … [--at COMMIT]… [--compare TARGET2]   as a commit has it; what differs between two
  sonde lifecycles TARGET [--json]                         every lifecycle found below the root
  sonde export FILE --format html|md|json [-o OUT]         an investigation as a page

Targets: alias:/abs/root, ssh://user@host:port/abs/root, alias/docker=NAME:/abs/root (or podman=), or a local folder.
More: sonde COMMAND --help`);
}

const connection = (): string =>
  l10n.t(`Reaching the target:
  -F FILE              another ssh configuration
  --host-key SHA256:…  accept exactly this host key (unknown ones are asked on a terminal, else refused)
  --transport auto|ssh2|openssh
                       our own client, the system's ssh, or that where ours cannot do it (default auto)
  --allow-outside      read what links and notebooks name outside the root, without asking
  --allow-sensitive    read files of keys, tokens and histories, without asking
  --confirm            ask before each probe is sent (without a terminal none is)
  --ledger FILE        append all that is sent to FILE, a line of JSON for each command
  --sandbox auto|off|required
                       put the host's bwrap or Landlock around probes where it has one that works (default auto)`);

const statuses = (): string =>
  l10n.t(`Exit status: 0 done, 1 by --fail-on or verify, 2 usage or failure,
3 a probe was refused.`);

/** `sonde TOPIC --help`. */
export function topicHelp(topic: string): string {
  switch (topic) {
    case 'demo':
      return l10n.t(`sonde demo [--serve] [--json]

Starts an SSH host on 127.0.0.1 over a copy of the demo project, connects to it with the real client, runs the
demo investigation, and writes an HTML report with the picture.
  --serve   keeps the host running and prints an ssh configuration for it; Ctrl+C ends it
  --json    one JSON document on standard output`);
    case 'run':
      return [
        l10n.t(`sonde run FILE [--target [NAME=]T]… [--write] [--json] [--fail-on high|warning]

Runs every probe of the notebook, finds its pins again, and analyses its lifecycles.
  --target [NAME=]T  where a target of the notebook is; else ~/.config/sonde/targets.yaml says (NAME: T)
  --write            writes evidence, pins and results into FILE
  --secrets WHAT     with --write, what looks like a secret is kept, redacted (marks) or dropped (not stored);
                     else it is asked, and redacted where nobody can be asked
  --fail-on LEVEL    exit status 1 where a hazard is at least that severe`),
        connection(),
        statuses(),
      ].join('\n\n');
    case 'verify':
      return [
        l10n.t(`sonde verify FILE [--target [NAME=]T]… [--json]

Runs every probe again and finds every pin again: same, moved, changed, gone, ambiguous, refused, unreachable,
volatile. Nothing is written. Exit status 1 where something is changed, gone or ambiguous.`),
        connection(),
        statuses(),
      ].join('\n\n');
    case 'probe':
      return [
        l10n.t(`sonde probe TARGET [--json] -- LINE

Runs one read-only line on the target. LINE is one argument: quote it.
  sonde probe gpu1:/srv/app -- 'grep -rn set_state --include=*.py .'`),
        connection(),
        statuses(),
      ].join('\n\n');
    case 'policy':
      return [
        l10n.t(`sonde policy [--json] [--] LINE | -
sonde policy --help [COMMAND] [--json]

Says whether a line is approved, and what would be sent, without a host.
With - it judges each line of standard input (a line that starts with json: is
a JSON string); with --json it prints one object a line.`),
        statuses(),
      ].join('\n\n');
    case 'lifecycle':
      return [
        l10n.t(`sonde lifecycle TARGET [--states NAME] [--class NAME] [--store NAME] [--file F]… [--format text|json|mermaid|svg]
                [--at COMMIT]… [--compare TARGET2]

Draws the lifecycle of a status from the Python source: states, setter tables, writes, transitions, hazards.
  --states NAME   the class or enum of the states
  --class NAME    the class that owns the store
  --store NAME    the attribute that holds the status
  --file F        start from this file (relative to the root); may be repeated
  --at COMMIT     the files as a commit, tag or branch has them, by git; given twice, the two are compared
  --compare TARGET2
                  what differs there (added, removed, changed; moved lines are nothing); a second --at is for TARGET2,
                  which may be the same target
  --format        text (default), json (also --json), mermaid, svg; a comparison has the first two
  --fail-on LEVEL exit status 1 where a hazard is at least that severe (high, warning); in a comparison where one is
                  that was not so before`),
        connection(),
        statuses(),
      ].join('\n\n');
    case 'lifecycles':
      return [
        l10n.t(`sonde lifecycles TARGET [--json [--unread]] [--fail-on high|warning]

Lists every lifecycle below the root, most written first: its states, where it is kept, how often it is written and
read. Each line names what "sonde lifecycle TARGET --states NAME --store NAME" takes.
What was not read is told below, with --json on standard error.
  --unread        with --json: an object {lifecycles, unread, cost} that names what was not read, too
  --fail-on LEVEL analyses each that is listed, names on standard error those with a hazard that is at least that severe
                  (high, warning), and ends with exit status 1 if there is one`),
        connection(),
        statuses(),
      ].join('\n\n');
    case 'export':
      return l10n.t(`sonde export FILE --format html|md|json [-o OUT]

Writes the notebook as it stands, without a host: one self-contained HTML page, plain Markdown, or JSON.
  -o OUT          the file to write; else standard output
  --secrets keep  copies what looks like a secret; else a mark stands in its place, and each is named`);
    default:
      return generalHelp();
  }
}
