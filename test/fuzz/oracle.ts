import { parse, type SyntaxNode } from 'unbash';
import { parseLine } from '../../src/probe/lines/grammar.ts';

/** The commands of a line, each with its words; the folder of a leading `cd` is a command `cd FOLDER`. */
export type Commands = readonly (readonly string[])[];

/** What our own parser reads; undefined for a line that it refuses. */
export function ourCommands(line: string): Commands | undefined {
  const parsed = parseLine(line);
  if (!parsed.ok) return undefined;
  const { cwd, stages } = parsed.value;
  return [
    ...(cwd === undefined ? [] : [['cd', cwd.text]]),
    ...stages.map((stage) => [stage.name.text, ...stage.words.map((one) => one.text)]),
  ];
}

/** What another parser reads; undefined where it finds an error, or more than words, pipes and one `&&`. */
export function oracleCommands(line: string): Commands | undefined {
  const script = parse(line);
  const [only, more] = script.commands;
  if ((script.errors ?? []).length > 0 || only === undefined || more !== undefined) return undefined;
  return flatten(only, true);
}

function flatten(node: SyntaxNode, outermost: boolean): Commands | undefined {
  switch (node.type) {
    case 'Statement':
      return flatten(node.command, outermost);
    case 'AndOr': {
      const [cd, rest, more] = node.commands;
      if (!outermost || cd === undefined || rest === undefined || more !== undefined) return undefined;
      const [first, then] = [flatten(cd, false), flatten(rest, false)];
      return first?.[0]?.[0] === 'cd' && then !== undefined ? [...first, ...then] : undefined;
    }
    case 'Pipeline': {
      const all = node.commands.map((one) => flatten(one, false));
      return all.some((one) => one === undefined) ? undefined : all.flatMap((one) => one ?? []);
    }
    case 'Command': {
      if (node.prefix.length > 0) return undefined;
      const words = node.suffix.flatMap((one) =>
        'value' in one && typeof one.value === 'string' ? [one.value] : [],
      );
      return [[node.name?.value ?? '', ...words]];
    }
    default:
      return undefined;
  }
}
