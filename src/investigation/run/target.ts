import type { Result } from '../../base/index.ts';
import { analyse, type Lifecycle, type LifecycleError } from '../../lifecycle/index.ts';
import type { Prober } from '../../probe/index.ts';
import { resolvePin, type PythonProgram, type SourceTree } from '../../source/index.ts';
import type { PythonParser } from '../../syntax/index.ts';
import type { LifecycleQuery } from '../cells/lifecycle.ts';
import { redactingTree } from '../secrets/files.ts';
import { maskRegion } from '../secrets/pins.ts';
import type { RunTarget, StoredPin } from './context.ts';

/** A connected target as the layers below give it. */
export interface RunTargetParts {
  readonly prober: Pick<Prober, 'run'>;
  readonly tree: SourceTree;
  readonly program: PythonProgram;
  readonly parser: PythonParser;
  readonly signal?: AbortSignal;
}

/** A target for runs. Asks the host once, for the commit of its root; without a repository there is none. */
export async function createRunTarget(parts: RunTargetParts): Promise<RunTarget> {
  const commit = await readCommit(parts);
  return {
    prober: parts.prober,
    readAhead: (files, signal) => void readAll(parts.tree, files, signal),
    findPin: ({ pin, excerpt }: StoredPin, signal) => {
      const { file, lines, symbol, before, after, sha256 } = pin;
      const query = {
        file,
        before,
        after,
        ...(lines === undefined ? {} : { lines }),
        ...(symbol === undefined ? {} : { symbol }),
        ...(sha256 === undefined ? {} : { sha256 }),
        ...(excerpt === undefined ? {} : { excerpt }),
      };
      const { parser } = parts;
      // What is kept was redacted: it is compared with what the file is when it is redacted too.
      const tree = pin.redacted === undefined ? parts.tree : redactingTree(parts.tree);
      return resolvePin(query, { tree, parser, ...(signal === undefined ? {} : { signal }) });
    },
    maskPin: (file, finding, signal) => {
      const { tree, parser } = parts;
      return maskRegion(file, finding, { tree, parser, ...(signal === undefined ? {} : { signal }) });
    },
    analyse: (query, signal) => analyseTarget(parts, query, signal),
    ...(commit === undefined ? {} : { commit }),
  };
}

/** Files of a read ahead that are under way at once. */
const ahead = 8;

async function readAll(tree: SourceTree, files: readonly string[], signal?: AbortSignal): Promise<void> {
  const left = files.values();
  const worker = async (): Promise<void> => {
    for (const file of left) {
      const read = await tree.read(file, signal);
      if (!read.ok && signal?.aborted === true) return;
    }
  };
  await Promise.all(Array.from({ length: ahead }, worker));
}

/** The abbreviated commit of the root; undefined where there is no repository, or no git. */
async function readCommit(parts: RunTargetParts): Promise<string | undefined> {
  const options = { forCommit: true, ...(parts.signal === undefined ? {} : { signal: parts.signal }) };
  const outcome = await parts.prober.run('git log -1 --format=%h', options);
  if (outcome.kind !== 'evidence' || outcome.evidence.exit !== 0) return undefined;
  const commit = new TextDecoder().decode(outcome.evidence.stdout).trim();
  return /^[0-9a-f]{4,64}$/.test(commit) ? commit : undefined;
}

function analyseTarget(
  parts: RunTargetParts,
  query: LifecycleQuery,
  signal?: AbortSignal,
): Promise<Result<Lifecycle, LifecycleError>> {
  const { states, class: owner, store, files, terminal } = query;
  return analyse(
    {
      ...(states === undefined ? {} : { states }),
      ...(owner === undefined ? {} : { class: owner }),
      ...(store === undefined ? {} : { store }),
      ...(files.length === 0 ? {} : { files }),
      ...(terminal.length === 0 ? {} : { terminal }),
    },
    { program: parts.program, tree: parts.tree, ...(signal === undefined ? {} : { signal }) },
  );
}
