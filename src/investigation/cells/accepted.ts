import type { HazardRule } from '../../lifecycle/index.ts';
import { yamlField, type YamlMap } from '../yaml/read.ts';
import { isRule } from './lifecycle-words.ts';
import type { FieldReader } from './reader.ts';

/** A finding that is no hazard here, found again by its rule and symbol, so that it survives moved lines. */
export interface AcceptedHazard {
  readonly rule: HazardRule;
  /** Relative to the root; missing for any file. */
  readonly file?: string;
  /** Path of the function or class that holds the finding's line. */
  readonly symbol: string;
  readonly reason: string;
}

const KEYS = ['rule', 'file', 'symbol', 'reason'];

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
    reader.unknown(item, KEYS);
    const rule = reader.required(item, 'rule');
    const symbol = reader.required(item, 'symbol');
    const reason = reader.required(item, 'reason');
    const file = reader.text(item, 'file');
    if (rule === undefined || symbol === undefined || reason === undefined) return [];
    if (!isRule(rule)) {
      reader.mark(item.start, { code: 'field-value', field: 'rule', value: rule, expected: 'H1, …, H17' });
      return [];
    }
    return [{ rule, symbol, reason, ...(file === undefined || file === '' ? {} : { file }) }];
  });
  return accepted.length === 0 ? {} : { accepted };
}
