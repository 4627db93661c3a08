import { childOf, namedChildren, type PythonNode, type PythonTree, textOf } from '../syntax/python-tree.ts';

/** Structures that break the linear flow; each counts one, and one more for each structure around it. */
const STRUCTURES = new Set([
  'if_statement',
  'conditional_expression',
  'for_statement',
  'while_statement',
  'except_clause',
  'except_group_clause',
  'match_statement',
]);

/** What lies one level deeper in these than they do themselves. */
const DEEPENING = new Set([
  'if_statement',
  'elif_clause',
  'for_statement',
  'while_statement',
  'except_clause',
  'except_group_clause',
  'case_clause',
  'function_definition',
]);

/** The `else` of an if or a loop; that of a try goes with the flow. */
const isElse = ({ type, parent }: PythonNode) => type === 'else_clause' && parent?.type !== 'try_statement';

const operatorOf = (node: PythonNode) => childOf(node, 'operator')?.type ?? '';

/** A row of like operators is one step: `a and b and c` adds one, `a and b or c` two. */
function startsRow(node: PythonNode): boolean {
  let outer = node.parent;
  while (outer?.type === 'parenthesized_expression') outer = outer.parent;
  return outer?.type !== 'boolean_operator' || operatorOf(outer) !== operatorOf(node);
}

function goesDeeper(node: PythonNode, child: PythonNode, root: PythonNode): boolean {
  if (node === root) return false;
  if (child.type === 'block') return DEEPENING.has(node.type) || isElse(node);
  return node.type === 'conditional_expression' || (node.type === 'lambda' && child.field === 'body');
}

/**
 * Cognitive complexity of a function, or of a module without its functions (Campbell 2018, "Cognitive Complexity",
 * SonarSource): structures by their depth, `elif`, `else`, rows of logical operators and direct recursion one each.
 * Functions and lambdas inside a function deepen what they hold and count for it.
 */
export function cognitiveComplexity(tree: PythonTree, root: PythonNode): number {
  const nameNode = childOf(root, 'name');
  const name = root.type === 'function_definition' && nameNode ? textOf(tree, nameNode) : null;
  let total = 0;
  const pending = [{ node: root, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, depth } = next;
    if (root.type === 'module' && node.type === 'function_definition') continue;
    if (STRUCTURES.has(node.type)) total += 1 + depth;
    if (node.type === 'elif_clause' || isElse(node)) total += 1;
    if (node.type === 'boolean_operator' && startsRow(node)) total += 1;
    const called = node.type === 'call' ? childOf(node, 'function') : null;
    if (name !== null && called?.type === 'identifier' && textOf(tree, called) === name) total += 1;
    for (const child of namedChildren(node)) {
      pending.push({ node: child, depth: goesDeeper(node, child, root) ? depth + 1 : depth });
    }
  }
  return total;
}
