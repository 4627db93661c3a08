import {
  childOf,
  enclosing,
  firstNamedChild,
  type PythonNode,
  type PythonTree,
  textOf,
  visit,
} from '../syntax/python-tree.ts';
import { indentationAt } from '../syntax/reindent.ts';
import { COMPOUND } from '../syntax/statement-boundaries.ts';

/** A `while` loop whose rounds depend on nothing but the names in it, as far as its text tells. */
export interface ClosedLoop {
  /** The `while_statement`. */
  readonly node: PythonNode;
  /** Its body's first statement. */
  readonly first: PythonNode;
  /** Whether that statement has blocks of its own, and so can't share its line. */
  readonly isFirstCompound: boolean;
  /** All names that a round may read or set, but for counters, sorted. */
  readonly names: readonly string[];
  /** Names that a round does nothing with but add to them; where they are numbers, no round depends on them. */
  readonly counters: readonly string[];
}

/** What may stand in a round: no attribute is set, nothing is yielded, caught, imported, defined or deleted. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['while_statement', 'for_statement', 'if_statement', 'elif_clause', 'else_clause', 'block', 'comment'],
  ...['expression_statement', 'pass_statement', 'continue_statement', 'assert_statement', 'line_continuation'],
  ...['assignment', 'augmented_assignment', 'pattern_list', 'tuple_pattern', 'list_pattern', 'expression_list'],
  ...['identifier', 'integer', 'float', 'true', 'false', 'none', 'ellipsis', 'string', 'concatenated_string'],
  ...['string_start', 'string_content', 'string_end', 'escape_sequence', 'interpolation', 'format_specifier'],
  ...['binary_operator', 'boolean_operator', 'not_operator', 'unary_operator', 'comparison_operator'],
  ...[
    'parenthesized_expression',
    'conditional_expression',
    'tuple',
    'list',
    'dictionary',
    'pair',
    'subscript',
    'slice',
  ],
  ...['call', 'argument_list', 'keyword_argument', 'attribute'],
  ...['list_comprehension', 'dictionary_comprehension', 'generator_expression', 'for_in_clause', 'if_clause'],
]);
/** With these a round is the loop's last: what they evaluate no later round sees. */
const LEAVING: ReadonlySet<string> = new Set(['return_statement', 'raise_statement', 'break_statement']);
const SETTING: ReadonlySet<string> = new Set(['assignment', 'augmented_assignment', 'for_statement', 'for_in_clause']);
/** Identity of objects is not part of what is compared; that of None is plain. */
const IDENTITY: ReadonlySet<string> = new Set(['is', 'is not']);
/** Others may run in between, or ask what is being run. */
const OTHERS =
  /\b(?:_?threads?|threading|signal|asyncio|concurrent|multiprocessing|gevent|eventlet|greenlet|timeout_decorator|func_timeout|stopit|weakref|gc|ctypes|atexit|inspect|settrace|setprofile|__del__|locals|globals)\b/;
/** What the watching itself may run into, such as the limit of recursion, must not be caught. */
const CATCHING: ReadonlySet<string> = new Set(['try_statement', 'with_statement']);
/** Names of a loop: more than any that people would read. */
const MOST_NAMES = 50;

/** Whether Python calls the variable so, too: it folds letters of other scripts, and names with two underscores in classes. */
const isNamedAlike = (name: string) => /^(?!__)\w+$/.test(name);

/** Whether this is the name of an attribute or of a keyword. */
const isLabel = ({ parent, field }: PythonNode) =>
  (parent?.type === 'attribute' && field === 'attribute') || (parent?.type === 'keyword_argument' && field === 'name');

/** A dict from which keys were taken has gaps that its contents do not show; a list has none. */
function isAllowedAttribute(tree: PythonTree, node: PythonNode): boolean {
  const attribute = childOf(node, 'attribute');
  const name = attribute ? textOf(tree, attribute) : '_';
  if (name.startsWith('_') || name === 'popitem' || isSet(node)) return false;
  if (name !== 'pop') return true;
  const given = node.parent?.type === 'call' ? childOf(node.parent, 'arguments') : null;
  return given?.children.every(({ named }) => !named) ?? false;
}

function isAllowed(tree: PythonTree, node: PythonNode): boolean {
  if (!node.named) return node.type !== 'async' && node.type !== 'await';
  if (!ALLOWED.has(node.type)) return false;
  if (node.type === 'attribute') return isAllowedAttribute(tree, node);
  if (node.type !== 'comparison_operator') return true;
  const { children } = node;
  if (!children.some(({ type }) => IDENTITY.has(type))) return true;
  const operands = children.filter(({ named }) => named);
  return operands.length === 2 && operands.some(({ type }) => type === 'none');
}

/** Whether a node stands on the left side of an assignment or of a `for`. */
function isSet(node: PythonNode): boolean {
  for (let at = node; at.parent; at = at.parent) {
    if (SETTING.has(at.parent.type)) return at.field === 'left';
  }
  return false;
}

/** Whether a name is what `+=` or `-=` adds to. */
function isCounted({ parent, field }: PythonNode): boolean {
  if (parent?.type !== 'augmented_assignment' || field !== 'left') return false;
  return parent.children.some(({ type }) => type === '+=' || type === '-=');
}

/** The names of a loop, or null where its rounds may do more than its names show. */
function namesOf(tree: PythonTree, loop: PythonNode): Pick<ClosedLoop, 'names' | 'counters'> | null {
  const counted = new Set<string>();
  const names = new Set<string>();
  const waiting = loop.children.filter(({ field }) => field === 'condition' || field === 'body');
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (LEAVING.has(node.type)) continue;
    if (!isAllowed(tree, node)) return null;
    if (node.type === 'identifier' && !isLabel(node)) {
      const name = textOf(tree, node);
      if (!isNamedAlike(name)) return null;
      (isCounted(node) ? counted : names).add(name);
      if (names.size + counted.size > MOST_NAMES) return null;
    }
    for (const child of node.children) waiting.push(child);
  }
  return { names: [...names].sort(), counters: [...counted].filter((name) => !names.has(name)).sort() };
}

/** Whether a statement is the first of its line, and the line no continuation of another. */
function beginsLine({ text }: PythonTree, { start }: PythonNode): boolean {
  const indentation = indentationAt(text, start);
  return indentation !== null && !/\\\r?\n$/.test(text.slice(0, start - indentation.length).slice(-3));
}

/** The loops of a program's functions whose rounds can be compared; none where its text is not Python. */
export function closedLoops(tree: PythonTree): ClosedLoop[] {
  if (tree.hasError || OTHERS.test(tree.text)) return [];
  const found: ClosedLoop[] = [];
  let catches = false;
  visit(tree.root, (node) => {
    catches ||= CATCHING.has(node.type);
    if (catches || node.type !== 'while_statement') return;
    if (enclosing(node, 'function_definition', 'class_definition')?.type !== 'function_definition') return;
    const body = childOf(node, 'body');
    const first = body && firstNamedChild(body);
    if (!first || !beginsLine(tree, node)) return;
    // A statement with blocks of its own begins a line of its own.
    const isFirstCompound = COMPOUND.has(first.type);
    if (isFirstCompound && !beginsLine(tree, first)) return;
    const names = namesOf(tree, node);
    if (names) found.push({ node, first, isFirstCompound, ...names });
  });
  return catches ? [] : found;
}
