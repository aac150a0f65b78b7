import * as l10n from '@vscode/l10n';
import type { HazardRule } from '../lifecycle/index.ts';

interface RuleWords {
  readonly name: string;
  /** When it is reported. */
  readonly fires: string;
  /** What goes wrong then. */
  readonly then: string;
  /** What makes it none. */
  readonly not: string;
}

/** The rule in a few words, such as `Resurrection`. */
export function ruleName(rule: HazardRule): string {
  return words(rule).name;
}

/** What a rule finds, what goes wrong then, and when it is no hazard: a page of Markdown. */
export function ruleExplanation(rule: HazardRule): string {
  const { name, fires, then, not } = words(rule);
  return [
    `# ${rule}: ${name}`,
    `${l10n.t('Reported when')} ${fires}`,
    then,
    `${l10n.t('No hazard where')} ${not}`,
    l10n.t(
      'Check it by reading the numbered steps of the finding in order: each names a role, a file and a line, and the state after it. If it is none here, say so with *Not a hazard here…* and a reason: it is kept in the notebook, and no run loses it.',
    ),
    '',
  ].join('\n\n');
}

function words(rule: HazardRule): RuleWords {
  const t = l10n.t;
  switch (rule) {
    case 'H1':
      return {
        name: t('Resurrection'),
        fires: t(
          'a status that is final can be left again by a write that does not look at it in the same step.',
        ),
        then: t(
          'What was failed or done counts as running again, or its answer flips: waiting never ends, or ends with the wrong result.',
        ),
        not: t(
          'a reset or restart is meant, or the write looks at the status under a lock that every writer takes.',
        ),
      };
    case 'H2':
      return {
        name: t('A merge that does not keep the end'),
        fires: t('a setter, given some status, replaces a final one by another.'),
        then: t('Every late caller can undo the end, even one that does nothing wrong by itself.'),
        not: t('that argument is a reset.'),
      };
    case 'H3':
      return {
        name: t('Zombie'),
        fires: t(
          'a write on a missing entry creates it in a status that is not the first, while another role removes entries.',
        ),
        then: t('An entry that was cleaned up comes back, and nobody removes it again.'),
        not: t('entries are created lazily by design.'),
      };
    case 'H4':
      return {
        name: t('Missing reads as not ended'),
        fires: t(
          'a reader takes a missing entry for a status that is not final, something removes entries, and somebody waits for the end.',
        ),
        then: t('Who still waits when the entry is removed waits for ever.'),
        not: t('nothing removes entries, or who waits is told otherwise.'),
      };
    case 'H5':
      return {
        name: t('Stuck'),
        fires: t(
          'a status that is not final has no way out, or its only way out needs a role that one exception ends, an entry that another branch removes or the end of a wait that nothing bounds, and no timer ends it.',
        ),
        then: t('What gets there stays there.'),
        not: t('it is a steady state, or something outside of this code moves it on.'),
      };
    case 'H6':
      return {
        name: t('Uneven cleanup'),
        fires: t(
          'a branch removes an entry that others need, whatever happens, but writes the status only sometimes.',
        ),
        then: t('The status says that the work goes on, and what it needs to go on is gone.'),
        not: t('the removal happens only where the status is final.'),
      };
    case 'H7':
      return {
        name: t('Silent skip'),
        fires: t(
          'a worker goes on with its next item because of a status or a missing entry, and leaves no status, retry or error for this one.',
        ),
        then: t('The item is lost, and nothing says so.'),
        not: t('the guard holds only where the status is final.'),
      };
    case 'H8':
      return {
        name: t('Shared without a lock'),
        fires: t(
          'several roles write the same map without a common lock, and one looks first and then stores, or iterates meanwhile.',
        ),
        then: t('Writes are lost, or the iteration raises.'),
        not: t('each role has keys of its own, or the lock is taken by the callers.'),
      };
    case 'H9':
      return {
        name: t('Fragile role'),
        fires: t(
          'the loop of a thread or task can be left by an exception that nothing in the loop handles, and transitions are made there.',
        ),
        then: t('After the first such exception none of these transitions happens any more.'),
        not: t('it is meant to fail fast, and something notices.'),
      };
    case 'H10':
      return {
        name: t('Write-only latch'),
        fires: t(
          'a field is set to a final status, and the reader of the same class never looks at it, while its siblings do.',
        ),
        then: t('The end is written down and never told.'),
        not: t('it is read through a helper.'),
      };
    case 'H11':
      return {
        name: t('Check in layers'),
        fires: t('an override tests the old status and then calls the base class, which reads it again.'),
        then: t('Between the two looks another role can write.'),
        not: t('one role alone writes.'),
      };
    case 'H12':
      return {
        name: t('Flip after the end'),
        fires: t(
          'something can raise between a final write and the end of its try, and the handler writes another status.',
        ),
        then: t('Success was seen by others and turns into failure.'),
        not: t('the handler looks at the status first.'),
      };
    case 'H13':
      return {
        name: t('Deadline before what has arrived'),
        fires: t('a poll writes the timeout before it takes in the events that are there already.'),
        then: t('Work that ended in time counts as timed out.'),
        not: t('the events are taken in elsewhere before.'),
      };
    case 'H14':
      return {
        name: t('Merges disagree'),
        fires: t('one place takes the greatest and another the least of the same ordered states.'),
        then: t('The same events give different ends, depending on who merges.'),
        not: t('it is meant, such as the least of all parts and the greatest of one.'),
      };
    case 'H15':
      return {
        name: t('Late first status'),
        fires: t(
          'the first status is written after the thread, task or callback that also writes it was started.',
        ),
        then: t('A fast start writes its status first, and the first one overwrites it.'),
        not: t('the other one waits for a signal that follows the write.'),
      };
    case 'H16':
      return {
        name: t('Unprotected last write'),
        fires: t('a final write that somebody waits for is on the normal path only.'),
        then: t('After an exception or an early return the status stays where it was.'),
        not: t('a finally, a handler or a supervisor writes it.'),
      };
    case 'H17':
      return {
        name: t('Guard on a stand-in'),
        fires: t(
          'the guard that should protect a final status tests a flag that is written at another place than the status.',
        ),
        then: t('Between the two writes the guard says the wrong thing.'),
        not: t('flag and status are written together.'),
      };
  }
}
