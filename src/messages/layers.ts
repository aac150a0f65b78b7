import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { Layer, LayerReason, ProofPart } from '../probe/index.ts';
import { quoted } from './quoted.ts';

/** The name of a layer for people. */
export function layerName(name: Layer['name']): string {
  const t = l10n.t;
  switch (name) {
    case 'policy':
      return t('policy');
    case 'canonical':
      return t('canonical emission');
    case 'guarded-shell':
      return t('guarded shell');
    case 'limits':
      return t('limits');
    case 'bwrap':
      return 'bwrap';
    case 'landlock':
      return 'Landlock';
    default:
      return unreachable(name);
  }
}

/** One layer of a target: its state, and why where it is not active. */
export function layerMessage(layer: Layer): string {
  const t = l10n.t;
  const name = layerName(layer.name);
  const why = layer.reason === undefined ? '' : reasonMessage(layer.reason);
  switch (layer.state) {
    case 'active':
      return layer.for === undefined
        ? t('{0}: active', name)
        : t('{0}: active for lines that show owners, processes or mounts', name);
    case 'available':
      return t('{0}: available, not used. {1}', name, why);
    case 'absent':
      return t('{0}: not there. {1}', name, why);
    case 'failed':
      return t('{0}: does not work here. {1}', name, why);
    default:
      return unreachable(layer.state);
  }
}

/** The layers that are active on a target, in one line, and one line for each other that could be. */
export function layersText(layers: readonly Layer[]): string {
  const active = layers.filter(({ state, for: lines }) => state === 'active' && lines === undefined);
  const others = layers.filter((layer) => !active.includes(layer)).map(layerMessage);
  return [l10n.t('Layers: {0}', active.map(({ name }) => layerName(name)).join(', ')), ...others].join('\n');
}

/** The same in one line, for a log. */
export function layersLine(target: string, layers: readonly Layer[]): string {
  return `${target}: ${layersText(layers).replaceAll('\n', '; ')}`;
}

/** No kernel sandbox works, and one is required. */
export function noSandboxMessage(layers: readonly Layer[]): string {
  return l10n.t(
    'The sandbox is required, and the host has none that works: {0} Have bubblewrap installed there, or set the sandbox to auto.',
    layers.map(layerMessage).join(' '),
  );
}

function reasonMessage(reason: LayerReason): string {
  const t = l10n.t;
  switch (reason.code) {
    case 'off':
      return t('The sandbox is set to off.');
    case 'no-tool':
      return t('The host has no {0} in /usr/local/bin, /usr/bin or /bin.', reason.tool);
    case 'too-old':
      return t(
        'The {0} of the host ({1}) is too old; util-linux 2.40 or later has it.',
        reason.tool,
        quoted(reason.version),
      );
    case 'no-answer':
      return reason.said === ''
        ? t('The shell inside it gave no answer.')
        : t('The host said: {0}.', quoted(reason.said));
    case 'not-proved':
      return t('It did not prove that {0} ({1}).', proofPart(reason.part), quoted(reason.seen));
    default:
      return unreachable(reason);
  }
}

/** What should have been shown. */
function proofPart(part: ProofPart): string {
  const t = l10n.t;
  switch (part) {
    case 'create':
      return t('no file can be made');
    case 'write':
      return t('no file can be opened for writing');
    case 'mounts':
      return t('all that is mounted is read-only');
    case 'network':
      return t('the network is out of reach');
    case 'processes':
      return t('other processes are out of reach');
    case 'identity':
      return t('the user keeps its own number');
    case 'null':
      return t('/dev/null can be written');
    case 'view':
      return t('root folder, home and tools are the same as outside');
    default:
      return unreachable(part);
  }
}
