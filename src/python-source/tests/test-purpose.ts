import type { TestBody } from '../../core/program.ts';
import { parsePython, textOf, visit } from '../syntax/python-tree.ts';

/**
 * Whether a test mentions the function under test at all; one that doesn't says nothing of any program, whatever its
 * verdict. A pair of input and output always speaks of the program.
 */
export function mentionsEntryPoint(body: TestBody, entryPoint: string): boolean {
  if (body.kind === 'stdio') return true;
  const tree = parsePython(body.kind === 'assertion' ? body.code : body.module);
  let found = false;
  visit(tree.root, (node) => {
    found ||= node.type === 'identifier' && textOf(tree, node) === entryPoint;
    return !found;
  });
  return found;
}

/** Whether the statements could stand inside a function: `from x import *` may only stand at the margin of a module. */
export function standsInFunction(code: string): boolean {
  let stands = true;
  visit(parsePython(code).root, (node) => {
    stands &&= node.type !== 'wildcard_import';
    return stands;
  });
  return stands;
}
