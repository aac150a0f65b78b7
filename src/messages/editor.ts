import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { NotRun } from '../investigation/index.ts';
import type { ConfirmQuestion } from '../probe/index.ts';
import type { HostKeyQuestion } from '../transport/index.ts';
import { confirmReason } from './confirm.ts';

/** State of a logical target. */
export type TargetState = 'disconnected' | 'connecting' | 'connected' | 'lost';

/** Sentences and labels of the editor, in the reader's language. */
export const editorMessages = {
  // Host keys and secrets
  trustHostKey: () => l10n.t('Trust This Key'),
  hostKeyTitle: (host: string, port: number) =>
    l10n.t('The key of {0}, port {1}, is not known. Is it the right host?', host, port),
  hostKeyDetail: (question: HostKeyQuestion) =>
    [
      l10n.t('{0} key, fingerprint {1}', question.keyType, question.fingerprint),
      ...(question.knownTypes.length === 0
        ? []
        : [l10n.t('Keys of other types are known for this host: {0}.', question.knownTypes.join(', '))]),
      l10n.t(
        'Compare the fingerprint with the one that the host’s administrator gives you. Sonde keeps the key in a file of its own; your known_hosts stays as it is.',
      ),
    ].join('\n\n'),
  keepSecret: () => l10n.t('Remember in the editor’s secret storage'),
  secretWillBeKept: () => l10n.t('Will be remembered; press again to not remember it'),
  passphrase: (file: string) => l10n.t('Passphrase of the key {0}', file),
  password: (user: string, host: string) => l10n.t('Password of {0} on {1}', user, host),
  hostAsks: (host: string, prompt: string) => l10n.t('{0} asks: {1}', host, prompt),
  secretsForgotten: (count: number) =>
    count === 0
      ? l10n.t('No passwords or passphrases were stored.')
      : l10n.t('Forgot stored passwords and passphrases: {0}.', count),

  // Targets
  targetState: (state: TargetState) => {
    if (state === 'connected') return l10n.t('connected');
    if (state === 'lost') return l10n.t('connection lost');
    return state === 'connecting' ? l10n.t('connecting') : l10n.t('not connected');
  },
  hostWithoutTarget: () => l10n.t('host of your SSH configuration'),
  hostLabel: (host: string) => l10n.t('{0}, host of your SSH configuration', host),
  targetTextInvalid: (text: string) => l10n.t('not a target: {0}', text),
  notConnectedShort: () => l10n.t('Sonde: not connected'),
  connectHint: () => l10n.t('Connect to a target'),
  addTarget: () => l10n.t('Add Target…'),
  chooseTargetTitle: () => l10n.t('Choose a Target'),
  chooseTargetHint: () => l10n.t('A target of yours, or a host of your SSH configuration'),
  mapTargetTitle: (name: string) => l10n.t('Where Is “{0}”?', name),
  mapTargetHint: (name: string) =>
    l10n.t('The investigation calls its target “{0}”. Choose the host that it means for you.', name),
  typeTarget: () => l10n.t('Type another host or a local folder…'),
  targetTextHint: () =>
    l10n.t(
      'alias:/absolute/root, ssh://user@host:port/absolute/root, alias/docker=NAME:/absolute/root, or a local folder',
    ),
  rootTitle: (host: string) => l10n.t('Root Folder on {0}', host),
  rootHint: (host: string) =>
    l10n.t('Probes start in this folder, and files are named from it: {0}:/absolute/root', host),
  nameTargetTitle: () => l10n.t('Name the Target'),
  nameTargetHint: () => l10n.t('Investigations use this name in place of the host.'),
  targetNameForm: () => l10n.t('A name starts with a letter a–z and goes on with a–z, 0–9 and -.'),
  targetNameTaken: (name: string) => l10n.t('“{0}” is the name of another target already.', name),
  targetUnknown: (name: string) =>
    l10n.t('No target is called “{0}” here. Add it with Sonde: Add Target….', name),
  noConnections: () =>
    l10n.t('This window cannot open SSH connections. Open the investigation in a desktop window to run it.'),
  connecting: (name: string) => l10n.t('Connecting to {0}', name),
  connectFailed: (name: string, reason: string) => l10n.t('Not connected to {0}. {1}', name, reason),
  tryAgain: () => l10n.t('Try Again'),
  showLog: () => l10n.t('Show Log'),
  connect: () => l10n.t('Connect'),
  notConnected: (name: string) => l10n.t('{0} is not connected.', name),
  connectionLost: (name: string, reason: string) => l10n.t('The connection to {0} ended. {1}', name, reason),
  reconnect: () => l10n.t('Reconnect'),

  // Files
  readOnlyReason: () =>
    l10n.t(
      'This file lies on another machine. Sonde only reads there, so that an investigation changes nothing.',
    ),
  openOutside: () => l10n.t('Open Outside the Root'),
  outsideRoot: (path: string, name: string, root: string) =>
    l10n.t(
      '{0} lies outside the root of {1}, which is {2}. Open it, and others outside the root, in this session?',
      path,
      name,
      root,
    ),
  cannotOpen: (file: string, name: string, detail: string) =>
    l10n.t('{0} on {1} cannot be opened. {2}', file, name, detail),
  noSuchFile: (file: string, name: string) =>
    l10n.t('There is no file {0} on {1}. Check the path; names are relative to the root.', file, name),
  openFileTitle: (name: string) => l10n.t('Open a File of {0}', name),
  openFileHint: (root: string) =>
    l10n.t('A path below {0}, or an absolute one; a line may follow: conn.py:507', root),
  choosePlace: () => l10n.t('Choose a Place'),

  // Notebook
  notebookRefused: (reason: string) =>
    l10n.t('Not an investigation that can be shown as a notebook: {0}', reason),
  openAsText: () => l10n.t('Open as Text'),
  runProbeTitle: (name: string) => l10n.t('Probe on {0}', name),
  runProbeHint: () => l10n.t('One read-only command line, such as: grep -rn "def update" src'),
  useInstead: (line: string) => l10n.t('Replace by: {0}', line),
  stopped: () => l10n.t('stopped'),
  exitStatus: (status: number) => l10n.t('exit {0}', status),
  hitCount: (count: number) => (count === 1 ? l10n.t('1 hit') : l10n.t('{0} hits', count)),
  lineCount: (count: number) => (count === 1 ? l10n.t('1 line') : l10n.t('{0} lines', count)),
  noOutput: () => l10n.t('no output'),
  cutAtBytes: () => l10n.t('cut at the output limit'),
  cutAtTime: () => l10n.t('stopped at the time limit'),
  milliseconds: (count: number) => l10n.t('{0} ms', count),
  seenOn: (day: string) => l10n.t('seen {0}', day),
  notRunBecause: ({ reason }: NotRun): string => {
    switch (reason.code) {
      case 'target-unmapped':
        return l10n.t('Not run: {0} is not connected.', reason.name);
      case 'target-unclear':
        return l10n.t('Not run: the cell names no target. Add on=NAME to it: {0}.', reason.known.join(', '));
      case 'blank':
        return l10n.t('Not run: give {0} a value under vars in the front matter.', reason.names.join(', '));
      case 'cancelled':
        return l10n.t('Not run: cancelled.');
      default:
        return unreachable(reason);
    }
  },
  notConnectedCell: (name: string) =>
    l10n.t(
      '{0} is not connected; nothing was run. Connect it in the Targets view, then run the cell again.',
      name,
    ),
  allow: () => l10n.t('Allow'),
  fenceOutside: (name: string, file: string) =>
    l10n.t(
      'The analysis wants to read {1} on {0}, outside the root. Allow it, and others like it, in this session?',
      name,
      file,
    ),
  fenceSensitive: (name: string, file: string) =>
    l10n.t(
      '{1} on {0} may hold keys, passwords or a history. Read it, and others like it, on this target in this session?',
      name,
      file,
    ),
  secretsReplaced: (count: number) =>
    count === 1 ? l10n.t('1 secret replaced') : l10n.t('{0} secrets replaced', count),
  secretsFound: (count: number, places: string) =>
    count === 1
      ? l10n.t(
          'An answer holds what looks like a secret ({0}). It is stored with a mark in its place.',
          places,
        )
      : l10n.t(
          '{0} answers hold what looks like secrets ({1}). They are stored with marks in their place.',
          count,
          places,
        ),
  secretsRedact: () => l10n.t('Keep the Marks'),
  secretsKeep: () => l10n.t('Store As It Is'),
  secretsDrop: () => l10n.t('Do Not Store'),
  pinSecrets: (sentence: string) =>
    l10n.t(
      '{0} The excerpt is stored in the investigation. Pin it with a mark in place of the secret?',
      sentence,
    ),
  pinWithMark: () => l10n.t('Pin With a Mark'),
  pinAsItIs: () => l10n.t('Pin As It Is'),
  open: () => l10n.t('Open'),
  pin: () => l10n.t('Pin'),
  line: () => l10n.t('Line'),
  text: () => l10n.t('Text'),
  more: () => l10n.t('More'),
  newInvestigationTitle: () => l10n.t('An investigation'),
  newInvestigationQuestion: () => l10n.t('What happens, and what should happen instead?'),

  // Pins
  noInvestigation: () =>
    l10n.t('No investigation is open. Open one, or make one with Sonde: New Investigation.'),
  chooseInvestigation: () => l10n.t('Pin into Which Investigation?'),
  pinned: (place: string) => l10n.t('Pinned {0}.', place),
  pinNotWritten: (reason: string) => l10n.t('The pin could not be written. {0}', reason),
  renamePinTitle: () => l10n.t('Rename Pin'),
  renamePinHint: () => l10n.t('A letter, then letters, digits and -'),
  pinWithoutId: () => l10n.t('This pin has no id yet. Run its cell while the target is connected.'),
  pinIdTaken: (id: string) => l10n.t('“{0}” is used in this investigation already.', id),
  notePinTitle: (pin: string) => l10n.t('Note on {0}', pin),
  notePinHint: () => l10n.t('What this region shows; an empty note is removed.'),
  lines: (first: number, last: number | null) => {
    if (last === null) return l10n.t('from line {0}', first);
    return first === last ? l10n.t('line {0}', first) : l10n.t('lines {0}–{1}', first, last);
  },
  pinStep: (index: number, count: number, title: string) =>
    l10n.t('Pin {0} of {1}: {2}', index, count, title),
  selectFirst: () => l10n.t('Select lines in a remote file first.'),
  excerptMissing: () => l10n.t('This pin keeps no excerpt yet. Run its cell while the target is connected.'),

  // Claims and leads
  notFoundYet: () => l10n.t('definition not found yet'),
  claimKind: (kind: 'observation' | 'deduction' | 'assumption' | 'hypothesis' | 'question') => {
    const words: Readonly<Record<typeof kind, string>> = {
      observation: l10n.t('observation'),
      deduction: l10n.t('deduction'),
      assumption: l10n.t('assumption'),
      hypothesis: l10n.t('hypothesis'),
      question: l10n.t('question'),
    };
    return words[kind];
  },
  claimStatus: (status: 'open' | 'supported' | 'refuted') => {
    const words: Readonly<Record<typeof status, string>> = {
      open: l10n.t('open'),
      supported: l10n.t('supported'),
      refuted: l10n.t('refuted'),
    };
    return words[status];
  },

  // Lifecycle, ledger, demo
  lifecycleTitle: () => l10n.t('Lifecycle'),
  chooseLifecycle: () => l10n.t('Choose a Lifecycle'),
  noLifecycle: () =>
    l10n.t(
      'This investigation has no lifecycle result yet. Add a lifecycle cell, and run it while the target is connected.',
    ),
  exportLedgerTitle: () => l10n.t('Export the Ledger'),
  jsonLines: () => l10n.t('JSON lines'),
  lifecycleNotSaved: (file: string, detail: string) =>
    l10n.t('{0} could not be written. Choose another place. {1}', file, detail).trimEnd(),
  ledgerNotWritten: (file: string, detail: string) =>
    l10n.t('The ledger could not be written to {0}. {1}', file, detail),
  ledgerExported: (count: number, hosts: string) =>
    l10n.t(
      '{0}. The file names hosts, users and files ({1}): look at it before you share it.',
      count === 1 ? l10n.t('1 entry written') : l10n.t('{0} entries written', count),
      hosts,
    ),
  attachLedgerTitle: (count: number) =>
    count === 1 ? l10n.t('Attach the ledger, 1 entry?') : l10n.t('Attach the ledger, {0} entries?', count),
  attachLedgerDetail: (hosts: string) =>
    l10n.t(
      'Whoever gets the investigation sees every line that was sent in this session, also for other investigations, with its time, and who ran it where: {0}. With logical names it says only the names of your targets.',
      hosts,
    ),
  attachWithHosts: () => l10n.t('Attach With Hosts and Users'),
  attachWithNames: () => l10n.t('Attach With Logical Names'),
  confirmTitle: (name: string, label: string) => l10n.t('Send this probe to {0} ({1})?', name, label),
  confirmDetail: (question: ConfirmQuestion) =>
    `$ ${question.line}\n\n${confirmReason(question)}${l10n.t('The host gets: {0}', question.command)}`,
  confirmRun: () => l10n.t('Run'),
  confirmAll: (kind: 'notebook' | 'search') =>
    kind === 'notebook' ? l10n.t('Run All of This Notebook') : l10n.t('Run All That Sonde Looks For'),
  ledgerEmpty: () => l10n.t('Nothing was sent to a host in this session.'),
  demoStarting: () => l10n.t('Starting the demo’s SSH host'),
  demoFailed: (reason: string) => l10n.t('The demo could not be started. {0}', reason),
} as const;
