import { parameterOf } from './python-names.ts';
import type { PythonNode, PythonTree } from './python-tree.ts';
import { PYTHON_KEYWORDS } from './python-words.ts';

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
const hasUnevenIndentation: Check = ({ type, source, namedChildren }) => {
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
const ODD_SPACE = /[\v\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]/;

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
