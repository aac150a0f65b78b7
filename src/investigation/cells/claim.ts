import { attribute, type Info } from '../notebook/info.ts';
import { FieldReader, type CellReading, type CellText } from './reader.ts';

export const CLAIM_KINDS = ['observation', 'deduction', 'assumption', 'hypothesis', 'question'] as const;
export const CLAIM_STATUSES = ['open', 'supported', 'refuted'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** What the investigator holds, and the ids of the pins, probes and lifecycles for and against it. */
export interface Claim {
  readonly id?: string;
  readonly kind: ClaimKind;
  readonly text: string;
  readonly status: ClaimStatus;
  readonly for: readonly string[];
  readonly against: readonly string[];
}

const KEYS = ['kind', 'text', 'status', 'for', 'against'];

/** Reads a claim; without `kind` or `text` it is not one. A status that is not given is `open`. */
export function readClaim(info: Info, cell: CellText): CellReading<Claim> {
  const reader = new FieldReader(cell);
  const map = reader.map();
  if (map === undefined) return { value: undefined, marks: reader.marks };
  reader.unknown(map, KEYS);
  const id = attribute(info, 'id');
  reader.required(map, 'kind');
  const kind = reader.choice(map, 'kind', CLAIM_KINDS);
  const text = reader.required(map, 'text');
  const status = reader.choice(map, 'status', CLAIM_STATUSES) ?? 'open';
  const support = reader.texts(map, 'for');
  const against = reader.texts(map, 'against');
  if (kind === undefined || text === undefined) return { value: undefined, marks: reader.marks };
  return {
    value: {
      ...(id === undefined ? {} : { id }),
      kind,
      text: text.trimEnd(),
      status,
      for: support,
      against,
    },
    marks: reader.marks,
  };
}
