import type { Constant, Expression, Span } from '../../syntax/index.ts';
import { ABSENT, type StateName } from '../model.ts';

/** One value that a status can have. */
export interface Member {
  readonly name: StateName;
  readonly value: string | number | null;
  readonly file: string;
  readonly line: number;
  /** Of its declaration, so that an alias is recognized; null for a literal. */
  readonly declaration: DeclarationKey | null;
}

/** A state that is really named `absent` is written in quotes: bare, the name means ∅. */
export function stateName(name: string): StateName {
  return name === ABSENT ? `'${name}'` : name;
}

/** `file:offset` of the declared name. */
export type DeclarationKey = string;

export function declarationKey(file: string, span: Span): DeclarationKey {
  return `${file}:${span.start}`;
}

/** The values of one kind of status, in the order of their declaration. */
export interface StateGroup {
  /** `file#Class`, or the store's key where only the store holds them together. */
  readonly id: string;
  /** The name of the class; null for module constants and literals. */
  readonly name: string | null;
  readonly kind: 'enum' | 'constants' | 'literals';
  readonly file: string;
  readonly line: number;
  readonly members: readonly Member[];
}

/** A value that a declaration may give a state: a number, a string, or one that only is itself. */
export type StateValue = { readonly value: string | number | null } | null;

/** Null where the expression is no constant that states are made of; `auto()` and `object()` have no value here. */
export function stateValue(expression: Expression): StateValue {
  switch (expression.kind) {
    case 'constant':
      return ofConstant(expression.value);
    case 'unary':
      return expression.operator === '-' &&
        expression.value.kind === 'constant' &&
        expression.value.value.type === 'integer'
        ? { value: -expression.value.value.value }
        : null;
    case 'tuple': {
      const first = expression.items[0];
      return first === undefined ? null : stateValue(first);
    }
    case 'call': {
      const callee = expression.callee;
      const name = callee.kind === 'name' ? callee.id : callee.kind === 'attribute' ? callee.name : '';
      return name === 'auto' || name === 'object' || name === 'count' ? { value: null } : null;
    }
    case 'binary':
      // Flags: `1 << 3`.
      return expression.operator === '<<' &&
        expression.left.kind === 'constant' &&
        expression.left.value.type === 'integer' &&
        expression.right.kind === 'constant' &&
        expression.right.value.type === 'integer'
        ? { value: expression.left.value.value * 2 ** expression.right.value.value }
        : null;
    default:
      return null;
  }
}

function ofConstant(constant: Constant): StateValue {
  switch (constant.type) {
    case 'string':
    case 'bytes':
    case 'integer':
      return { value: constant.value };
    default:
      return null;
  }
}
