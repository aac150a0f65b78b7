import { ok, systemClock, type Clock, type Result } from '../../base/index.ts';
import type { Transport } from '../../transport/index.ts';
import { operandsOf } from '../emission/guard.ts';
import { checkDriver, type FilterAnswer } from '../emission/script.ts';
import type { Evidence, ProbeError, ProbeOutcome } from '../evidence.ts';
import { hitsOfPlan } from '../hits/hits.ts';
import { withInstead } from '../judge.ts';
import type { PolicyFacts } from '../plan/context.ts';
import type { LinePlan } from '../plan/plan.ts';
import { planLine } from '../plan/plan-line.ts';
import { approvePlan, approveSpare } from '../policy.ts';
import type { OpenProberResult, Prober, RunOptions } from '../prober.ts';
import { exchange, type Answer } from './exchange.ts';
import type { GuardReport } from './frames.ts';
import { shakeHands, type Handshake } from './handshake.ts';
import { createLedger, type Ledger, type LedgerWriter } from './ledger.ts';
import { newNonce } from './nonce.ts';
import { guardError } from './guard-error.ts';

export interface ProberOptions {
  /** Absolute; default the target's root. */
  readonly root?: string;
  /** Where everything that is sent is noted. */
  readonly ledger?: Ledger;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}

/** Guarded shells that wait for the next probe. */
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
  const found = await shakeHands(transport, { root, record, signal: options.signal });
  return found.ok ? ok(new HostProber(transport, found.value, { root, clock, record })) : found;
}

interface Parts {
  readonly root: string;
  readonly clock: Clock;
  readonly record: LedgerWriter;
}

class HostProber implements Prober {
  readonly #transport: Transport;
  readonly #handshake: Handshake;
  readonly #parts: Parts;
  #disposed = false;

  constructor(transport: Transport, handshake: Handshake, parts: Parts) {
    this.#transport = transport;
    this.#handshake = handshake;
    this.#parts = parts;
    transport.prepare(approveSpare(handshake.launcher), SPARES);
  }

  get target(): Prober['target'] {
    return this.#transport.target;
  }

  get host(): Prober['host'] {
    return this.#handshake.host;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#transport.prepare(approveSpare(this.#handshake.launcher), 0);
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
    const answer = await this.#send(run, true);
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
    if (!frames.done && !isTime) return { ok: false, error: this.#endedEarly(end) };
    return ok(this.#evidence(run, answer.value, isTime));
  }

  #endedEarly(end: Answer['end']): ProbeError {
    const how = end?.kind === 'exit' ? `exit ${end.status}` : end?.kind === 'signal' ? end.signal : '';
    return { code: 'disconnected', host: this.#transport.label, detail: how };
  }

  #evidence(run: Run, { frames }: Answer, isTime: boolean): Evidence {
    const stdout = frames.stdout();
    const isCut = frames.stop?.kind === 'bytes';
    const hits = hitsOfPlan(run.plan, stdout, { root: this.#handshake.root, whole: !isTime && !isCut });
    const own = run.plan.stages.flatMap((stage) => stage.notes ?? []);
    return {
      line: run.plan.line,
      exit: isTime || isCut ? null : frames.exit(run.plan.stages.length),
      stdout,
      stderr: frames.stderr(),
      truncated: isTime ? 'time' : isCut ? 'bytes' : null,
      ms: 0,
      notes: [...new Set([...own, ...run.notes, ...(frames.errorsCut ? ['errors-cut'] : [])])],
      ...(hits === undefined ? {} : { hits }),
    };
  }

  #refusedByGuard(plan: LinePlan, report: GuardReport): Result<never, ProbeError> {
    return { ok: false, error: guardError(operandsOf(plan)[report.operand], report) };
  }

  /** Sends the script; once more if the shell that was started in advance had died before it began. */
  async #send(run: Run, mayRetry: boolean): Promise<Result<Answer, ProbeError>> {
    const { options, plan, filters } = run;
    const limit = options.limit ?? DEFAULT_LIMIT;
    const time = options.time ?? DEFAULT_TIME;
    const nonce = newNonce();
    const command = approvePlan(this.#handshake.launcher, plan, {
      host: this.host,
      root: this.#parts.root,
      nonce,
      limit,
      time,
      fence: options.fence === true,
      sensitive: options.sensitive === true,
      filters,
    });
    if (!command.ok) return command;
    const done = this.#parts.record(command.value, plan.line);
    const answer = await exchange(this.#transport, command.value, {
      nonce,
      limit,
      time,
      signal: options.signal,
    });
    if (!answer.ok) {
      done({ exit: null, bytes: 0 });
      return answer;
    }
    const { frames, end } = answer.value;
    done({ exit: frames.done ? frames.exit(plan.stages.length) : null, bytes: frames.stdout().length });
    const died =
      end !== undefined && end.kind !== 'lost' && !(end.kind === 'signal' && end.signal === 'TIME');
    if (mayRetry && died && !frames.begun) return this.#send(run, false);
    return answer;
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
