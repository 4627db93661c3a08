import type { TestBody } from '../../core/program.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { type PythonTree, parsePython } from '../syntax/python-tree.ts';

/** The Python of a test; null for a pair of input and output. */
export function testCode(body: TestBody): string | null {
  if (body.kind === 'stdio') return null;
  return body.kind === 'method' ? body.module : body.code;
}

/** Whether a test can run at all: a broken one is not informative about a program. */
export function isRunnableTest(body: TestBody): boolean {
  const code = testCode(body);
  return code === null || isValidPython(code);
}

/** Whether a test mentions the function under test at all; one that doesn't says nothing of any program. */
export function mentionsEntryPoint(body: TestBody, entryPoint: string): boolean {
  const code = testCode(body);
  return code === null || saysName(parsePython(code), entryPoint);
}

/** Whether the name occurs in the code, and not only in comments and texts. */
export const saysName = ({ root }: PythonTree, name: string): boolean =>
  root.some((node) => node.type === 'identifier' && node.text === name);

/** Whether the statements are allowed in a function: `from x import *` is allowed at module level only. */
export const standsInFunction = (code: string): boolean =>
  !parsePython(code).root.some(({ type }) => type === 'wildcard_import');
