import * as vscode from 'vscode';
import { DisposableStore, systemClock, type Logger } from '../base/index.ts';
import { editorMessages, useTranslations } from '../messages/index.ts';
import type { Ledger } from '../probe/index.ts';
import { formatTarget } from '../transport/index.ts';
import { ClaimsView } from './claims/view.ts';
import { registerDiscovery } from './discovery/commands.ts';
import { DiscoveryView } from './discovery/view.ts';
import { LeadsView, type LeadNode } from './leads/view.ts';
import { register, setContextKey } from './editor/commands.ts';
import { channelLogger } from './editor/log.ts';
import { changesSetting, readSettings } from './editor/settings.ts';
import { registerFileCommands } from './files/commands.ts';
import { PlaceOpener } from './files/opener.ts';
import { PartDocuments } from './files/parts.ts';
import { RemoteFileSystem } from './files/provider.ts';
import { registerPythonProviders } from './files/python.ts';
import { askToRead } from './files/ask.ts';
import { PathRules } from './files/rules.ts';
import { WaitingFiles } from './files/waiting.ts';
import { Confirmations } from './ledger/confirm.ts';
import { registerLedger } from './ledger/register.ts';
import { HazardDiagnostics } from './hazards/diagnostics.ts';
import { registerExplanations } from './hazards/explain.ts';
import { registerHazardActions } from './hazards/actions.ts';
import { registerLifecycleHover } from './hazards/hover.ts';
import { KnownLifecycles } from './hazards/known.ts';
import { findContent, registerLifecycleCommand } from './lifecycle/command.ts';
import { LifecyclePanels } from './lifecycle/panel.ts';
import { FILE_SCHEME, NOTEBOOK_TYPE } from './manifest.ts';
import { adoptCells } from './notebook/adopt.ts';
import { openStoredDemo, registerNotebookCommands, sayRefused } from './notebook/commands.ts';
import { InvestigationController } from './notebook/controller.ts';
import { CutCells } from './notebook/cutCells.ts';
import { CellDiagnostics } from './notebook/diagnostics.ts';
import { Investigations } from './notebook/investigations.ts';
import { offerCutCells } from './notebook/offerCutCells.ts';
import { listenToRenderer } from './notebook/rendererMessages.ts';
import { InvestigationSerializer } from './notebook/serializer.ts';
import { registerProbeHelp } from './probe/register.ts';
import { PinActions } from './pins/actions.ts';
import { registerPinCommands } from './pins/commands.ts';
import { PinDecorations } from './pins/decorations.ts';
import { Excerpts } from './pins/excerpts.ts';
import { PinsView } from './pins/view.ts';
import { activeTargets } from './targets/active.ts';
import { registerTargetCommands } from './targets/commands.ts';
import { Connecting } from './targets/connecting.ts';
import type { DialerOptions } from './targets/dialer.ts';
import type { Dialer } from './targets/live.ts';
import { editorPrompts } from './targets/prompts.ts';
import { TargetRegistry } from './targets/registry.ts';
import { Secrets } from './targets/secrets.ts';
import { TargetStatus } from './targets/statusBar.ts';
import { TargetsView } from './targets/view.ts';

/** What a kind of extension host brings in. */
export interface Host {
  readonly ledger: Ledger;
  /** Null where no connection can be opened. */
  readonly dialer: (parts: DialerParts) => Dialer | null;
  /** Opens the demo; without it its stored evidence is shown. */
  readonly openDemo: (() => Promise<void>) | null;
}

/** What a host's dialer is made with. */
export interface DialerParts {
  readonly logger: Logger;
  /** Asks before a file outside the root, or one that holds secrets, is read. */
  readonly allow: DialerOptions['allow'];
  /** Asks before a line that Sonde sends by itself, such as a search of an analysis. */
  readonly confirm: DialerOptions['confirm'];
}

/** The running extension, for what a host adds to it. */
export interface App {
  readonly targets: TargetRegistry;
  readonly connecting: Connecting;
  readonly logger: Logger;
  readonly store: DisposableStore;
}

/** Wires the extension by hand. Nothing connects, and nothing is read from disk. */
export function startApp(context: vscode.ExtensionContext, host: Host): App {
  const store = new DisposableStore();
  context.subscriptions.push(store);
  if (vscode.l10n.bundle !== undefined) useTranslations(vscode.l10n.bundle);
  const channel = store.add(vscode.window.createOutputChannel('Sonde', { log: true }));
  const logger = channelLogger(channel);
  const secrets = new Secrets(context);
  const rules: PathRules = new PathRules(askToRead, systemClock, (name): string => {
    const target = targets.entry(name)?.target;
    return target?.ok === true ? formatTarget(target.value) : '';
  });
  const confirmations = new Confirmations();
  const targets: TargetRegistry = store.add(
    new TargetRegistry({
      targets: () => readSettings().targets,
      dialer: host.dialer({
        logger,
        allow: (name, question) => rules.ask(name, question),
        confirm: (question, place) => confirmations.ask(question, place),
      }),
      prompts: (_name, target) => editorPrompts(target, secrets),
    }),
  );
  const connecting = new Connecting(targets);
  store.add(targets.onDidLose((lost) => void connecting.tellLost(lost)));
  const opener = new PlaceOpener(targets, connecting, rules);
  const investigations = store.add(new Investigations());
  const pins = new PinActions({ investigations, opener, connecting });
  const panels = store.add(
    new LifecyclePanels({
      extensionUri: context.extensionUri,
      opener,
      logger,
      compare: {
        targets,
        connecting,
        investigations,
        confirm: (name) => (question) =>
          confirmations.ask(question, {
            name,
            label: targets.entry(name)?.label ?? name,
            scope: `target ${name}`,
            kind: 'search',
          }),
      },
      memory: context.workspaceState,
      find: (origin) => findContent(investigations, origin),
    }),
  );

  startFiles(store, { targets, connecting, rules });
  const known = store.add(new KnownLifecycles(investigations, targets));
  store.add(known.onDidRun(({ notebook, id }) => panels.ran(notebook, id)));
  startNotebook(store, { known, investigations, targets, connecting, logger, rules, confirmations });
  startViews(store, { opener, targets, connecting, secrets, investigations, pins });
  store.add(new PinDecorations(investigations, targets, context.extensionUri));
  store.add(new Excerpts(investigations));
  const hazards = store.add(new HazardDiagnostics(known));
  store.add(registerHazardActions(hazards, investigations));
  store.add(registerExplanations());
  const view = store.add(new DiscoveryView());
  store.add(registerDiscovery({ view, targets, connecting, panels, known }));
  store.add(registerLifecycleHover(known));
  store.add(listenToRenderer({ pins, logger }));
  store.add(registerProbeHelp({ targets, investigations, rules }));
  store.add(registerNotebookCommands(targets, investigations));
  store.add(registerFileCommands({ targets, connecting, opener, rules }));
  store.add(registerLifecycleCommand(investigations, panels));
  store.add(registerLedger({ ledger: host.ledger, investigations, targets }));
  store.add(register('sonde.showLog', () => channel.show()));
  store.add(register('sonde.openDemo', () => host.openDemo?.() ?? openStoredDemo(context.extensionUri)));
  setContextKey('sonde.active', true);
  setContextKey('sonde.canConnect', targets.canConnect);
  return { targets, connecting, logger, store };
}

interface FileParts {
  readonly targets: TargetRegistry;
  readonly connecting: Connecting;
  readonly rules: PathRules;
}

function startFiles(store: DisposableStore, parts: FileParts): void {
  const { targets, connecting, rules } = parts;
  const waiting = store.add(new WaitingFiles(targets, connecting));
  const files = store.add(new RemoteFileSystem(targets, rules, (name) => void waiting.tell(name)));
  const reason = new vscode.MarkdownString();
  reason.appendText(editorMessages.readOnlyReason());
  store.add(
    vscode.workspace.registerFileSystemProvider(FILE_SCHEME, files, {
      isReadonly: reason,
      isCaseSensitive: true,
    }),
  );
  store.add(new PartDocuments(targets, rules));
  store.add(registerPythonProviders(targets));
  store.add(
    targets.onDidChange((name) => {
      const open = vscode.workspace.textDocuments
        .map((document) => document.uri)
        .filter((uri) => uri.scheme === FILE_SCHEME && uri.authority === name);
      if (open.length > 0 && targets.live(name) !== undefined) files.connectionChanged(open);
    }),
  );
}

function startNotebook(
  store: DisposableStore,
  parts: {
    readonly known: KnownLifecycles;
    readonly investigations: Investigations;
    readonly targets: TargetRegistry;
    readonly connecting: Connecting;
    readonly logger: Logger;
    readonly rules: PathRules;
    readonly confirmations: Confirmations;
  },
): void {
  store.add(
    vscode.workspace.registerNotebookSerializer(NOTEBOOK_TYPE, new InvestigationSerializer(sayRefused), {
      transientOutputs: true,
    }),
  );
  const cut = store.add(new CutCells());
  store.add(new InvestigationController({ ...parts, cut }));
  store.add(offerCutCells({ ...parts, cut }));
  store.add(new CellDiagnostics(parts.investigations));
  store.add(adoptCells());
}

async function openLead(opener: PlaceOpener, lead: LeadNode | undefined): Promise<void> {
  if (lead !== undefined)
    await opener.open({
      on: lead.on,
      file: lead.file,
      first: lead.line,
      last: lead.line,
      preserveFocus: true,
    });
}

interface ViewParts {
  readonly opener: PlaceOpener;
  readonly targets: TargetRegistry;
  readonly connecting: Connecting;
  readonly secrets: Secrets;
  readonly investigations: Investigations;
  readonly pins: PinActions;
}

function startViews(store: DisposableStore, parts: ViewParts): void {
  const { opener, targets, investigations, pins } = parts;
  const targetsView = store.add(new TargetsView(targets));
  const pinsView = store.add(new PinsView(investigations, (key, before) => pins.move(key, before)));
  const status = store.add(new TargetStatus(targets));
  const { window } = vscode;
  store.add(window.createTreeView('sonde.targets', { treeDataProvider: targetsView }));
  const pinsTree = store.add(
    window.createTreeView('sonde.pins', { treeDataProvider: pinsView, dragAndDropController: pinsView }),
  );
  const claims = store.add(new ClaimsView(investigations));
  const claimsTree = store.add(window.createTreeView('sonde.claims', { treeDataProvider: claims }));
  store.add(claimsTree.onDidChangeSelection(({ selection }) => void claims.reveal(selection[0])));
  const leads = store.add(new LeadsView(investigations, targets));
  const leadsTree = store.add(window.createTreeView('sonde.leads', { treeDataProvider: leads }));
  store.add(leadsTree.onDidChangeSelection(({ selection }) => void openLead(opener, selection[0])));
  store.add(registerTargetCommands({ ...parts, view: targetsView }));
  store.add(registerPinCommands({ pins, view: pinsView, tree: pinsTree, investigations }));
  const showStatus = (): void => status.update(activeTargets(investigations), investigations.all.length > 0);
  store.add(window.onDidChangeActiveTextEditor(showStatus));
  store.add(window.onDidChangeActiveNotebookEditor(showStatus));
  const update = (): void => {
    setContextKey('sonde.connected', targets.allLive().length > 0);
    targetsView.refresh();
    showStatus();
  };
  store.add(targets.onDidChange(update));
  store.add(investigations.onDidChange(update));
  store.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (changesSetting(event, 'sonde.targets')) targets.refresh();
    }),
  );
  update();
}
