import { beginsAsProse } from './begins-as-prose.ts';
import { parsePython } from './python-tree.ts';
import { firstWrongBoundary } from './statement-boundaries.ts';
import { firstRefusedPlace } from './syntax-checks.ts';

export { type PythonNode, type PythonTree, parsePython } from './python-tree.ts';

/**
 * Whether Python 3 would compile the text, by its syntax tree alone. Agrees with CPython on all but the oddest texts:
 * it ignores errors that only the symbol table shows, such as a name declared global after its use.
 */
export function isValidPython(code: string): boolean {
  if (beginsAsProse(code)) return false;
  const tree = parsePython(code);
  return !tree.hasError && firstRefusedPlace(tree) === null && firstWrongBoundary(tree) === null;
}
