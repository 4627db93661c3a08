import { beginsAsProse } from './begins-as-prose.ts';
import { parsePython } from './python-tree.ts';
import { firstWrongBoundary } from './statement-boundaries.ts';
import { firstRefusedPlace } from './syntax-checks.ts';

export { type PythonNode, type PythonTree, parsePython } from './python-tree.ts';

/** Whether Python 3 would compile the text, by its tree alone: errors of the symbol table are not seen. */
export function isValidPython(code: string): boolean {
  if (beginsAsProse(code)) return false;
  const tree = parsePython(code);
  return !tree.hasError && firstRefusedPlace(tree) === null && firstWrongBoundary(tree) === null;
}
