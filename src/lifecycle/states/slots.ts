import type { Expression } from '../../syntax/index.ts';
import type { ClassInfo, Project } from '../project/project.ts';
import { selfName, type Types } from '../project/types.ts';
import { onlyValue } from './only-value.ts';
import type { Scene, Slot } from './survey.ts';

/** The slot that an assignment target names; null for locals and everything else. */
export function slotOf(target: Expression, scene: Scene, project: Project, types: Types): Slot | null {
  if (target.kind === 'attribute') {
    return {
      kind: 'attribute',
      name: target.name,
      receiver: receiverOf(target.value, scene, types),
      global: false,
    };
  }
  if (target.kind === 'name' && scene.inside === null && scene.owner !== null) {
    return { kind: 'attribute', name: target.id, receiver: scene.owner, global: false };
  }
  if (target.kind === 'subscript') return dictionarySlot(target.value, scene, project, types);
  return null;
}

/** The store that a dictionary is: in an attribute, in a variable of a module, or by another name; null for others. */
export function dictionarySlot(value: Expression, scene: Scene, project: Project, types: Types): Slot | null {
  if (value.kind === 'attribute') {
    return {
      kind: 'keyed',
      name: value.name,
      receiver: receiverOf(value.value, scene, types),
      global: false,
    };
  }
  if (value.kind === 'name' && scene.inside !== null) {
    const symbol = project.lookup(scene.file, value.id);
    if (symbol?.kind === 'value') return { kind: 'keyed', name: value.id, receiver: null, global: true };
    const alias = onlyValue(value.id, scene.inside);
    return alias?.kind === 'attribute' ? dictionarySlot(alias, scene, project, types) : null;
  }
  return null;
}

/** The class of the object whose attribute is meant; null where it is not known. */
export function receiverOf(value: Expression, scene: Scene, types: Types): ClassInfo | null {
  if (scene.inside === null) return null;
  if (value.kind === 'name' && value.id === selfName(scene.inside)) return scene.inside.owner;
  return types.of(value, scene.inside, scene.inside.owner);
}
