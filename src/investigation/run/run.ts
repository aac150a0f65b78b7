import { sha256Hex } from '../../base/index.ts';
import { toMermaid } from '../../lifecycle/index.ts';
import type { LifecycleQuery } from '../cells/lifecycle.ts';
import type { Pin } from '../cells/pins.ts';
import { hazardsText } from '../results/hazards-text.ts';
import { targetNames } from '../evidence/attach.ts';
import type { Block, Notebook } from '../notebook/model.ts';
import type { MaskedPin } from '../secrets/pins.ts';
import { redactOutput } from '../secrets/run.ts';
import { acceptHazards } from './accept.ts';
import type { RunContext, RunTarget } from './context.ts';
import { FencedProber } from './fence.ts';
import { planRun, type Step } from './plan.ts';
import type { LifecycleOutcome, LifecycleRun, NotRun, PinRun, ProbeRun, RunResult } from './result.ts';

/**
 * Runs every probe line, finds every pin and analyses every lifecycle of a notebook, in its order. A
 * refused probe, a pin that is gone or a target that nobody mapped is an outcome; nothing stops the run
 * but its signal, after which the rest is `cancelled`. The notebook is not changed.
 */
export function runInvestigation(notebook: Notebook, context: RunContext): Promise<RunResult> {
  return new Run(notebook, context).run();
}

/** `2026-06-13`, UTC. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

class Run {
  readonly #notebook: Notebook;
  readonly #context: RunContext;
  readonly #steps: readonly Step[];
  readonly #known: readonly string[];
  readonly #probers = new Map<string, FencedProber>();
  readonly #blanks: Readonly<Record<string, string>>;
  readonly #excerpts: ReadonlyMap<string, Uint8Array>;
  /** Targets whose pins' files are read already, or on their way. */
  readonly #ahead = new Set<string>();
  #done = 0;

  constructor(notebook: Notebook, context: RunContext) {
    this.#notebook = notebook;
    this.#context = context;
    this.#steps = planRun(notebook).filter((step) => context.only?.has(step.block) !== false);
    this.#known = targetNames(notebook);
    this.#blanks = { ...frontMatterBlanks(notebook), ...context.blanks };
    this.#excerpts = new Map(notebook.blocks.flatMap(excerptOf));
  }

  async run(): Promise<RunResult> {
    this.#context.onProgress?.({ kind: 'started', total: this.#steps.length });
    const probes: ProbeRun[] = [];
    const pins: PinRun[] = [];
    const lifecycles: LifecycleRun[] = [];
    for (const step of this.#steps) {
      if (step.kind === 'probe') probes.push(await this.#probe(step));
      else if (step.kind === 'pin') pins.push(await this.#pin(step));
      else lifecycles.push(await this.#lifecycle(step));
    }
    const claims = this.#notebook.blocks.flatMap((block) =>
      block.content.kind === 'claim' ? [block.content.value] : [],
    );
    const title = titleOf(this.#notebook);
    return { title, seen: dayOf(this.#context.clock.now()), probes, pins, claims, lifecycles };
  }

  async #probe(step: Step & { readonly kind: 'probe' }): Promise<ProbeRun> {
    const { block, id, on } = step;
    const { text, line } = step.line;
    this.#context.onProgress?.({ kind: 'probe-started', block, id, on: on ?? '', line: text });
    const outcome = await this.#withTarget(on, async (target, name) => {
      const open = step.line.blanks.filter((blank) => !Object.hasOwn(this.#blanks, blank));
      if (open.length > 0) return notRun({ code: 'blank', names: open });
      const options = step.line.blanks.length === 0 ? {} : { blanks: this.#blanks };
      return this.#prober(name, target).run(text, { ...this.#signal(), ...options });
    });
    const stdout = outcome.kind === 'evidence' ? outcome.evidence.stdout : undefined;
    const sha256 = stdout === undefined ? '' : await sha256Hex(stdout);
    const secrets = stdout === undefined ? undefined : await redactOutput(stdout);
    const run: ProbeRun = {
      id,
      on: on ?? '',
      line: text,
      place: line,
      outcome,
      sha256,
      ...this.#commit(on),
      ...(secrets === undefined ? {} : { secrets }),
    };
    this.#context.onProgress?.({ kind: 'probe', block, run, ...this.#count() });
    return run;
  }

  async #pin(step: Step & { readonly kind: 'pin' }): Promise<PinRun> {
    const { block, id, on, pin } = step;
    const { file, symbol = '' } = pin;
    this.#readAhead(on);
    this.#context.onProgress?.({ kind: 'pin-started', block, id, on: on ?? '', file, symbol });
    const finding = await this.#withTarget(on, (target) =>
      target.findPin(this.#stored(pin), this.#context.signal),
    );
    const masked = await this.#mask(step, finding);
    const run: PinRun = {
      id,
      on: on ?? '',
      pin,
      finding,
      ...this.#commit(on),
      ...(masked === undefined ? {} : { masked }),
    };
    this.#context.onProgress?.({ kind: 'pin', block, run, ...this.#count() });
    return run;
  }

  /** At the first pin of a target, all files of its pins. */
  #readAhead(on: string | undefined): void {
    if (on === undefined || this.#ahead.has(on)) return;
    this.#ahead.add(on);
    const files = this.#steps.flatMap((step) =>
      step.kind === 'pin' && step.on === on ? [step.pin.file] : [],
    );
    this.#context.targets.get(on)?.readAhead?.([...new Set(files)], this.#context.signal);
  }

  /** The region of a pin whose excerpt is not redacted already, with its secrets replaced. */
  async #mask(
    { on, pin }: Step & { readonly kind: 'pin' },
    finding: PinRun['finding'],
  ): Promise<MaskedPin | undefined> {
    if (finding.kind !== 'found' || pin.redacted !== undefined) return undefined;
    return this.#context.targets.get(on ?? '')?.maskPin?.(pin.file, finding, this.#context.signal);
  }

  async #lifecycle(step: Step & { readonly kind: 'lifecycle' }): Promise<LifecycleRun> {
    const { block, id, on, query } = step;
    this.#context.onProgress?.({ kind: 'lifecycle-started', block, id, on: on ?? '' });
    const outcome = await this.#withTarget(on, (target) => this.#analyse(target, query));
    const run: LifecycleRun = { id, on: on ?? '', query, outcome };
    this.#context.onProgress?.({ kind: 'lifecycle', block, run, ...this.#count() });
    return run;
  }

  async #analyse(target: RunTarget, query: LifecycleQuery): Promise<LifecycleOutcome> {
    const found = await target.analyse(query, this.#context.signal);
    if (!found.ok) return { kind: 'failed', failure: found.error };
    const lifecycle = acceptHazards(found.value, query.accepted ?? []);
    const hazards = hazardsText(lifecycle, this.#context.words);
    return { kind: 'found', lifecycle, diagram: toMermaid(lifecycle), hazards };
  }

  /** The outcome on a target, or why it was not run. */
  async #withTarget<T>(
    on: string | undefined,
    run: (target: RunTarget, name: string) => Promise<T>,
  ): Promise<T | NotRun> {
    if (this.#context.signal?.aborted === true) return notRun({ code: 'cancelled' });
    if (on === undefined) return notRun({ code: 'target-unclear', known: this.#known });
    const target = this.#context.targets.get(on);
    if (target === undefined) return notRun({ code: 'target-unmapped', name: on });
    return run(target, on);
  }

  #prober(name: string, target: RunTarget): FencedProber {
    const known = this.#probers.get(name);
    if (known !== undefined) return known;
    const made = new FencedProber(name, target, this.#context.fence ?? {});
    this.#probers.set(name, made);
    return made;
  }

  #stored(pin: Pin): { readonly pin: Pin; readonly excerpt?: Uint8Array } {
    const excerpt = pin.id === undefined ? undefined : this.#excerpts.get(pin.id);
    return excerpt === undefined ? { pin } : { pin, excerpt };
  }

  #signal(): { readonly signal?: AbortSignal } {
    return this.#context.signal === undefined ? {} : { signal: this.#context.signal };
  }

  #commit(on: string | undefined): { readonly commit?: string } {
    const commit = this.#context.targets.get(on ?? '')?.commit;
    return commit === undefined ? {} : { commit };
  }

  #count(): { readonly done: number; readonly total: number } {
    this.#done += 1;
    return { done: this.#done, total: this.#steps.length };
  }
}

/** The title of the front matter, else the first heading, else nothing. */
export function titleOf(notebook: Notebook): string {
  for (const block of notebook.blocks) {
    if (block.content.kind === 'front-matter' && block.content.value.title !== '')
      return block.content.value.title;
    if (block.content.kind === 'prose') {
      const heading = /^#{1,6}[ \t]+(.+?)[ \t#]*$/m.exec(block.body)?.[1];
      if (heading !== undefined) return heading;
    }
  }
  return '';
}

function notRun(reason: NotRun['reason']): NotRun {
  return { kind: 'not-run', reason };
}

function frontMatterBlanks(notebook: Notebook): Readonly<Record<string, string>> {
  const first = notebook.blocks[0]?.content;
  if (first?.kind !== 'front-matter') return {};
  const filled = first.value.variables.filter((variable) => variable.value !== '');
  return Object.fromEntries(filled.map((variable) => [variable.name, variable.value]));
}

function excerptOf(block: Block): readonly (readonly [string, Uint8Array])[] {
  return block.content.kind === 'excerpt' ? [[block.content.value.of, block.content.value.bytes]] : [];
}
