import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { Hierarchy, Lead, MissingBase, PinFinding, UnresolvedName } from '../source/index.ts';
import type { FileError } from '../transport/index.ts';
import { fileErrorMessage } from './file-errors.ts';

/** Why a file below the root was not read: the place, and the way out. */
export function sourceErrorMessage(error: FileError): string {
  return error.code === 'file-refused' ? readRefusalMessage(error.path, error.rule) : fileErrorMessage(error);
}

/** Why the rules for paths keep a file from being read. */
export function readRefusalMessage(path: string, rule: string): string {
  switch (rule) {
    case 'outside-root':
      return l10n.t(
        '{0} lies outside the root of the target. Allow it with --allow-outside, or open a target whose root holds it.',
        path,
      );
    case 'sensitive-path':
      return l10n.t('{0} may hold secrets and is not read unasked. Allow it with --allow-sensitive.', path);
    case 'pseudo-file-system':
      return l10n.t(
        '{0} leads into /dev, /proc or /sys, which Sonde never reads. Name a regular file.',
        path,
      );
    case 'control-character':
      return l10n.t('The path {0} holds a control character. Type it anew.', JSON.stringify(path));
    default:
      return fileErrorMessage({ code: 'file-refused', path, rule });
  }
}

/** How a pin stands to the file, with its place. */
export function pinFindingMessage(
  pin: { readonly file: string; readonly symbol?: string },
  finding: PinFinding,
): string {
  const what = pin.symbol === undefined ? pin.file : `${pin.symbol} (${pin.file})`;
  switch (finding.kind) {
    case 'found': {
      const place = `${pin.file}:${finding.first}-${finding.last}`;
      if (finding.verdict === 'same') return l10n.t('{0} is the same, at {1}.', what, place);
      if (finding.verdict === 'moved')
        return l10n.t('{0} has moved by {1} to {2}.', what, signed(finding.by), place);
      return l10n.t(
        '{0} has changed, at {1}. Compare it, and accept the new text if it is right.',
        what,
        place,
      );
    }
    case 'gone':
      return l10n.t(
        '{0} is gone: neither its name nor its text is there. Search for it, and pin it again where it went.',
        what,
      );
    case 'ambiguous':
      return l10n.t(
        '{0} fits {1} places: lines {2}. Choose one, and pin more lines or a symbol.',
        what,
        finding.candidates.length,
        finding.candidates
          .map(({ first, last }) => (last === null ? `${first}-` : `${first}-${last}`))
          .join(', '),
      );
    case 'refused':
      return readRefusalMessage(pin.file, finding.rule);
    case 'unreachable':
      return l10n.t(
        '{0} could not be read ({1}). Connect again, and verify once more.',
        finding.path,
        finding.code,
      );
    default:
      return unreachable(finding);
  }
}

/** The verdict in a word or two, as in a list: `moved (+12)`. */
export function pinVerdictLabel(finding: PinFinding): string {
  if (finding.kind !== 'found') return finding.kind;
  return finding.verdict === 'moved' ? `moved (${signed(finding.by)})` : finding.verdict;
}

function signed(lines: number): string {
  return lines > 0 ? `+${lines}` : String(lines);
}

/** What is open, and where to look. */
export function leadMessage(lead: Lead): string {
  const lines = lead.sites.map((site) => site.line).join(', ');
  const use =
    lead.kind === 'inherited-method'
      ? l10n.t('{0} is called at {1}:{2} and defined nowhere there.', lead.name, lead.file, lines)
      : l10n.t('{0} is used at {1}:{2} and assigned nowhere there.', lead.name, lead.file, lines);
  return `${use} ${whereToLook(lead)}`;
}

function whereToLook(lead: Lead): string {
  if (lead.definition !== null) {
    const { path, file, line } = lead.definition;
    return l10n.t('It comes from {0} at {1}:{2}.', path, file, line);
  }
  const [base] = lead.bases;
  if (base === undefined) return l10n.t('{0} has no base here: look in its subclasses.', lead.class);
  if (base.file !== null) return l10n.t('Look in the base class {0}, in {1}.', base.text, base.file);
  if (base.module !== null)
    return l10n.t('Look in the base class {0}, imported from {1}.', base.text, base.module);
  return l10n.t('Look in the base class {0}.', base.text);
}

/** Why a name has no meaning: the place, and the way out. */
export function unresolvedNameMessage(reason: UnresolvedName): string {
  switch (reason.code) {
    case 'import-not-found':
      return l10n.t(
        '{0}:{1} imports {2}, which is not below the root. Choose a root that holds both.',
        reason.file,
        reason.line,
        reason.module,
      );
    case 'name-not-found':
      return l10n.t(
        '{0}:{1} uses {2}, which is defined nowhere that could be read. Search for it below the root.',
        reason.file,
        reason.line,
        reason.name,
      );
    case 'unreadable-file':
      return sourceErrorMessage(reason.error);
    case 'not-a-name':
      return l10n.t(
        '{0}:{1} computes what it uses, so that its meaning is only known when it runs. Read the place.',
        reason.file,
        reason.line,
      );
    case 'import-cycle':
      return l10n.t(
        '{0}:{1} imports {2} in a circle. Read the imports of that file.',
        reason.file,
        reason.line,
        reason.name,
      );
    default:
      return unreachable(reason);
  }
}

/** A base class that is not below the root. */
export function missingBaseMessage(base: MissingBase): string {
  const { of, text, span, resolution } = base;
  const place = `${of.file.path}:${span.line}`;
  if (resolution.kind === 'external') {
    return resolution.origin === 'elsewhere'
      ? l10n.t(
          '{0}: the base {1} of {2} comes from {3}, which is not below the root. Choose a root that holds it.',
          place,
          text,
          of.path,
          resolution.name,
        )
      : l10n.t('{0}: the base {1} of {2} is {3} of Python itself.', place, text, of.path, resolution.name);
  }
  if (resolution.kind === 'unresolved') return unresolvedNameMessage(resolution.reason);
  return l10n.t('{0}: the base {1} of {2} is no class. Read the place.', place, text, of.path);
}

/** What is wrong with a class hierarchy; undefined where nothing is. */
export function hierarchyProblemMessage(hierarchy: Hierarchy): string | undefined {
  const [symbol] = hierarchy.order;
  if (symbol === undefined || hierarchy.problem === null) return undefined;
  const place = `${symbol.file.path}:${symbol.node.nameSpan.line}`;
  if (hierarchy.problem === 'cut')
    return l10n.t('{0}: {1} has more classes above it than are looked at.', place, symbol.path);
  return hierarchy.problem === 'cycle'
    ? l10n.t('{0}: {1} is its own ancestor. Read the imports and aliases of its bases.', place, symbol.path)
    : l10n.t(
        '{0}: the bases of {1} have no common order, so that Python would refuse it.',
        place,
        symbol.path,
      );
}
