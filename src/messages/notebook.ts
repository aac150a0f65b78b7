import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { EditError, Mark, NotebookError, YamlFault } from '../investigation/index.ts';
import type { LifecycleError } from '../lifecycle/index.ts';
import { lifecycleErrorMessage } from './lifecycle-errors.ts';

/** Why a file is not shown as a notebook: the place, the reason, and the way out. */
export function notebookErrorMessage(error: NotebookError): string {
  return l10n.t('Line {0}, column {1}: {2}', error.line, error.column, notebookReason(error));
}

function notebookReason(error: NotebookError): string {
  const t = l10n.t;
  switch (error.code) {
    case 'not-utf8':
      return t(
        'the byte 0x{0} is not UTF-8. Open the file as text and save it with the encoding UTF-8.',
        error.byte.toString(16).toUpperCase().padStart(2, '0'),
      );
    case 'conflict-marker':
      return t(
        'a merge left the conflict marker {0}. Open the file as text, keep the right lines and remove the markers.',
        error.marker,
      );
    case 'front-matter-unclosed':
      return t(
        'the front matter starts here and does not end. Open the file as text and add a line --- behind it.',
      );
    case 'front-matter-yaml':
      return t(
        'the front matter cannot be read: {0} Open the file as text and mend it.',
        yamlFault(error.fault, error.detail),
      );
    case 'fence-unclosed':
      return t(
        'the cell "{0}" is never closed. Open the file as text and add a line with as many backticks behind it.',
        visible(error.word),
      );
    default:
      return unreachable(error);
  }
}

/** What is wrong inside one cell, with the way out; its line and column stand in the mark. */
export function markMessage(mark: Mark): string {
  const t = l10n.t;
  switch (mark.code) {
    case 'info-syntax':
      return t(
        'The words behind the backticks cannot be read. Write {0}, then key=value for each property, with quotes around a value that has spaces.',
        visible(mark.word),
      );
    case 'attribute-missing':
      return t('This {0} block does not say {1}=. Add it behind the backticks.', mark.word, mark.attribute);
    case 'attribute-value':
      return t(
        '{0}={1} is no number. Correct it, or run the probe again.',
        mark.attribute,
        visible(mark.value),
      );
    case 'yaml':
      return t('The cell cannot be read: {0} It is kept as it is.', yamlFault(mark.fault, mark.detail));
    case 'field-missing':
      return t('The field {0} is missing. Add it.', mark.field);
    case 'field-value':
      return t('{0}: {1} is not taken here. Write {2}.', mark.field, shown(mark.value), mark.expected);
    case 'field-unknown':
      return t('The field {0} is not known here. It is kept, and not used.', visible(mark.field));
    case 'version':
      return t(
        'The notebook has version {0} of the format, and this Sonde knows version 1. Unknown blocks are kept as they are.',
        visible(mark.version),
      );
    case 'target-name':
      return t(
        '{0} is no name of a target. Take lower-case letters, digits and dashes, a letter first.',
        shown(mark.name),
      );
    case 'target-host':
      return t(
        '{0}: {1} names a host. A notebook names targets only; leave a folder such as /srv/app or nothing here, and map the name to your host in your own settings.',
        visible(mark.name),
        shown(mark.value),
      );
    case 'target-unknown':
      return t(
        'The target {0} is not in the front matter. Add it there, or take one of: {1}.',
        shown(mark.name),
        mark.known.join(', '),
      );
    case 'target-missing':
      return t('This cell does not say where to run. Add on=NAME, one of: {0}.', mark.known.join(', '));
    case 'duplicate-id':
      return t(
        'The id {0} stands also in line {1}. Give one of the two another id, so that evidence finds its cell.',
        visible(mark.id),
        mark.other,
      );
    case 'probe-line-missing':
      return t('The first line of evidence is "$ " and the probe line. Add it, or run the probe again.');
    case 'encoding':
      return t(
        'The text is not in the encoding that its header names. Write a backslash as two, or run the probe again.',
      );
    case 'evidence-orphan':
      return t(
        'Evidence of a line that is gone: {0}. Delete it, or put the line back into a probe cell.',
        visible(mark.text),
      );
    case 'orphan':
      return t(
        'This {0} block belongs to {1}, which is not in the notebook. Delete it, or put its owner back.',
        visible(mark.word),
        visible(mark.of),
      );
    default:
      return unreachable(mark);
  }
}

/** Why an edit of a notebook was not made. */
export function editErrorMessage(error: EditError): string {
  switch (error.code) {
    case 'no-such-pin':
      return l10n.t('The pin is no longer in the notebook. Refresh the view and try again.');
    case 'no-such-cell':
      return l10n.t('No cell and no pin has this id. Refresh the view and try again.');
    case 'id-taken':
      return l10n.t('This id is taken. Choose another one.');
    case 'id-syntax':
      return l10n.t('An id starts with a letter and goes on with letters, digits, - and _.');
    default:
      return unreachable(error.code);
  }
}

/** What is wrong with a YAML text. */
function yamlFault(fault: YamlFault, detail: string): string {
  const t = l10n.t;
  switch (fault) {
    case 'syntax':
      return t('it is not YAML ({0}).', visible(detail));
    case 'alias':
      return t('anchors and aliases such as {0} are not taken; write the value out.', visible(detail));
    case 'tag':
      return t('tags such as {0} are not taken; every value is text.', visible(detail));
    case 'depth':
      return t('it is nested too deep.');
    case 'not-a-map':
      return t('it must be lines of "field: value".');
    case 'not-a-list':
      return t('it must be a list, each item with "- " before it.');
    case 'key':
      return t('a key must be plain text.');
    default:
      return unreachable(fault);
  }
}

function shown(text: string): string {
  return text === '' ? l10n.t('this') : `"${visible(text)}"`;
}

/** Text of a file on one line: hidden and control characters as escapes, at most 200 characters. */
function visible(text: string): string {
  const escaped = text.replace(
    /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g,
    (character) => `\\u{${character.charCodeAt(0).toString(16).toUpperCase()}}`,
  );
  return escaped.length > 200 ? `${escaped.slice(0, 200)}…` : escaped;
}

/** Why the analysis of a lifecycle cell brought nothing, with the way out in the cell. */
export function analysisFailureMessage(failure: LifecycleError): string {
  if (failure.code !== 'lifecycle-ambiguous') return lifecycleErrorMessage(failure);
  const choices = failure.choices.map(({ states, owner, store, file, line }) => {
    const named = states === null ? '' : `states: ${states}, `;
    return `${named}class: ${owner}, store: ${store} (${file}:${line})`;
  });
  return l10n.t('Several lifecycles fit. Write one of these into the cell: {0}', choices.join('; '));
}
