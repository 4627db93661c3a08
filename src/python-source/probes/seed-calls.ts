import type { TestBody } from '../../core/program.ts';
import { type PythonNode, parsePython } from '../syntax/python-tree.ts';
import { testCode } from '../tests/test-purpose.ts';
import { type PythonValue, readValue } from './python-value.ts';

/** One argument of a call; `name` where it is given by name. */
export interface Argument {
  readonly name: string | null;
  readonly value: PythonValue;
}

/** A call of the function under test with literal arguments. */
export type SeedCall = readonly Argument[];

/** Characters of one call in prose; longer ones are not an example. */
const CALL_CHARACTERS = 1000;
const PROSE_CALLS = 64;

/** The calls of a function with literals, or names that were assigned one before in the same function. */
export function callsIn(code: string, entryPoint: string): SeedCall[] {
  const { root } = parsePython(code);
  const homeOf = (node: PythonNode) => node.enclosing('function_definition');
  const assigned = root.findAll((node) => node.type === 'assignment' && node.child('left')?.type === 'identifier');
  const literals = assigned.flatMap((node) => {
    const right = node.child('right');
    const value = right && readValue(right);
    return value ? [{ home: homeOf(node), name: node.childText('left'), at: node.end, value }] : [];
  });
  const literalAt = (node: PythonNode): PythonValue | null => {
    if (node.type !== 'identifier') return readValue(node);
    const isMeant = ({ home, name, at }: (typeof literals)[number]) =>
      name === node.text && at <= node.start && home === homeOf(node);
    return literals.findLast(isMeant)?.value ?? null;
  };
  const toArgument = (node: PythonNode): Argument | null => {
    const isNamed = node.type === 'keyword_argument';
    const held = isNamed ? node.child('value') : node;
    const value = held && literalAt(held);
    return value && { name: isNamed ? node.name : null, value };
  };
  return root
    .findAll(({ callee }) => (callee?.member?.name ?? callee)?.text === entryPoint)
    .filter((call) => call.child('arguments')?.type === 'argument_list')
    .map((call) => call.childrenIn('arguments').map(toArgument))
    .filter((given): given is Argument[] => given.length > 0 && given.every((argument) => argument !== null));
}

/** The calls that a prompt shows in prose or a docstring: `f([1, 2]) -> 3`, `>>> f('a')`. */
export function callsInProse(text: string, entryPoint: string): SeedCall[] {
  const calls: SeedCall[] = [];
  const opening = `${entryPoint}(`;
  let looked = 0;
  for (let at = text.indexOf(opening); at >= 0 && looked < PROSE_CALLS; at = text.indexOf(opening, at + 1)) {
    looked++;
    const end = closingPlace(text, at + entryPoint.length);
    if (end !== null && !/[\w.]$/.test(text.slice(0, at)))
      calls.push(...callsIn(text.slice(at, end), entryPoint).slice(0, 1));
  }
  return calls;
}

/** Behind the bracket that closes the one at `open`; null where none does within bounds. */
function closingPlace(text: string, open: number): number | null {
  let depth = 0;
  let quote: string | null = null;
  for (let at = open; at < text.length && at < open + CALL_CHARACTERS; at++) {
    const character = text[at] as string;
    if (quote !== null) {
      if (character === '\\') at++;
      else if (character === quote) quote = null;
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && --depth === 0) return at + 1;
  }
  return null;
}

/** All literal calls of generated tests. */
export const callsOfTests = (tests: readonly TestBody[], entryPoint: string): SeedCall[] =>
  [...new Set(tests.flatMap((body) => testCode(body) ?? []))].flatMap((text) => callsIn(text, entryPoint));
