import { parsePython } from './python-tree.ts';
import { PYTHON_KEYWORDS } from './python-words.ts';
import { firstWrongBoundary } from './statement-boundaries.ts';
import { firstRefusedPlace } from './syntax-checks.ts';

export { type PythonNode, type PythonTree, parsePython } from './python-tree.ts';

/** Whether Python 3 would compile the text, by its tree alone: errors of the symbol table are not seen. */
export function isValidPython(code: string): boolean {
  if (beginsAsProse(code)) return false;
  const tree = parsePython(code);
  return !tree.hasError && firstRefusedPlace(tree) === null && firstWrongBoundary(tree) === null;
}

/** Words that may be followed by a name although no keywords: they open statements of their own. */
const SOFT_KEYWORDS: ReadonlySet<string> = new Set(['match', 'case', 'type', '_']);

/**
 * Whether a text begins with two words of which neither is a keyword, or with a sign that begins no statement: no Python
 * does. Spares running text the parser, whose recovery from errors takes milliseconds, and seconds for long rows of tags.
 */
export function beginsAsProse(text: string): boolean {
  if (/^\s*[<>)\]},;:=!?&|^%/$`]/.test(text.slice(0, 200))) return true;
  const words = /^[ \t\r\n]*([A-Za-z_]\w*)[ \t]+([A-Za-z_]\w*)(?![\w"'])/.exec(text.slice(0, 200));
  return (
    words !== null && [words[1], words[2]].every((word = '') => !PYTHON_KEYWORDS.has(word) && !SOFT_KEYWORDS.has(word))
  );
}
