import type { StateName } from '../model.ts';
import type { Member, StateGroup } from './group.ts';

/** The finite set of values that the status can have, and how constants of the code map to it. */
export class Domain {
  readonly names: readonly StateName[];
  readonly #byDeclaration = new Map<string, StateName>();
  readonly #values = new Map<StateName, string | number | null>();
  readonly #byValue = new Map<string | number, StateName>();
  readonly #literal: boolean;
  readonly #alwaysTrue: boolean;

  /** `alwaysTrue`: members are true whatever their value, as those of a plain `Enum` are. */
  constructor(group: StateGroup, alwaysTrue = false) {
    this.#alwaysTrue = alwaysTrue;
    this.names = group.members.map((each) => each.name);
    this.#literal = group.kind !== 'enum';
    for (const member of group.members) {
      if (member.declaration !== null) this.#byDeclaration.set(member.declaration, member.name);
      this.#values.set(member.name, member.value);
      if (member.value !== null && !this.#byValue.has(member.value))
        this.#byValue.set(member.value, member.name);
    }
  }

  /** The state that a constant of the code is; null for other constants. */
  ofMember(member: Member): StateName | null {
    return member.declaration === null ? null : (this.#byDeclaration.get(member.declaration) ?? null);
  }

  /** The state that has this value, where states are plain constants: comparing with 4 is comparing with it. */
  ofValue(value: string | number): StateName | null {
    return this.#literal ? this.ofAnyValue(value) : null;
  }

  /** The state that a conversion such as `Phase(4)` makes. */
  ofAnyValue(value: string | number): StateName | null {
    return this.#byValue.get(value) ?? null;
  }

  /** What `if status:` asks; null where the declaration does not tell. */
  truth(name: StateName): string | number | null {
    return this.#alwaysTrue ? 1 : this.value(name);
  }

  /** What `max` and `<` compare; null where the declaration does not tell. */
  value(name: StateName): string | number | null {
    return this.#values.get(name) ?? null;
  }
}
