import { err, ok, type Result } from '../../base/index.ts';
import type { Transport } from '../../transport/index.ts';
import { compareVersions } from '../emission/print.ts';
import { HANDSHAKE_LIMIT, LAYER_TIME } from '../emission/handshake.ts';
import { TOOL_FOLDERS } from '../emission/launcher.ts';
import type { LayeredKind } from '../emission/layers.ts';
import type { ProbeError } from '../evidence.ts';
import type { Layer, LayerReason, Sandbox, SandboxLayer } from '../layers.ts';
import { approveHandshake, inside } from '../policy.ts';
import { decode, fromBinary } from './bytes.ts';
import { exchange } from './exchange.ts';
import { readFacts, splitAnswer, type Handshake, type HandshakeOptions } from './handshake.ts';
import { checkProof, linesOf } from './layer-proof.ts';
import { newNonce } from './nonce.ts';

export interface LayerOptions extends HandshakeOptions {
  readonly sandbox: Sandbox;
}

/** Which layers a target has, and which launchers put them around a probe, the strongest first. */
export interface Layering {
  readonly layers: readonly Layer[];
  readonly launchers: readonly LayeredKind[];
}

/** Layers that need nothing of the host; see the modules of the policy, of emission and the guarded shell. */
const OWN: readonly Layer[] = (['policy', 'canonical', 'guarded-shell', 'limits'] as const).map((name) => ({
  name,
  state: 'active',
}));

/** setpriv(1) has Landlock from this version of util-linux on. */
const LANDLOCK_SINCE = '2.40';

/**
 * Tries the layers that the host has tools for, and keeps those that prove that they work. Nothing is installed;
 * with `off` nothing is tried. Errors: `no-sandbox` where one is required and none works, `cancelled`, and what
 * the transport says.
 */
export async function openLayers(
  transport: Transport,
  handshake: Handshake,
  options: LayerOptions,
): Promise<Result<Layering, ProbeError>> {
  const found = (['bwrap', 'landlock'] as const).map((layer) => candidate(layer, handshake, options.sandbox));
  const tried = await Promise.all(
    found.map(async (each): Promise<Result<Tried, ProbeError>> => {
      if (each.kind === undefined) return ok({ layer: each.layer });
      const failed = await prove(transport, each.kind, handshake, options);
      if (!failed.ok) return failed;
      const { name } = each.layer;
      return failed.value === undefined
        ? ok({ layer: { name, state: 'active' }, kind: each.kind })
        : ok({ layer: { name, state: 'failed', reason: failed.value } });
    }),
  );
  const answers: Tried[] = [];
  for (const each of tried) {
    if (!each.ok) return each;
    answers.push(each.value);
  }
  const launchers = answers.flatMap(({ kind }) => (kind === undefined ? [] : [kind]));
  const [strongest] = launchers;
  const layers = answers.map(({ layer, kind }) =>
    kind === undefined || kind === strongest ? layer : { ...layer, for: 'distorted' as const },
  );
  if (options.sandbox === 'required' && strongest === undefined) return err({ code: 'no-sandbox', layers });
  return ok({ layers: [...OWN, ...layers], launchers });
}

interface Tried {
  readonly layer: Layer;
  readonly kind?: LayeredKind;
}

/** The tool of a layer as the plain handshake found it, or why it is not tried. */
function candidate(
  name: SandboxLayer,
  { said, launcher }: Handshake,
  sandbox: Sandbox,
): { readonly layer: Layer; readonly kind?: LayeredKind } {
  const tool = name === 'bwrap' ? 'bwrap' : 'setpriv';
  const [, folder, version = ''] =
    linesOf(said, 'L')
      .map((line) => line.split(/^([^:]*):([^:]*):/).slice(1))
      .find(([found]) => found === tool) ?? [];
  if (folder === undefined || !TOOL_FOLDERS.includes(folder))
    return { layer: { name, state: 'absent', reason: { code: 'no-tool', tool } } };
  if (sandbox === 'off') return { layer: { name, state: 'available', reason: { code: 'off' } } };
  const layer: Layer = { name, state: 'available' };
  if (name === 'bwrap')
    return { layer, kind: { form: linesOf(said, 'U')[0] === '0' ? 'bwrap-root' : 'bwrap', folder } };
  const number = /util-linux ([0-9]+(?:\.[0-9]+)+)/.exec(version)?.[1];
  if (number === undefined || compareVersions(number, LANDLOCK_SINCE) < 0) {
    const reason: LayerReason = { code: 'too-old', tool, version: number ?? version.slice(0, 100) };
    return { layer: { name, state: 'absent', reason } };
  }
  return { layer, kind: { form: launcher === 'setsid' ? 'landlock-setsid' : 'landlock', folder } };
}

/** Starts a shell inside the layer and reads its proof; undefined if it holds. One round trip. */
async function prove(
  transport: Transport,
  kind: LayeredKind,
  plain: Handshake,
  options: LayerOptions,
): Promise<Result<LayerReason | undefined, ProbeError>> {
  const nonce = newNonce();
  const command = approveHandshake(inside(options.entry, kind), nonce, options.root, false, {
    kind: 'proof',
    form: kind.form,
  });
  const done = options.record(command, undefined);
  const answer = await exchange(transport, command, {
    nonce,
    limit: HANDSHAKE_LIMIT,
    time: LAYER_TIME,
    signal: options.signal,
  });
  if (!answer.ok) {
    done({ exit: null, bytes: 0 });
    return answer;
  }
  const { frames, end } = answer.value;
  const isWhole = frames.done && frames.stop === undefined;
  done({ exit: isWhole ? 0 : null, bytes: frames.stdout().length });
  if (end?.kind === 'lost') return err(end.error);
  if (!isWhole) {
    const said = `${decode(fromBinary(frames.noise))}\n${decode(fromBinary(frames.complaint))}`;
    return ok({ code: 'no-answer', said: said.trim().slice(0, 300) });
  }
  const text = decode(frames.stdout());
  const facts = readFacts(text, '');
  const layered = { host: facts.host, root: facts.root ?? '', text: splitAnswer(text).facts };
  return ok(checkProof(kind.form, { host: plain.host, root: plain.root, text: plain.said }, layered));
}
