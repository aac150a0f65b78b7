/**
 * What package.json contributes, as typed data: commands, settings, context keys, views and ids are named here and
 * nowhere else in code. A test holds package.json against it in both directions.
 */
export const COMMANDS = [
  'sonde.openDemo',
  'sonde.newInvestigation',
  'sonde.connect',
  'sonde.reconnect',
  'sonde.cancelConnect',
  'sonde.disconnect',
  'sonde.addTarget',
  'sonde.removeTarget',
  'sonde.refreshTargets',
  'sonde.forgetSecrets',
  'sonde.runProbe',
  'sonde.runLead',
  'sonde.runCutCells',
  'sonde.openRemoteFile',
  'sonde.openRoot',
  'sonde.openLines',
  'sonde.pinSelection',
  'sonde.nextPin',
  'sonde.previousPin',
  'sonde.openPin',
  'sonde.renamePin',
  'sonde.notePin',
  'sonde.removePin',
  'sonde.movePinUp',
  'sonde.movePinDown',
  'sonde.showLifecycle',
  'sonde.acceptHazard',
  'sonde.withdrawHazard',
  'sonde.findLifecycles',
  'sonde.openFoundLifecycle',
  'sonde.showLedger',
  'sonde.exportLedger',
  'sonde.attachLedger',
  'sonde.showLog',
  'sonde.openAsText',
] as const;
/** A command that package.json declares and the extension registers. */
export type CommandId = (typeof COMMANDS)[number];

/** Settings with their defaults; each names a host or reaches a command line, so no workspace can set it. */
export const SETTINGS = {
  'sonde.targets': {},
  'sonde.sshConfig': '',
  'sonde.transport': 'auto',
  'sonde.sshPath': '',
  'sonde.probe.outputBytes': 1_000_000,
  'sonde.probe.timeSeconds': 30,
  'sonde.probe.confirm': false,
  'sonde.sandbox': 'auto',
} as const;
/** A setting that package.json declares. */
export type SettingId = keyof typeof SETTINGS;

/** Keys for `when` clauses, set by the extension. */
export const CONTEXT_KEYS = [
  /** The extension runs. */
  'sonde.active',
  /** Connections can be opened in this window. */
  'sonde.canConnect',
  /** At least one target is connected. */
  'sonde.connected',
  /** An investigation is open as a notebook. */
  'sonde.investigationOpen',
  /** The current investigation has pins. */
  'sonde.hasPins',
  /** The current investigation has cells that a lost connection cut off. */
  'sonde.hasCutCells',
] as const;
/** A context key of ours. */
export type ContextKey = (typeof CONTEXT_KEYS)[number];

/** Views of the Activity Bar container `sonde`, in their order. */
export const VIEWS = [
  'sonde.targets',
  'sonde.pins',
  'sonde.leads',
  'sonde.claims',
  'sonde.lifecycles',
] as const;
/** A view of ours. */
export type ViewId = (typeof VIEWS)[number];

/** The value of `viewItem` of tree items that have actions. */
export const VIEW_ITEMS = ['host', 'disconnected', 'connecting', 'connected', 'lost', 'pin', 'lead'] as const;
/** A `viewItem` of ours. */
export type ViewItem = (typeof VIEW_ITEMS)[number];

export const NOTEBOOK_TYPE = 'sonde-notebook';
export const RENDERER_ID = 'sonde-renderer';
export const PROBE_LANGUAGE = 'sonde-probe';
export const WALKTHROUGH = 'getStarted';
/** Remote files, read-only: `sonde://NAME/abs/path`. */
export const FILE_SCHEME = 'sonde';
/** Parts of large remote files. */
export const PART_SCHEME = 'sonde-part';
/** Excerpts of pins, readable without a connection. */
export const EXCERPT_SCHEME = 'sonde-excerpt';
/** The ledger as a document. */
export const LEDGER_SCHEME = 'sonde-ledger';
/** Explanations of the rules of hazards. */
export const HAZARD_SCHEME = 'sonde-hazard';
/** View type of the lifecycle panel. */
export const LIFECYCLE_PANEL = 'sonde.lifecycle';
