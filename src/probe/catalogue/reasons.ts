import type { RefusalRule } from '../verdict.ts';

/** Refuses all of these options for one reason. */
export function because(
  rule: RefusalRule,
  ...spelled: readonly string[]
): Readonly<Record<string, RefusalRule>> {
  return Object.fromEntries(spelled.map((name) => [name, rule]));
}
