import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type {
  Hazard,
  Lifecycle,
  LifecyclePart,
  LifecycleWords,
  StateName,
  Unresolved,
  WitnessStep,
} from '../lifecycle/index.ts';
import { filesRead, namesUnresolved, readsOfHost } from './counts.ts';

/** The sentences about lifecycles, in the reader's language. */
export const lifecycleWords: LifecycleWords = {
  hazardTitle,
  witnessStep,
  unresolved,
  heading,
  nothingFound,
  cost,
};

/** A state as people read it: `∅` for absence. */
function shown(state: StateName | undefined): string {
  return state === 'absent' ? '∅' : (state ?? '?');
}

/** One sentence that names what the rule found; its place stands beside it. */
export function hazardTitle(hazard: Hazard): string {
  const title = foundTitle(hazard);
  return hazard.accepted === undefined
    ? title
    : l10n.t('{0} — not a hazard here: {1}', title, hazard.accepted);
}

function foundTitle(hazard: Hazard): string {
  const { data } = hazard;
  const of = (key: string): string => data[key] ?? '?';
  const state = (key: string): string => shown(data[key]);
  switch (hazard.rule) {
    case 'H1': {
      const title =
        data['look'] === 'before'
          ? l10n.t(
              '{0} can be left again: {1} writes {2}, and its look at the status is over by then',
              state('from'),
              of('function'),
              state('to'),
            )
          : l10n.t(
              '{0} can be left again: {1} writes {2} without looking at the status',
              state('from'),
              of('function'),
              state('to'),
            );
      return data['others'] === undefined ? title : `${title} ${l10n.t('(also at {0})', data['others'])}`;
    }
    case 'H2':
      return l10n.t(
        '{0} does not keep {1}: given {2}, it stores {3}',
        of('setter'),
        state('from'),
        of('arguments'),
        of('results'),
      );
    case 'H3':
      return l10n.t(
        '{0} can bring a removed entry back as {1}, because {2} removes entries meanwhile',
        of('function'),
        state('to'),
        of('remover'),
      );
    case 'H4':
      return l10n.t(
        '{0} reads a missing entry as {1}, which is not an end: who waits for the end of a removed entry waits for ever',
        of('reader'),
        state('state'),
      );
    case 'H5':
      if (data['gate'] !== undefined)
        return l10n.t(
          '{0} is left only with an entry of {1}, which another branch removes, and no timer ends it',
          state('state'),
          of('gate'),
        );
      if (data['wait'] !== undefined)
        return l10n.t(
          '{0} is left only after a wait in {1} that nothing bounds, and no timer ends it',
          state('state'),
          of('wait'),
        );
      return data['role'] === undefined
        ? l10n.t('No way out of {0} was found, and no timer ends it', state('state'))
        : l10n.t(
            '{0} is left only by {1}, which one exception ends, and no timer ends it',
            state('state'),
            of('role'),
          );
    case 'H6':
      return data['kind'] === 'taken-back'
        ? l10n.t(
            '{0} removes the entry of {1} in any case; a {2} that it writes can be taken back to {3}, and {4} needs that entry to go on',
            of('function'),
            of('map'),
            state('state'),
            state('stuck'),
            of('needer'),
          )
        : l10n.t(
            '{0} removes the entry of {1} in any case but writes {2} only sometimes; {4} needs that entry to go on from {3}',
            of('function'),
            of('map'),
            state('state'),
            state('stuck'),
            of('needer'),
          );
    case 'H7':
      return l10n.t(
        '{0} skips an item because of {1} and leaves no trace: no status, no retry, no error',
        of('function'),
        of('guard'),
      );
    case 'H8':
      return data['iterated'] === undefined
        ? l10n.t(
            '{0} looks and then stores without a lock, and runs in several roles: {1}',
            of('function'),
            of('roles'),
          )
        : l10n.t('{0} iterates over {1} while {2} changes it', of('function'), of('iterated'), of('roles'));
    case 'H9':
      return l10n.t(
        'One exception ends the loop of {0} for good; {1} transitions are made there',
        of('role'),
        of('transitions'),
      );
    case 'H10':
      return l10n.t(
        '{0} is set to {1}, but {2} of the same class never looks at it',
        of('latch'),
        state('state'),
        of('reader'),
      );
    case 'H11':
      return l10n.t(
        '{0} tests the old status, then {1} reads it again: it may have changed in between',
        of('setter'),
        of('super'),
      );
    case 'H12':
      return l10n.t(
        'After {0} is written, something can still raise, and the handler then writes {1}',
        state('from'),
        state('to'),
      );
    case 'H13':
      return l10n.t(
        '{0} writes {1} for the timeout before it takes in what has arrived',
        of('function'),
        state('to'),
      );
    case 'H14':
      return l10n.t(
        '{0} takes the greatest and {1} the least of the same states',
        of('greatest'),
        of('least'),
      );
    case 'H15':
      return l10n.t(
        '{0} is written after {1} was started, which writes the status too',
        state('state'),
        of('role'),
      );
    case 'H16':
      return l10n.t(
        '{0} is written only if nothing raises or returns before: else the status stays {1}',
        state('to'),
        state('from'),
      );
    case 'H17':
      return l10n.t(
        'The guard looks at {0}, which is written elsewhere than the status that it stands for',
        of('flag'),
      );
    default:
      return unreachable(hazard.rule);
  }
}

/** What happens in one step of a witness. */
export function witnessStep(step: WitnessStep): string {
  const { data } = step;
  const of = (key: string): string => data[key] ?? '?';
  const state = (key: string): string => shown(data[key]);
  switch (step.action) {
    case 'writes':
      return l10n.t('writes {0}', state('state'));
    case 'writes-through-setter':
      return data['old'] === undefined
        ? l10n.t('calls {0} with {1}', of('setter'), state('argument'))
        : l10n.t('calls {0} with {1}; the old status was {2}', of('setter'), state('argument'), state('old'));
    case 'keeps-old':
      return l10n.t('{0} given {1} keeps {2}', of('setter'), state('argument'), state('old'));
    case 'removes-status':
      return l10n.t('removes the entry of the status');
    case 'removes-companion':
      return l10n.t('removes the entry of {0}, whatever the status is', of('map'));
    case 'reads':
      return data['state'] === undefined
        ? l10n.t('reads the status')
        : l10n.t('reads the status: {0}', state('state'));
    case 'reads-absent-as':
      return l10n.t('{0} answers {1} for an entry that is not there', of('reader'), state('state'));
    case 'checks':
      return data['outcome'] === 'fails'
        ? l10n.t('finds that `{0}` does not hold', of('text'))
        : l10n.t('finds that `{0}` holds', of('text'));
    case 'skips':
      return data['state'] === undefined
        ? l10n.t('`{0}` sends it past the rest', of('text'))
        : l10n.t('does not write {0}, because `{1}` does not hold', state('state'), of('text'));
    case 'does-not-write':
      return l10n.t(
        '`{0}`: goes on with the next item without a status, a retry or an error for this one',
        of('exit'),
      );
    case 'waits':
      return l10n.t('{0} waits for an end and reads {1} each time', of('function'), state('state'));
    case 'nothing-else-writes':
      return data['map'] === undefined
        ? l10n.t('no other write was found that leaves {0}', state('state'))
        : l10n.t('the write of {0} needs {1}; no other write on the way was found', state('to'), of('map'));
    case 'takes-item':
      return l10n.t('takes the next item');
    case 'can-raise':
      if (data['handled'] === 'yes') return l10n.t('`{0}` can raise; the handler takes it', of('text'));
      if (data['handled'] === 'maybe') return l10n.t('`{0}` can come of it', of('text'));
      return l10n.t('`{0}` can raise, and nothing in the loop handles it', of('text'));
    case 'handles':
      return l10n.t('an exception after that ends here');
    case 'ends':
      return l10n.t('the loop of {0} has ended; nothing starts it again', of('role'));
    case 'iterates':
      return l10n.t('iterates over {0}', of('map'));
    case 'changes':
      return l10n.t('adds to {0} or removes from it', of('map'));
    case 'starts':
      return l10n.t('starts {0}', of('role'));
    default:
      return unreachable(step.action);
  }
}

/** Why something stayed open, and what would close it. */
export function unresolved(item: Unresolved): string {
  const { what } = item;
  switch (item.why) {
    case 'base-class-not-found':
      return l10n.t(
        'the base class {0} was not found below the root; its setters and writes are not counted',
        what,
      );
    case 'import-not-found':
      return l10n.t('the import {0} was not found below the root; what it defines is not counted', what);
    case 'unreadable-file':
      return l10n.t('{0} could not be read or is not Python; what stands in it is not counted', what);
    case 'value-not-known':
      return l10n.t('the value of {0} is not known here; the write is listed without a state', what);
    case 'call-not-resolved':
      return l10n.t(
        'who answers the call {0} is not known; name the class with --class if you know it',
        what,
      );
    case 'not-tabulated':
      return l10n.t('{0} does more than can be tabulated; its cells say argument or old', what);
    case 'depth-limit':
      return l10n.t('{0} is called through too many helpers; the states before it are taken as any', what);
    case 'accepted-gone':
      return l10n.t(
        '{0} is called no hazard in the cell, but is not found any more; take it out of the list, or name the symbol and the code as they are now',
        what,
      );
    case 'budget':
      return l10n.t(
        '{0} has more paths than are told apart; some were merged, so that it may do less than is drawn',
        what,
      );
    case 'steps':
      return l10n.t(
        '{0} was not followed to its end, because the analysis took all its steps; writes in it may be missing; name fewer files with --file',
        what,
      );
    case 'files':
      return l10n.t('{0} was left out, because enough was read; name the files with --file to choose', what);
    case 'states':
      return l10n.t('{0} more states were left out; what is written of them is not counted', what);
    case 'nesting':
      return l10n.t(
        '{0} holds code that is nested too deeply to be read; what stands in it is not counted',
        what,
      );
    case 'ancestors':
      return l10n.t('{0} has too many classes above it; methods of the farthest ones are not found', what);
    case 'subclasses':
      return l10n.t('{0} more subclasses were not run by themselves; name one with --class', what);
    case 'hazards':
      return l10n.t('hazards were not looked for among {0} writes; name fewer files with --file', what);
    case 'more':
      return l10n.t('{0} more of this list were left out', what);
    default:
      return unreachable(item.why);
  }
}

function heading(part: LifecyclePart): string {
  switch (part) {
    case 'states':
      return l10n.t('States');
    case 'stores':
      return l10n.t('Stores');
    case 'roles':
      return l10n.t('Roles');
    case 'setters':
      return l10n.t('Setters (row: old status, column: argument)');
    case 'transitions':
      return l10n.t('Transitions');
    case 'modes':
      return l10n.t('Runs as either side (what is written on which)');
    case 'declared':
      return l10n.t('Declared transitions, beside what the code writes');
    case 'writes':
      return l10n.t('Writes');
    case 'removals':
      return l10n.t('Removals');
    case 'hazards':
      return l10n.t('Hazards');
    case 'unresolved':
      return l10n.t('Unresolved');
    default:
      return unreachable(part);
  }
}

/** Says how far was looked, so that nobody reads "cannot happen". */
function nothingFound(
  part: LifecyclePart,
  scope: { readonly files: number; readonly unresolved: number },
): string {
  const { files, unresolved: open } = scope;
  switch (part) {
    case 'hazards':
      return l10n.t('no path found in {0}, {1}', filesRead(files), namesUnresolved(open));
    case 'unresolved':
      return l10n.t('nothing in {0}', filesRead(files));
    case 'states':
    case 'stores':
    case 'roles':
    case 'setters':
    case 'transitions':
    case 'modes':
    case 'declared':
    case 'writes':
    case 'removals':
      return l10n.t('none found in {0}, {1}', filesRead(files), namesUnresolved(open));
    default:
      return unreachable(part);
  }
}

function cost(spent: Lifecycle['cost'], open: number): string {
  return l10n.t(
    '{0} ({1} KB, {2}, {3} ms); {4}',
    filesRead(spent.files),
    Math.ceil(spent.bytes / 1024),
    readsOfHost(spent.reads),
    Math.round(spent.ms),
    namesUnresolved(open),
  );
}
