import { CATALOGUE } from '../catalogue/index.ts';
import type { OptionRow, ValueLack } from '../catalogue/options.ts';
import type { HostFacts } from '../prober.ts';
import type { Userland } from '../userland.ts';

/** What a host cannot answer of what a probe line may say. Each is refused by name before anything is sent. */
export interface HostLacks {
  /** Commands whose program the host does not have. */
  readonly missing: readonly string[];
  /** Commands that are there, of a maker of whom it is not known what they do. */
  readonly refused: readonly { readonly kind: Userland; readonly commands: readonly string[] }[];
  /** Commands that run without some of their options. */
  readonly limited: readonly CommandLacks[];
}

/** The options that one command is not sent with on a host. */
export interface CommandLacks {
  readonly command: string;
  readonly kind: Userland;
  readonly options: readonly OptionRow[];
  /** Values that it is not sent with, of options that it has. */
  readonly values: readonly { readonly option: OptionRow; readonly form: ValueLack['form'] }[];
  /** It is only run with one of these; empty where it may stand without. */
  readonly needs: readonly OptionRow[];
}

/** Holds the catalogue against what the handshake found. */
export function hostLacks({ tools }: Pick<HostFacts, 'tools'>): HostLacks {
  const missing: string[] = [];
  const refused = new Map<Userland, string[]>();
  const limited: CommandLacks[] = [];
  for (const row of CATALOGUE) {
    // Old names of a command, such as egrep, are run as that.
    if (row.name !== row.tool) continue;
    const tool = Object.hasOwn(tools, row.tool) ? tools[row.tool] : undefined;
    if (tool === undefined) {
      missing.push(row.name);
      continue;
    }
    const { kind } = tool;
    if (!row.userlands.includes(kind)) {
      refused.set(kind, [...(refused.get(kind) ?? []), row.name]);
      continue;
    }
    const options = row.options.filter((option) => option.missing.includes(kind));
    const values = row.options
      .filter((option) => !options.includes(option))
      .flatMap((option) =>
        (option.lacking ?? []).flatMap(({ form, missing }) =>
          missing.includes(kind) ? [{ option, form }] : [],
        ),
      );
    const needs =
      row.needsOption?.includes(kind) === true
        ? row.options.filter((option) => !option.missing.includes(kind))
        : [];
    if (options.length + values.length + needs.length > 0)
      limited.push({ command: row.name, kind, options, values, needs });
  }
  return { missing, refused: [...refused].map(([kind, commands]) => ({ kind, commands })), limited };
}
