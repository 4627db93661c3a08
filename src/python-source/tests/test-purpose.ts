import type { TestBody } from '../../core/program.ts';
import { type PythonTree, parsePython } from '../syntax/python-tree.ts';

/**
 * Whether a test mentions the function under test at all; one that doesn't says nothing of any program, whatever its
 * verdict. A pair of input and output always speaks of the program.
 */
export function mentionsEntryPoint(body: TestBody, entryPoint: string): boolean {
  if (body.kind === 'stdio') return true;
  return saysName(parsePython(body.kind === 'assertion' ? body.code : body.module), entryPoint);
}

/** Whether the name occurs in the code, and not only in comments and texts. */
export function saysName(tree: PythonTree, name: string): boolean {
  return tree.root.some((node) => node.type === 'identifier' && node.text === name);
}

/** Whether the statements are allowed in a function: `from x import *` is allowed at module level only. */
export function standsInFunction(code: string): boolean {
  return !parsePython(code).root.some(({ type }) => type === 'wildcard_import');
}
