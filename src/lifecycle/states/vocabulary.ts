/**
 * What names say about a store. Names alone decide nothing: they say how much has to be seen in the code before
 * constants are taken for states.
 */
export type Manner = 'status' | 'kind' | 'code' | 'status-code' | 'plain';

/** Words that stand for what something goes through. */
const STATUS = new Set([
  'state',
  'states',
  'status',
  'statuses',
  'phase',
  'stage',
  'step',
  'lifecycle',
  'progress',
  'health',
  'condition',
  'outcome',
]);

/** Words that stand for a choice: made once for a thing, or decoded from one. */
const KIND = new Set([
  'type',
  'kind',
  'mode',
  'format',
  'fmt',
  'method',
  'category',
  'policy',
  'strategy',
  'variant',
  'encoding',
  'codec',
  'ext',
  'extension',
  'scheme',
  'style',
  'level',
  'priority',
  'reason',
  'direction',
  'dtype',
  'backend',
  'name',
  'message',
  'msg',
  'by',
]);

/** Words that stand for a number which a program or a server answers with. */
const CODE = new Set(['code', 'codes', 'exitcode', 'returncode', 'errno', 'opcode']);

/** Of these the status is a code, too: `exit_status`, `HTTPStatus`. */
const CODED = new Set(['exit', 'http', 'return', 'wait']);

/** `execution_mode`, `ExecutionMode`, `_exit_status`: what the words of a name stand for; the last one counts. */
export function mannerOf(name: string): Manner {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const plain = words.filter((word) => !CODE.has(word));
  if (last === 'status' && CODED.has(plain.at(-2) ?? '')) return 'code';
  // The status of a code that is issued: `VoucherCodeStatus`.
  if (STATUS.has(last)) return 'status';
  if (words.some((word) => CODE.has(word))) {
    // `StatusCode`: what something goes through, or an answer; `HTTPStatusCode` is the latter.
    const isStatus = words.some((word) => STATUS.has(word)) && !words.some((word) => CODED.has(word));
    return isStatus ? 'status-code' : 'code';
  }
  if (KIND.has(last) || /(type|kind|mode|format|codec)$/.test(last)) return 'kind';
  return words.some((word) => STATUS.has(word)) ? 'status' : 'plain';
}

/** `__name__`: Python's own. */
export function isPythons(name: string): boolean {
  return /^__\w+__$/.test(name);
}
