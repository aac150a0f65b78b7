import type { HazardRule } from '../../lifecycle/index.ts';
import { yamlField, type YamlMap } from '../yaml/read.ts';
import { isRule } from './lifecycle-words.ts';
import type { FieldReader } from './reader.ts';

/**
 * A finding that is no hazard here. It is found again without its line, by everything that the entry says: one that says
 * only rule and symbol is about every finding of the rule in that function.
 */
export interface AcceptedHazard {
  readonly rule: HazardRule;
  /** Relative to the root; missing for any file. */
  readonly file?: string;
  /** Path of the function or class that holds the finding's line. */
  readonly symbol: string;
  /** The states, maps and flags that it is about, such as `from` and `to`; missing for any. */
  readonly about?: Readonly<Record<string, string>>;
  /** The code of its line; missing for any. */
  readonly code?: string;
  readonly reason: string;
}

/** What of an entry says which finding it is about. */
export type AcceptedAnchor = Omit<AcceptedHazard, 'reason'>;

/** The fields of an entry, in the order in which they are written. */
export const ACCEPTED_KEYS = ['rule', 'file', 'symbol', 'about', 'code', 'reason'];

/** The `accepted` list of a lifecycle cell; an entry without rule, symbol or reason leaves a mark. */
export function acceptedOf(
  reader: FieldReader,
  map: YamlMap,
): { readonly accepted?: readonly AcceptedHazard[] } {
  const node = yamlField(map, 'accepted');
  if (node === undefined || (node.kind === 'text' && node.text === '')) return {};
  const accepted = (node.kind === 'list' ? node.items : [node]).flatMap((item): readonly AcceptedHazard[] => {
    if (item.kind !== 'map') {
      reader.mark(item.start, { code: 'yaml', fault: 'not-a-map', detail: '' });
      return [];
    }
    reader.unknown(item, ACCEPTED_KEYS);
    return entryOf(reader, item);
  });
  return accepted.length === 0 ? {} : { accepted };
}

function entryOf(reader: FieldReader, item: YamlMap): readonly AcceptedHazard[] {
  const rule = reader.required(item, 'rule');
  const symbol = reader.required(item, 'symbol');
  const reason = reader.required(item, 'reason');
  const file = reader.text(item, 'file');
  const code = reader.text(item, 'code');
  const about = aboutOf(reader, item);
  if (rule === undefined || symbol === undefined || reason === undefined || about === undefined) return [];
  if (!isRule(rule)) {
    reader.mark(item.start, { code: 'field-value', field: 'rule', value: rule, expected: 'H1, …, H17' });
    return [];
  }
  return [
    {
      rule,
      symbol,
      reason,
      ...(file === undefined || file === '' ? {} : { file }),
      ...(Object.keys(about).length === 0 ? {} : { about }),
      ...(code === undefined || code === '' ? {} : { code }),
    },
  ];
}

/** Undefined where it is there and cannot be read: such an entry must not be about more than it says. */
function aboutOf(reader: FieldReader, item: YamlMap): Readonly<Record<string, string>> | undefined {
  const node = yamlField(item, 'about');
  if (node === undefined || (node.kind === 'text' && node.text === '')) return {};
  const entries = node.kind === 'map' ? node.entries : [];
  const texts = entries.flatMap(({ key, value }) =>
    value.kind === 'text' ? [[key, value.text] as const] : [],
  );
  if (node.kind === 'map' && texts.length === entries.length) return Object.fromEntries(texts);
  reader.mark(node.start, { code: 'field-value', field: 'about', value: '', expected: 'from: STATE, …' });
  return undefined;
}
