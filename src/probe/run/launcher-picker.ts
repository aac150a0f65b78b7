import { unreachable } from '../../base/index.ts';
import { layerOf, type LayeredKind, type LayerForm } from '../emission/layers.ts';
import type { Sandbox } from '../layers.ts';
import type { NamespaceView } from '../plan/namespaces.ts';
import type { ShellKind } from '../policy.ts';

/** How one line is run. */
export interface LauncherChoice {
  readonly launcher: ShellKind;
  /** Marks for the evidence. */
  readonly notes: readonly string[];
}

/** The launcher of each line on one target. */
export class LauncherPicker {
  readonly #plain: ShellKind;
  readonly #layered: readonly LayeredKind[];
  readonly #required: boolean;

  constructor(plain: ShellKind, layered: readonly LayeredKind[], sandbox: Sandbox) {
    this.#plain = plain;
    this.#layered = layered;
    this.#required = sandbox === 'required';
  }

  /** For most lines. */
  get usual(): ShellKind {
    return this.#layered[0] ?? this.#plain;
  }

  /** For lines that the usual one would distort; the same if there is no such. */
  get faithful(): ShellKind {
    const [strongest, ...weaker] = this.#layered;
    if (strongest === undefined || layerOf(strongest.form) === 'landlock') return this.usual;
    return weaker[0] ?? (this.#required ? strongest : this.#plain);
  }

  /**
   * The strongest layer in which a line shows what it shows outside. Where there is none, it runs outside of
   * all; where a layer is required, inside, with a mark that says so.
   */
  pick(views: ReadonlySet<NamespaceView>): LauncherChoice {
    const [strongest] = this.#layered;
    if (strongest === undefined || !distorts(strongest.form, views))
      return { launcher: this.usual, notes: [] };
    const launcher = this.faithful;
    const layer = layerOf(strongest.form);
    if (launcher === strongest) return { launcher, notes: [`seen-inside:${layer}`] };
    if (typeof launcher === 'string') return { launcher, notes: [`outside-layer:${layer}`] };
    return { launcher, notes: [`other-layer:${layerOf(launcher.form)}`] };
  }
}

/** Landlock makes no namespaces. */
function distorts(form: LayerForm, views: ReadonlySet<NamespaceView>): boolean {
  switch (form) {
    case 'bwrap':
      return views.size > 0;
    case 'bwrap-root':
      return views.has('processes') || views.has('mounts');
    case 'landlock':
    case 'landlock-setsid':
      return false;
    default:
      return unreachable(form);
  }
}
