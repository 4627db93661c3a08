import { parsePython } from './python-tree.ts';
import { PYTHON_KEYWORDS } from './python-words.ts';
import { hasWrongBoundary } from './statement-boundaries.ts';
import { isRefused } from './syntax-checks.ts';

export { type PythonNode, type PythonTree, parsePython } from './python-tree.ts';

/**
 * Whether Python 3 would parse the text, by its tree alone. Finer rules (`break` outside of a loop, broken escapes,
 * most remains of Python 2) are left to Python itself: none decides how a reply is read.
 */
export function isValidPython(code: string): boolean {
  if (holdsProse(code)) return false;
  const tree = parsePython(code);
  return !tree.hasError && !isRefused(tree) && !hasWrongBoundary(tree);
}

/** Words that may be followed by a name although no keywords: they open statements of their own. */
const SOFT_KEYWORDS: ReadonlySet<string> = new Set(['match', 'case', 'type', '_']);

/** Strings and comments, open ones to their end. */
const STRINGS = /("""|''')(?:[^\\]|\\[\s\S])*?(?:\1|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|#[^\n]*/g;
const TWO_WORDS = /(?<![\w.])([A-Za-z_]\w*)[ \t]+(?=([A-Za-z_]\w*))/g;

/**
 * Whether a text begins with a sign that begins no statement, or has two words side by side of which neither is a
 * keyword: no Python does. Spares running text the parser, whose recovery from errors takes milliseconds, and seconds for
 * long lines and rows of tags. Looks as far as the first f-string, which may hold quotes of its own.
 */
export function holdsProse(text: string): boolean {
  if (/^\s*[<>)\]},;:=!?&|^%/$`]/.test(text.slice(0, 200))) return true;
  const [plain = ''] = text.split(/(?<!\w)r?[ft]r?["']/i, 1);
  const isWord = (word: string) => !PYTHON_KEYWORDS.has(word) && !SOFT_KEYWORDS.has(word);
  for (const [, one = '', other = ''] of plain.replace(STRINGS, '""').matchAll(TWO_WORDS)) {
    if (isWord(one) && isWord(other)) return true;
  }
  return false;
}
