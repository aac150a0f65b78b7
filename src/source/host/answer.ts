import { err, ok, type Result } from '../../base/index.ts';
import type { Evidence, ProbeError, ProbeOutcome } from '../../probe/index.ts';
import type { FileError } from '../../transport/index.ts';
import { normalisePath } from '../paths.ts';
import type { SearchAnswer, SearchHit, SearchQuery } from '../tree.ts';

/** What a search's probe brought. That nothing matched, or that some file could not be read, is an answer. */
export function answerOf(outcome: ProbeOutcome, query: SearchQuery): Result<SearchAnswer, FileError> {
  const path = query.under ?? '';
  switch (outcome.kind) {
    case 'refusal':
      return err({ code: 'file-refused', path, rule: outcome.refusal.rule });
    case 'error':
      return err(fileErrorOf(outcome.error, path));
    case 'evidence': {
      const { evidence } = outcome;
      const hits = query.filesOnly === true ? namesOf(evidence) : (evidence.hits ?? []).map(normalHit);
      return ok({ hits, truncated: evidence.truncated !== null });
    }
  }
}

function normalHit(hit: SearchHit): SearchHit {
  return { file: normalName(hit.file), line: hit.line, text: hit.text };
}

function normalName(file: string): string {
  const normal = normalisePath(file);
  return normal.ok ? normal.value : file;
}

/** One name a line, as `grep -l` prints them; a name that was cut at a limit is left out. */
function namesOf(evidence: Evidence): readonly SearchHit[] {
  const lines = new TextDecoder().decode(evidence.stdout).split('\n');
  return lines.slice(0, -1).map((name) => ({ file: normalName(name), line: 0, text: '' }));
}

function fileErrorOf(error: ProbeError, path: string): FileError {
  switch (error.code) {
    case 'operand-missing':
      return { code: 'file-not-found', path: error.file };
    case 'operand-unreadable':
      return { code: 'file-permission', path: error.file };
    case 'operand-kind':
      return { code: 'file-kind', path: error.file, kind: error.kind };
    case 'operand-folder':
      return { code: 'file-kind', path: error.file, kind: 'directory' };
    case 'operand-system':
      return { code: 'file-refused', path: error.file, rule: 'pseudo-file-system' };
    case 'operand-outside':
      return { code: 'file-refused', path: error.file, rule: 'outside-root' };
    case 'operand-sensitive':
      return { code: 'file-refused', path: error.file, rule: 'sensitive-path' };
    case 'root-missing':
      return { code: 'file-not-found', path: error.root };
    case 'tool-missing':
    case 'tool-unknown':
    case 'option-unsupported':
    case 'option-needed':
    case 'git-filter':
    case 'git-work-tree':
    case 'not-a-posix-shell':
    case 'no-sandbox':
    case 'shell-ended':
    case 'container':
    case 'login-waits':
      return { code: 'file-failed', path, detail: error.code };
    default:
      return error;
  }
}
