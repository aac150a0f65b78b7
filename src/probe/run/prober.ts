import { ok, systemClock, type Clock, type Result } from '../../base/index.ts';
import type { RemoteFiles, Transport } from '../../transport/index.ts';
import { operandsOf } from '../emission/guard.ts';
import { IDLE_LIMIT } from '../emission/launcher.ts';
import { checkDriver, type FilterAnswer } from '../emission/script.ts';
import type { Evidence, ProbeError, ProbeOutcome } from '../evidence.ts';
import { hitsOfPlan } from '../hits/hits.ts';
import { withInstead } from '../judge.ts';
import type { PolicyFacts } from '../plan/context.ts';
import type { LinePlan } from '../plan/line-plan.ts';
import type { Layer, Sandbox } from '../layers.ts';
import { namespaceViews } from '../plan/namespaces.ts';
import { planLine } from '../plan/plan-line.ts';
import { createExecFiles } from '../files/exec-files.ts';
import { withFallback } from '../files/fallback.ts';
import { approveFileQuestion, approvePlan, approveSpare, inside } from '../policy.ts';
import type { OpenProberResult, Prober, RunOptions } from '../prober.ts';
import type { Answer } from './exchange.ts';
import type { GuardReport } from './frames.ts';
import { decode, fromBinary } from './bytes.ts';
import { containerFailure } from './container-failure.ts';
import { findEntry, type HostEntry } from './engine.ts';
import { shakeHands, type Handshake } from './handshake.ts';
import { LauncherPicker } from './launcher-picker.ts';
import { openLayers } from './layers.ts';
import { createLedger, type Ledger, type LedgerWriter } from './ledger.ts';
import { guardError } from './guard-error.ts';
import { Sender, type Sending } from './sender.ts';

export interface ProberOptions {
  /** Absolute; default the target's root. */
  readonly root?: string;
  /** Where everything that is sent is noted. */
  readonly ledger?: Ledger;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Whether a kernel sandbox of the host is put around probes. Default `off`; edges pass the user's setting. */
  readonly sandbox?: Sandbox;
  /** Guarded shells that are kept waiting for the next probe. Default 2; 0 where few probes are to come. */
  readonly spares?: number;
}

/** Guarded shells that wait for the next probe; with two, probes one after another find one ready. */
const SPARES = 2;

const DEFAULT_LIMIT = 1_000_000;
const DEFAULT_TIME = 30;

/**
 * Does the handshake over an open transport: one round trip that proves a POSIX shell and finds the tools, the
 * home and the root. Errors: `not-a-posix-shell`, `root-missing`, and what the transport says. Disposing the
 * prober does not close the transport.
 */
export async function openProber(
  transport: Transport,
  options: ProberOptions = {},
): Promise<OpenProberResult> {
  const root = options.root ?? transport.target.root;
  const clock = options.clock ?? systemClock;
  const record = (options.ledger ?? createLedger({ clock })).follow(transport);
  const sandbox = options.sandbox ?? 'off';
  const ask = sandbox === 'off' ? ({ kind: 'nothing' } as const) : ({ kind: 'questions' } as const);
  const entry = await findEntry(transport, { record, signal: options.signal });
  if (!entry.ok) return entry;
  const shared = { root, record, signal: options.signal, entry: entry.value };
  const found = await shakeHands(transport, { ...shared, ask });
  if (!found.ok) return found;
  const layering = await openLayers(transport, found.value, { ...shared, sandbox });
  if (!layering.ok) return layering;
  const picker = new LauncherPicker(found.value.launcher, layering.value.launchers, sandbox);
  const { layers } = layering.value;
  const { spares = SPARES } = options;
  return ok(
    new HostProber(transport, found.value, {
      root,
      clock,
      record,
      picker,
      layers,
      spares,
      entry: entry.value,
    }),
  );
}

interface Parts {
  readonly root: string;
  readonly clock: Clock;
  readonly record: LedgerWriter;
  readonly picker: LauncherPicker;
  readonly layers: readonly Layer[];
  readonly spares: number;
  /** The way into the target's container, if it is one. */
  readonly entry: HostEntry | undefined;
}

class HostProber implements Prober {
  readonly #transport: Transport;
  readonly #handshake: Handshake;
  readonly #parts: Parts;
  readonly #sender: Sender;
  readonly files: RemoteFiles;
  #disposed = false;

  constructor(transport: Transport, handshake: Handshake, parts: Parts) {
    this.#transport = transport;
    this.#handshake = handshake;
    this.#parts = parts;
    // Servers that make no process group (Dropbear) may end the connection where an answer comes with the session.
    const inline = handshake.inline && handshake.launcher === 'plain' && (parts.entry?.inline ?? true);
    this.#sender = new Sender(transport, parts.record, inline);
    const { host } = handshake;
    const byCommand = createExecFiles({
      sender: this.#sender,
      command: (question, nonce, limits) =>
        ok(
          approveFileQuestion(inside(parts.entry, parts.picker.usual), question, { nonce, host, ...limits }),
        ),
    });
    // What the transport offers are the files of the host.
    this.files = parts.entry === undefined ? withFallback(transport.files, byCommand) : byCommand;
    this.#prepare(parts.spares, Math.min(parts.spares, 1));
  }

  get target(): Prober['target'] {
    return this.#transport.target;
  }

  get host(): Prober['host'] {
    return this.#handshake.host;
  }

  get layers(): Prober['layers'] {
    return this.#parts.layers;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#prepare(0, 0);
  }

  /** Keeps shells waiting: for most lines, and for those that run elsewhere. */
  #prepare(usual: number, others: number): void {
    const { picker, entry } = this.#parts;
    if (picker.faithful !== picker.usual)
      this.#transport.prepare(approveSpare(inside(entry, picker.faithful)), others, {
        idleLimit: IDLE_LIMIT,
      });
    this.#transport.prepare(approveSpare(inside(entry, picker.usual)), usual, { idleLimit: IDLE_LIMIT });
  }

  async run(line: string, options: RunOptions = {}): Promise<ProbeOutcome> {
    const facts: PolicyFacts = {
      root: this.#handshake.root,
      home: this.host.home,
      ...(options.fence === undefined ? {} : { fence: options.fence }),
      ...(options.sensitive === undefined ? {} : { sensitive: options.sensitive }),
      ...(options.blanks === undefined ? {} : { blanks: options.blanks }),
    };
    const plan = planLine(line, facts);
    if (!plan.ok) return { kind: 'refusal', line, refusal: withInstead(line, plan.error, facts) };
    const started = this.#parts.clock.now();
    const run = { plan: plan.value, options, notes: [], filters: 'ask' as const };
    const evidence = await this.#attempt(run);
    if (!evidence.ok) return { kind: 'error', line, error: evidence.error };
    return { kind: 'evidence', evidence: { ...evidence.value, ms: this.#parts.clock.now() - started } };
  }

  /** One round trip; a second one where filters of the repository have to be switched off first. */
  async #attempt(run: Run): Promise<Result<Evidence, ProbeError>> {
    const answer = await this.#send(run);
    if (!answer.ok) return answer;
    const { frames, end } = answer.value;
    const { stop } = frames;
    switch (stop?.kind) {
      case 'guard':
        return this.#refusedByGuard(run.plan, stop.report);
      case 'root':
        return { ok: false, error: { code: 'root-missing', root: this.#parts.root } };
      case 'filters':
        return this.#withFilters(run, stop.found);
      default:
        break;
    }
    if (end?.kind === 'lost') return { ok: false, error: end.error };
    const isTime = stop?.kind === 'time' || (end?.kind === 'signal' && end.signal === 'TIME');
    if (!frames.done && !isTime) return { ok: false, error: this.#endedEarly(answer.value) };
    return ok(this.#evidence(run, answer.value, isTime));
  }

  #endedEarly({ frames, end }: Answer): ProbeError {
    const { entry } = this.#parts;
    if (entry !== undefined && !frames.begun)
      return containerFailure(entry.container, this.#transport.label, decode(fromBinary(frames.complaint)));
    const how = end?.kind === 'exit' ? `exit ${end.status}` : end?.kind === 'signal' ? end.signal : '';
    return { code: 'disconnected', host: this.#transport.label, detail: how };
  }

  #evidence(run: Run, { frames }: Answer, isTime: boolean): Evidence {
    const stdout = frames.stdout();
    const isCut = frames.stop?.kind === 'bytes';
    const hits = hitsOfPlan(run.plan, stdout, { root: this.#handshake.root, whole: !isTime && !isCut });
    const where = this.#parts.picker.pick(namespaceViews(run.plan)).notes;
    const own = run.plan.stages.flatMap((stage) => stage.notes ?? []);
    return {
      line: run.plan.line,
      exit: isTime || isCut ? null : frames.exit(run.plan.stages.length),
      stdout,
      stderr: frames.stderr(),
      truncated: isTime ? 'time' : isCut ? 'bytes' : null,
      ms: 0,
      notes: [...new Set([...own, ...run.notes, ...where, ...(frames.errorsCut ? ['errors-cut'] : [])])],
      ...(hits === undefined ? {} : { hits }),
    };
  }

  #refusedByGuard(plan: LinePlan, report: GuardReport): Result<never, ProbeError> {
    const operands = operandsOf(plan);
    const stage = plan.stages[report.operand - operands.length];
    return { ok: false, error: guardError(operands[report.operand], report, stage?.at) };
  }

  #send({ options, plan, filters }: Run): Promise<Result<Answer, ProbeError>> {
    const limit = options.limit ?? DEFAULT_LIMIT;
    const time = options.time ?? DEFAULT_TIME;
    const { launcher } = this.#parts.picker.pick(namespaceViews(plan));
    const command: Sending['command'] = (nonce) =>
      approvePlan(inside(this.#parts.entry, launcher), plan, {
        host: this.host,
        root: this.#parts.root,
        nonce,
        limit,
        time,
        fence: options.fence === true,
        sensitive: options.sensitive === true,
        filters,
      });
    const { line, stages } = plan;
    return this.#sender.send({ command, line, stages: stages.length, limit, time, signal: options.signal });
  }

  /**
   * The repository or the user has filter drivers. Those of the repository itself are never run; those of the
   * user or the system (git-lfs is everywhere) are switched off; blame reads the commit instead of the file.
   */
  async #withFilters(run: Run, found: readonly string[]): Promise<Result<Evidence, ProbeError>> {
    if (run.filters !== 'ask') return { ok: false, error: { code: 'git-filter', driver: found.join(' ') } };
    const instead = withoutWorkFiles(run.plan);
    if (instead !== undefined) {
      return this.#attempt({ ...run, plan: instead, notes: ['blame-of-head'], filters: { off: [] } });
    }
    const off: string[] = [];
    for (const line of found) {
      const [scope, name] = line.includes('\t') ? line.split('\t') : ['unknown', line];
      const driver = (name ?? '').replace(/^filter\./, '').replace(/\.(?:clean|smudge|process)$/, '');
      const checked = checkDriver(driver);
      if (!checked.ok) return checked;
      if (scope !== 'global' && scope !== 'system')
        return { ok: false, error: { code: 'git-filter', driver } };
      if (!off.includes(driver)) off.push(driver);
    }
    return this.#attempt({ ...run, filters: { off }, notes: off.map((driver) => `filter-off:${driver}`) });
  }
}

interface Run {
  readonly plan: LinePlan;
  readonly options: RunOptions;
  readonly notes: readonly string[];
  readonly filters: FilterAnswer;
}

/** The plan with the forms that read no work file, if every stage that needs one has it. */
function withoutWorkFiles(plan: LinePlan): LinePlan | undefined {
  const needing = plan.stages.filter((stage) => stage.filters !== undefined);
  if (!needing.every((stage) => stage.filters?.instead !== undefined)) return undefined;
  return {
    ...plan,
    stages: plan.stages.map((stage) =>
      stage.filters?.instead === undefined ? stage : { ...stage, args: stage.filters.instead },
    ),
  };
}
