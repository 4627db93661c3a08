import type { TestBody } from '../../core/program.ts';
import { type PythonNode, parsePython } from '../syntax/python-tree.ts';
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

/** Literals by the function (or module, null) and name that they are assigned to, in the order of the text. */
function assignedLiterals(code: string) {
  const tree = parsePython(code);
  const found: {
    readonly home: PythonNode | null;
    readonly name: string;
    readonly at: number;
    readonly value: PythonValue;
  }[] = [];
  tree.root.visit((node) => {
    if (node.type !== 'assignment') return;
    const left = node.child('left');
    const right = node.child('right');
    const value = right && readValue(tree, right);
    if (left?.type !== 'identifier' || !value) return;
    found.push({ home: node.enclosing('function_definition'), name: left.text, at: node.end, value });
  });
  return found;
}

/**
 * The calls of a function in a text of Python whose arguments are literals, or names that were assigned one just
 * before in the same function.
 */
export function callsIn(code: string, entryPoint: string): SeedCall[] {
  const tree = parsePython(code);
  const literals = assignedLiterals(code);
  const literalAt = (node: PythonNode): PythonValue | null => {
    if (node.type !== 'identifier') return readValue(tree, node);
    const home = node.enclosing('function_definition');
    const name = node.text;
    return (
      literals.findLast((held) => held.home === home && held.name === name && held.at <= node.start)?.value ?? null
    );
  };
  const calls: SeedCall[] = [];
  tree.root.visit((node) => {
    if (node.type !== 'call') return;
    const callee = node.child('function');
    const given = node.child('arguments');
    if (!callee || !given || given.type !== 'argument_list') return;
    const name = callee.type === 'attribute' ? callee.child('attribute') : callee;
    if (name?.type !== 'identifier' || name.text !== entryPoint) return;
    const read = given.namedChildren.map((node): Argument | null => {
      const isNamed = node.type === 'keyword_argument';
      const held = isNamed ? node.child('value') : node;
      const value = held && literalAt(held);
      return value ? { name: isNamed ? node.name : null, value } : null;
    });
    if (read.length > 0 && read.every((argument) => argument !== null)) calls.push(read);
  });
  return calls;
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
export function callsOfTests(tests: readonly TestBody[], entryPoint: string): SeedCall[] {
  const texts = tests.flatMap((body) => {
    if (body.kind === 'stdio') return [];
    return [body.kind === 'assertion' ? body.code : body.module];
  });
  return [...new Set(texts)].flatMap((text) => callsIn(text, entryPoint));
}
