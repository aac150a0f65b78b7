import * as vscode from 'vscode';
import { SANDBOXES, type Sandbox } from '../../probe/index.ts';
import { TRANSPORTS, type TransportChoice } from '../../transport/index.ts';
import { SETTINGS, type SettingId } from '../manifest.ts';

/** The settings, read at every use and parsed into exact types; what is malformed counts as the default. */
export interface Settings {
  /** Logical name to target text, in the order of the setting. */
  readonly targets: ReadonlyMap<string, string>;
  /** Absolute path; undefined for the user's own. */
  readonly sshConfig: string | undefined;
  /** How ssh targets are reached. */
  readonly transport: TransportChoice;
  /** The system's `ssh`; undefined for the one on PATH. */
  readonly sshPath: string | undefined;
  /** Limit of a probe's output in bytes. */
  readonly outputBytes: number;
  /** Limit of a probe's time in seconds. */
  readonly timeSeconds: number;
  /** Each probe is confirmed before it is sent. */
  readonly confirm: boolean;
  /** Whether a kernel sandbox of the host is put around probes. */
  readonly sandbox: Sandbox;
}

/**
 * Reads the settings. Only the user's own values count: all of these settings have scope `machine`, and nothing that
 * a workspace says is looked at.
 */
export function readSettings(): Settings {
  return {
    targets: textMap(read('sonde.targets')),
    sshConfig: text(read('sonde.sshConfig')),
    transport: TRANSPORTS.find((each) => each === read('sonde.transport')) ?? SETTINGS['sonde.transport'],
    sshPath: text(read('sonde.sshPath')),
    outputBytes: whole(read('sonde.probe.outputBytes'), SETTINGS['sonde.probe.outputBytes']),
    timeSeconds: whole(read('sonde.probe.timeSeconds'), SETTINGS['sonde.probe.timeSeconds']),
    confirm: read('sonde.probe.confirm') === true,
    sandbox: SANDBOXES.find((each) => each === read('sonde.sandbox')) ?? SETTINGS['sonde.sandbox'],
  };
}

/** Maps a logical name to a target, or takes it out, in the user's settings. */
export async function writeTarget(name: string, target: string | undefined): Promise<void> {
  const targets = Object.fromEntries(readSettings().targets);
  const others = Object.entries(targets).filter(([key]) => key !== name);
  const changed = target === undefined ? others : [...others, [name, target]];
  await vscode.workspace
    .getConfiguration()
    .update(
      'sonde.targets' satisfies SettingId,
      Object.fromEntries(changed),
      vscode.ConfigurationTarget.Global,
    );
}

/** True where a change touches this setting. */
export function changesSetting(event: vscode.ConfigurationChangeEvent, id: SettingId): boolean {
  return event.affectsConfiguration(id);
}

function read(id: SettingId): unknown {
  const found = vscode.workspace.getConfiguration().inspect<unknown>(id);
  return found?.globalValue;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function whole(value: unknown, standard: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : standard;
}

function textMap(value: unknown): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new Map(entries);
}
