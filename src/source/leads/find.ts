import type { ClassSymbol, Hierarchy, MemberLookup, PythonFile } from '../program/model.ts';
import type { PythonProgram } from '../program/program.ts';
import { quoteWord } from '../host/line.ts';
import type { Lead, LeadBase, LeadSite } from './model.ts';
import { usesOf } from './uses.ts';

/**
 * Methods that are called on `self`, and fields that are used through it, though no class of the file defines
 * them: to look for in the base classes. Reads the files of the bases, which the question is about anyway; a
 * base of the standard library or of a package that is not below the root raises no lead for methods that it
 * may have.
 */
export async function findLeads(
  file: PythonFile,
  program: PythonProgram,
  signal?: AbortSignal,
): Promise<readonly Lead[]> {
  const leads: Lead[] = [];
  for (const symbol of file.symbols) {
    if (symbol.kind !== 'class') continue;
    const hierarchy = await program.hierarchy(symbol, signal);
    const known = namesIn(hierarchy.order.filter((each) => each.file === file));
    const uses = usesOf(symbol, file);
    for (const [kind, used] of [
      ['inherited-method', uses.called],
      ['inherited-field', uses.accessed],
    ] as const) {
      for (const [name, sites] of used) {
        if (known.has(name)) continue;
        const lead = await leadOf({ kind, name, sites, symbol, hierarchy }, program, signal);
        if (lead !== null) leads.push(lead);
      }
    }
  }
  return leads;
}

/** Bases of the standard library that define no method that a class would call on itself. */
const EMPTY_BASES: ReadonlySet<string> = new Set([
  'abc.ABC',
  'typing.Generic',
  'typing.Protocol',
  'typing_extensions.Protocol',
]);

interface Question {
  readonly kind: Lead['kind'];
  readonly name: string;
  readonly sites: readonly LeadSite[];
  readonly symbol: ClassSymbol;
  readonly hierarchy: Hierarchy;
}

async function leadOf(
  question: Question,
  program: PythonProgram,
  signal?: AbortSignal,
): Promise<Lead | null> {
  const { kind, name, sites, symbol, hierarchy } = question;
  const found = await program.lookupMember(symbol, name, signal === undefined ? {} : { signal });
  const isOutside = hierarchy.missing.some(
    ({ resolution }) => resolution.kind === 'external' && !EMPTY_BASES.has(resolution.name),
  );
  if (found.kind === 'not-found' && isOutside) return null;
  const bases = await basesOf(hierarchy, program, signal);
  const definition =
    found.kind === 'found'
      ? { file: found.owner.file.path, line: lineOf(found.symbol), path: `${found.owner.path}.${name}` }
      : null;
  return {
    kind,
    name,
    file: symbol.file.path,
    class: symbol.path,
    sites,
    bases,
    probe: probeFor(kind, name, definition === null ? bases : [{ file: definition.file }]),
    definition,
  };
}

function lineOf(symbol: Extract<MemberLookup, { kind: 'found' }>['symbol']): number {
  return symbol.kind === 'variable' ? symbol.span.line : symbol.node.nameSpan.line;
}

/** The names that the classes define or assign. */
function namesIn(classes: readonly ClassSymbol[]): ReadonlySet<string> {
  return new Set(classes.flatMap((each) => [...each.names.keys(), ...each.fields.keys()]));
}

/** Bases that the classes of this file name and that it does not define itself, nearest first. */
async function basesOf(
  hierarchy: Hierarchy,
  program: PythonProgram,
  signal?: AbortSignal,
): Promise<readonly LeadBase[]> {
  const [symbol] = hierarchy.order;
  const bases: LeadBase[] = [];
  for (const each of hierarchy.order.filter((other) => other.file === symbol?.file)) {
    for (const base of each.node.bases) {
      const expression = base.kind === 'subscript' ? base.value : base;
      const resolution = await program.resolve(expression, each.parent, signal);
      const file =
        resolution.kind === 'symbol' && resolution.symbol.kind === 'class'
          ? resolution.symbol.file.path
          : null;
      if (resolution.kind === 'external' || file === each.file.path) continue;
      const text = each.file.source.text.slice(base.span.start, base.span.end);
      const name = program.qualifiedName(expression, each.parent);
      bases.push({ text, name, module: moduleOf(name, text), file });
    }
  }
  return bases;
}

/** `pool.base` of `pool.base.Pool`; null where no import says where the name comes from. */
function moduleOf(name: string | null, text: string): string | null {
  if (name === null || (name === text && !name.includes('.'))) return null;
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? null : name.slice(0, dot);
}

/** In the file of the base where it is known, else everywhere below the root. */
function probeFor(
  kind: Lead['kind'],
  name: string,
  bases: readonly { readonly file: string | null }[],
): string {
  const files = [...new Set(bases.flatMap(({ file }) => (file === null ? [] : [file])))];
  const pattern = kind === 'inherited-method' ? `def ${name}[^A-Za-z0-9_]` : `self[.]${name}[^A-Za-z0-9_]`;
  const where = files.length > 0 ? files.map(quoteWord).join(' ') : '.';
  const scope = files.length > 0 ? '-nHE' : "-rnHE --include='*.py'";
  return `grep ${scope} -e ${quoteWord(pattern)} -- ${where}`;
}
