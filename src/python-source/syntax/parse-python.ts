import { parameterOf } from './python-names.ts';
import { type PythonNode, type PythonTree, parsePython } from './python-tree.ts';
import { PYTHON_KEYWORDS } from './python-words.ts';

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
const TWO_WORDS = /(?<![\w.])(\w+)[ \t]+(?=([A-Za-z_]\w*))/g;

/**
 * Whether a text begins with a sign that begins no statement, or has two words, or a number and a word, side by side of
 * which neither is a keyword: no Python does. Spares running text the parser, whose recovery from errors takes milliseconds, and seconds for
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

/** Whether Python refuses a node that the grammar accepts. */
type Check = (node: PythonNode) => boolean;

/** Column with tabs to the next multiple of eight, and with tabs as one: Python wants both to agree. */
function columnsAt(text: string, offset: number): readonly [number, number] | null {
  let start = offset;
  // Only as far as white space reaches: otherwise each statement after a `;` would read the whole line again.
  while (start > 0 && /[ \t\f]/.test(text[start - 1] as string)) start--;
  if (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') return null;
  let wide = 0;
  for (let at = start; at < offset; at++) {
    const char = text[at];
    if (char === '\f') wide = 0;
    else if (char === '\t') wide = wide - (wide % 8) + 8;
    else wide++;
  }
  return [wide, offset - start];
}

/** Statements of one block begin in one column; the grammar tolerates any dedent and any indent within a block. */
const hasUnevenIndentation: Check = ({ type, source, namedChildren, parent }) => {
  const [outer, inner] = [parent, namedChildren[0]].map((node) => node && columnsAt(source, node.start));
  if (type === 'block' && outer && inner && (inner[0] <= outer[0] || inner[1] <= outer[1])) return true;
  const columns = namedChildren.flatMap(({ start }) => columnsAt(source, start)?.join() ?? []);
  return new Set(type === 'module' ? ['0,0', ...columns] : columns).size > 1;
};

const isOutsideFunction: Check = (node) =>
  (node.enclosing('function_definition', 'lambda', 'class_definition')?.type ?? 'class_definition') ===
  'class_definition';

const CONSTANT = /^(?:None|True|False)$/;

/** Parameters in the wrong order, twice, or packed as in Python 2. */
const hasWrongParameters: Check = (node) => {
  const seen = new Set<string>();
  let defaults = false;
  let star = false;
  let keywords = false;
  for (const parameter of node.namedChildren) {
    if (parameter.type === 'tuple_pattern' || keywords) return true;
    const isStar = /^\*[^*]|^\*$/.test(parameter.text);
    const isDefault = parameter.type === 'default_parameter' || parameter.type === 'typed_default_parameter';
    if (isStar && parameter.type !== 'positional_separator') {
      if (star) return true;
      star = true;
    }
    if (parameter.text.startsWith('**')) keywords = true;
    if (isDefault) defaults = true;
    else if (defaults && !star && !keywords && /^(identifier|typed_parameter)$/.test(parameter.type)) return true;
    const name = parameterOf(parameter)?.name;
    if (name === undefined) continue;
    if (seen.has(name) || CONSTANT.test(name)) return true;
    seen.add(name);
  }
  return false;
};

/** A plain argument after a keyword, or a keyword twice. */
const hasWrongArguments: Check = (node) => {
  const seen = new Set<string>();
  let afterKeyword = false;
  let afterDictionary = false;
  const given = node.namedChildren;
  for (const argument of given) {
    if (argument.type === 'keyword_argument') {
      afterKeyword = true;
      const name = argument.childText('name');
      if (seen.has(name) || CONSTANT.test(name)) return true;
      seen.add(name);
    } else if (argument.type === 'dictionary_splat') afterDictionary = true;
    else if (argument.type === 'list_splat') {
      if (afterDictionary) return true;
    } else if (afterKeyword || afterDictionary) return true;
    else if (argument.type === 'generator_expression' && given.length > 1) return argument.text[0] !== '(';
  }
  return false;
};

/** `from __future__` after anything but a docstring and its like. */
const hasLateFuture: Check = (module) => {
  let over = false;
  return module.namedChildren.some((statement, index) => {
    if (statement.type === 'future_import_statement') return over;
    over ||= !(index === 0 && statement.type === 'expression_statement' && statement.children[0]?.type === 'string');
    return false;
  });
};

/** Loose indentation, empty blocks, statements cut out of a function, arguments in disorder, prose that is taken for Python 2. */
const CHECKS: Readonly<Record<string, readonly Check[]>> = {
  module: [hasUnevenIndentation, hasLateFuture],
  block: [(node) => node.namedChildren.length === 0, hasUnevenIndentation],
  print_statement: [() => true],
  exec_statement: [() => true],
  return_statement: [isOutsideFunction],
  yield: [isOutsideFunction],
  parameters: [hasWrongParameters],
  lambda_parameters: [hasWrongParameters],
  argument_list: [hasWrongArguments],
  assert_statement: [({ namedChildren, children }) => namedChildren.length > 2 || children.at(-1)?.type === ','],
  // Keywords taken for names where the grammar recovers.
  identifier: [({ text }) => PYTHON_KEYWORDS.has(text)],
};

/** White space that the grammar skips and Python refuses outside strings and comments. */
const ODD_SPACE = /[\v\u00a0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]/;

function hasOddSpace(tree: PythonTree): boolean {
  if (!ODD_SPACE.test(tree.text)) return false;
  let rest = '';
  let at = 0;
  tree.root.visit((node) => {
    if (node.type !== 'string' && node.type !== 'comment') return true;
    rest += tree.text.slice(at, node.start);
    at = node.end;
    return false;
  });
  return ODD_SPACE.test(rest + tree.text.slice(at));
}

/** Whether Python refuses something that the grammar lets pass. */
export const isRefused = (tree: PythonTree): boolean =>
  tree.text.includes('\0') ||
  hasOddSpace(tree) ||
  tree.root.some(
    (node) => (node.named || node.type === 'module') && Boolean(CHECKS[node.type]?.some((check) => check(node))),
  );

/** Nodes that begin a logical line although their parent is not a block. */
const CLAUSE = /^(?:(?:elif|else|except|except_group|finally|case)_clause|decorator)$/;

function beginsLogicalLine(node: PythonNode): boolean {
  if (!node.named || node.type === 'comment') return false;
  const parent = node.parent?.type;
  return parent === 'module' || parent === 'block' || CLAUSE.test(node.type) || node.field === 'definition';
}

/** Leaves of the tree in order, each string as one, with whether a logical line begins there. */
function tokensOf(tree: PythonTree) {
  const tokens: { readonly node: PythonNode; readonly beginsLine: boolean }[] = [];
  let lineStart = -1;
  tree.root.visit((node) => {
    if (beginsLogicalLine(node)) lineStart = node.start;
    if (node.children.length > 0 && node.type !== 'string') return true;
    if (node.end > node.start) tokens.push({ node, beginsLine: lineStart === node.start });
    return false;
  });
  return tokens;
}

/** Whether a line ends between two tokens; a backslash before the line end joins the lines. */
function endsLine(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const char = text[at];
    if (char === '\\') at += text[at + 1] === '\r' && text[at + 2] === '\n' ? 2 : 1;
    else if (char === '\n' || char === '\r') return true;
  }
  return false;
}

/**
 * Whether a statement runs on over the end of its line, or begins in the middle of one: the grammar takes line ends for
 * mere white space wherever that helps, Python never does.
 */
export function hasWrongBoundary(tree: PythonTree): boolean {
  let depth = 0;
  let end = 0;
  let lineEnded = true;
  let previous: PythonNode | null = null;
  for (const { node, beginsLine } of tokensOf(tree)) {
    lineEnded ||= endsLine(tree.text, end, node.start);
    end = node.end;
    if (node.type === 'comment') continue;
    if (previous && depth === 0) {
      if (lineEnded && !beginsLine && node.type !== ';') return true;
      if (!lineEnded && beginsLine && previous.type !== ';' && previous.type !== ':') return true;
    }
    if (/^[([{]$/.test(node.type)) depth++;
    if (/^[)\]}]$/.test(node.type)) depth--;
    lineEnded = false;
    previous = node;
  }
  return false;
}
