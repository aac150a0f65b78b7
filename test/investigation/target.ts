import { createHash } from 'node:crypto';
import { err, ok } from '../../src/base/index.ts';
import type { Lifecycle, LifecycleWords } from '../../src/lifecycle/index.ts';
import type { ProbeOutcome, RunOptions } from '../../src/probe/index.ts';
import type { RunContext, RunTarget } from '../../src/investigation/index.ts';
import type { PinRegion, PinFinding } from '../../src/source/index.ts';

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
export const decode = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Words that show their codes, so that tests read data and not sentences. */
export const PLAIN_WORDS: LifecycleWords = {
  hazardTitle: (hazard) => `title of ${hazard.rule}`,
  witnessStep: (step) => step.action,
  unresolved: (item) => item.why,
  heading: (part) => part,
  nothingFound: (part, scope) => `no ${part} in ${scope.files} files, ${scope.unresolved} unresolved`,
  cost: (cost) => `${cost.files} files`,
};

/** A target that answers from tables; what is not in a table is missing on it. */
export interface Answers {
  readonly probes?: Readonly<Record<string, string | Uint8Array | ProbeOutcome>>;
  readonly pins?: Readonly<Record<string, PinFinding>>;
  readonly lifecycle?: Lifecycle;
  readonly commit?: string;
}

export function answering(answers: Answers, calls: (readonly [string, RunOptions])[] = []): RunTarget {
  return {
    prober: {
      run: (line, options = {}) => {
        calls.push([line, options]);
        return Promise.resolve(outcomeOf(line, answers.probes?.[line]));
      },
    },
    findPin: ({ pin }) => Promise.resolve(answers.pins?.[pin.symbol ?? pin.file] ?? { kind: 'gone' }),
    analyse: () =>
      Promise.resolve(
        answers.lifecycle === undefined
          ? err({
              code: 'lifecycle-unreadable',
              file: 'x.py',
              error: { code: 'file-not-found', path: 'x.py' },
            })
          : ok(answers.lifecycle),
      ),
    ...(answers.commit === undefined ? {} : { commit: answers.commit }),
  };
}

export function outcomeOf(
  line: string,
  answer: string | Uint8Array | ProbeOutcome | undefined,
): ProbeOutcome {
  if (answer === undefined)
    return { kind: 'error', line, error: { code: 'operand-missing', file: line, at: 0 } };
  if (typeof answer !== 'string' && !(answer instanceof Uint8Array)) return answer;
  const stdout = typeof answer === 'string' ? encode(answer) : answer;
  return {
    kind: 'evidence',
    evidence: { line, exit: 0, stdout, stderr: new Uint8Array(), truncated: null, ms: 3, notes: [] },
  };
}

/** A region as a tree finds it. */
export function region(
  text: string,
  first: number,
  verdict: 'same' | 'moved' | 'changed' = 'same',
): PinRegion {
  const excerpt = encode(text);
  const last = first + text.split('\n').length - 2;
  return {
    kind: 'found',
    verdict,
    by: 0,
    found: 'symbol',
    language: 'python',
    first,
    last,
    symbol: 'Jobs.set_status',
    excerpt,
    sha256: sha256(excerpt),
    before: ['class Jobs:'],
    after: ['', '    def end(self):'],
  };
}

/** Midday of 2026-06-13, UTC. */
export const DAY = Date.UTC(2026, 5, 13, 12);

export function contextOf(
  targets: Readonly<Record<string, RunTarget>>,
  more: Partial<RunContext> = {},
): RunContext {
  return {
    targets: new Map(Object.entries(targets)),
    words: PLAIN_WORDS,
    clock: { now: () => DAY },
    ...more,
  };
}

/** A lifecycle with one of each fact, worked out by hand: a worker raises a failed job again. */
export const LIFECYCLE: Lifecycle = {
  states: [
    { name: 'Failed', value: 0, terminal: true, file: 'jobs/base.py', line: 2 },
    { name: 'Running', value: 1, terminal: false, file: 'jobs/base.py', line: 3 },
    { name: 'Named', value: 'named', terminal: false, file: 'jobs/base.py', line: 4 },
    { name: 'Bare', value: null, terminal: false, file: 'jobs/base.py', line: 5 },
  ],
  stores: [{ name: 'status', owner: 'Jobs', file: 'jobs/base.py', line: 9 }],
  setters: [
    {
      name: 'Jobs.set_status',
      file: 'jobs/base.py',
      line: 12,
      table: {
        absent: { Failed: 'Failed', Running: 'Running' },
        Failed: { Failed: 'Failed', Running: 'Running' },
        Running: { Failed: 'rejected', Running: 'argument-or-old' },
      },
    },
    { name: 'Jobs.reset', file: 'jobs/base.py', line: 20, table: {} },
  ],
  writes: [
    {
      file: 'jobs/work.py',
      line: 30,
      function: 'Jobs.worker',
      role: 'worker',
      to: ['Running'],
      from: ['Failed', 'absent'],
      class: 'possible',
      guard: "key in self.infos and x != 'a: b'",
    },
  ],
  removals: [
    { file: 'jobs/work.py', line: 41, function: 'Jobs.end', role: 'caller', from: ['Failed'], guard: '' },
  ],
  transitions: [
    { from: 'Failed', to: 'Running', class: 'interleaving', sites: [{ file: 'jobs/work.py', line: 30 }] },
    {
      from: 'absent',
      to: 'Running',
      class: 'proved',
      sites: [
        { file: 'jobs/work.py', line: 30 },
        { file: 'jobs/base.py', line: 14 },
      ],
    },
  ],
  hazards: [
    {
      rule: 'H4',
      severity: 'warning',
      confidence: 'low',
      file: 'jobs/base.py',
      line: 50,
      data: {},
      witness: [],
    },
    {
      rule: 'H1',
      severity: 'high',
      confidence: 'medium',
      file: 'jobs/work.py',
      line: 30,
      data: { to: 'Running', from: 'Failed' },
      witness: [
        {
          step: 1,
          role: 'caller',
          file: 'jobs/work.py',
          line: 22,
          action: 'writes',
          data: { to: 'Failed' },
          state: 'Failed',
        },
        {
          step: 2,
          role: 'worker',
          file: 'jobs/work.py',
          line: 30,
          action: 'writes-through-setter',
          data: {},
          state: null,
        },
      ],
    },
  ],
  roles: [{ name: 'worker', kind: 'thread', file: 'jobs/work.py', line: 18 }],
  unresolved: [{ what: 'self.make()', file: 'jobs/work.py', line: 60, why: 'call-not-resolved' }],
  cost: { files: 2, bytes: 900, reads: 3, ms: 7 },
};
