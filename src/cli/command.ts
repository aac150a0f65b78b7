import type { SecretsChoice } from '../investigation/index.ts';
import type { Sandbox } from '../probe/index.ts';
import type { TransportChoice } from '../transport/index.ts';

/** A command line, parsed. The forms are a contract: README lists them. */
export type Command =
  | { readonly name: 'help'; readonly topic: Topic | null }
  | { readonly name: 'version' }
  /** `policy --help [COMMAND]`: the catalogue, or one command of it such as `git log`. */
  | { readonly name: 'policy-help'; readonly about: string | null; readonly json: boolean }
  | {
      readonly name: 'policy';
      readonly input: { readonly kind: 'line'; readonly line: string } | { readonly kind: 'stdin' };
      readonly json: boolean;
    }
  | {
      readonly name: 'probe';
      readonly target: string;
      readonly line: string;
      readonly json: boolean;
      readonly connection: ConnectionOptions;
    }
  | RunCommand
  | VerifyCommand
  | LifecycleCommand
  | LifecyclesCommand
  | {
      readonly name: 'demo';
      readonly serve: boolean;
      readonly json: boolean;
      readonly ledger: string | null;
    }
  | ExportCommand;

export interface RunCommand {
  readonly name: 'run';
  readonly file: string;
  readonly targets: readonly TargetOverride[];
  readonly write: boolean;
  /** `--secrets`: null asks, or replaces them where nobody can be asked. */
  readonly secrets: SecretsChoice | null;
  readonly json: boolean;
  readonly failOn: FailOn | null;
  readonly connection: ConnectionOptions;
}

export interface VerifyCommand {
  readonly name: 'verify';
  readonly file: string;
  readonly targets: readonly TargetOverride[];
  readonly json: boolean;
  readonly connection: ConnectionOptions;
}

export interface LifecycleCommand {
  readonly name: 'lifecycle';
  readonly target: string;
  readonly states: string | null;
  readonly className: string | null;
  readonly store: string | null;
  readonly files: readonly string[];
  /** `--at COMMIT`: the files as a commit has them; a second one is for the lifecycle that is compared. */
  readonly at: readonly string[];
  /** `--compare TARGET2`: what differs from the lifecycle there. */
  readonly compare: string | null;
  readonly format: LifecycleFormat;
  readonly failOn: FailOn | null;
  readonly connection: ConnectionOptions;
}

export interface LifecyclesCommand {
  readonly name: 'lifecycles';
  readonly target: string;
  readonly json: boolean;
  /** `--unread`: the JSON is an object that names what was not read, too. */
  readonly unread: boolean;
  /** `--fail-on`: each that is listed is analysed. */
  readonly failOn: FailOn | null;
  readonly connection: ConnectionOptions;
}

export interface ExportCommand {
  readonly name: 'export';
  readonly file: string;
  readonly format: ExportFormat;
  readonly secrets: 'keep' | 'redact' | null;
  readonly output: string | null;
}

export const topics = [
  'demo',
  'run',
  'verify',
  'probe',
  'policy',
  'lifecycle',
  'lifecycles',
  'export',
] as const;
export type Topic = (typeof topics)[number];

export const lifecycleFormats = ['text', 'json', 'mermaid', 'svg'] as const;
export type LifecycleFormat = (typeof lifecycleFormats)[number];

export const exportFormats = ['html', 'md', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What `run --write` does with answers that hold what looks like a secret; `export` takes the first two. */
export const secretsChoices = ['keep', 'redact', 'drop'] as const satisfies readonly SecretsChoice[];

export const failLevels = ['high', 'warning'] as const;
/** The least severity of a hazard that makes the exit status 1. */
export type FailOn = (typeof failLevels)[number];

/** `--target [NAME=]T`: without a name it is for the only, or every, target of the notebook. */
export interface TargetOverride {
  readonly name: string | null;
  readonly target: string;
}

/** What the flags say about reaching hosts and answering questions. */
export interface ConnectionOptions {
  /** `-F FILE`: another ssh configuration. */
  readonly sshConfig: string | null;
  /** `--host-key SHA256:…`: exactly this key is accepted. */
  readonly hostKey: string | null;
  readonly allowOutside: boolean;
  readonly allowSensitive: boolean;
  /** `--confirm`: each probe is asked about before it is sent. */
  readonly confirm: boolean;
  /** `--ledger FILE`: what is sent is appended there. */
  readonly ledger: string | null;
  /** `--sandbox`: whether a kernel sandbox of the host is put around probes. */
  readonly sandbox: Sandbox;
  /** `--transport`: how ssh targets are reached. */
  readonly transport: TransportChoice;
}
