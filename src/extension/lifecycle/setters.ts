import type { Lifecycle, Setter, StateName } from '../../lifecycle/index.ts';
import { setterCell } from '../../messages/index.ts';
import { visibleLabel, type MarkView, type SetterView } from '../../protocol/index.ts';
import type { Places } from './places.ts';

/** What the table of a setter is shown with. */
export interface SetterContext {
  /** All states in their order, ∅ among them. */
  readonly order: readonly StateName[];
  readonly states: Lifecycle['states'];
  readonly places: Places;
  /** The same setter before, where two lifecycles are compared. */
  readonly was?: Setter;
  readonly change: SetterView['change'];
}

/** A setter's table in the order of the states; each cell says what it does to a terminal state. */
export function setterView(setter: Setter, context: SetterContext): SetterView {
  const { order, places, was, change } = context;
  const tables = was === undefined ? [setter.table] : [setter.table, was.table];
  const olds = inOrder(
    tables.flatMap((table) => Object.keys(table)),
    order,
  );
  const columns = inOrder(
    tables.flatMap((table) => Object.values(table)).flatMap((row) => Object.keys(row)),
    order,
  );
  const terminal = new Set(context.states.filter((state) => state.terminal).map((state) => state.name));
  const known = new Set(order);
  return {
    name: visibleLabel(setter.name),
    place: places.row(setter, change === 'removed'),
    columns: columns.map(shown),
    change,
    rows: olds.map((old) => ({
      old: shown(old),
      terminal: terminal.has(old),
      cells: columns.map((column) => shown(setter.table[old]?.[column] ?? '')),
      marks: columns.map((argument): MarkView => {
        const cell = setter.table[old]?.[argument] ?? '';
        const before = was?.table[old]?.[argument] ?? '';
        return {
          kind: kindOf(cell, old, argument),
          move: moveOf(cell, old, terminal, known),
          was: was === undefined || before === cell ? '' : shown(before) || '—',
        };
      }),
    })),
  };
}

function inOrder(names: readonly StateName[], order: readonly StateName[]): readonly StateName[] {
  const rank = (name: StateName): number => {
    const index = order.indexOf(name);
    return index < 0 ? order.length : index;
  };
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b));
}

function shown(name: string): string {
  return visibleLabel(setterCell(name));
}

function kindOf(cell: string, old: StateName, argument: StateName): MarkView['kind'] {
  if (cell === 'rejected') return 'rejected';
  if (cell === 'argument-or-old') return 'unknown';
  if (cell === old) return 'kept';
  return cell === argument ? 'set' : 'merged';
}

/** Only what is stored moves a state: an error does not, and taking the entry away is no merge. */
function moveOf(
  cell: string,
  old: StateName,
  terminal: ReadonlySet<StateName>,
  known: ReadonlySet<StateName>,
): MarkView['move'] {
  if (!terminal.has(old) || cell === old || cell === '') return 'none';
  if (cell === 'argument-or-old') return 'unsure';
  if (!known.has(cell) || cell === 'absent') return 'none';
  return terminal.has(cell) ? 'flips' : 'revives';
}
