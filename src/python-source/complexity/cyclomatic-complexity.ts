import { childOf, namedChildren, type PythonNode } from '../syntax/python-tree.ts';

/** Paths that one node adds, by its type; those that are not here add none. */
const ADDED: Readonly<Record<string, (node: PythonNode) => number>> = {
  if_statement: () => 1,
  elif_clause: () => 1,
  conditional_expression: () => 1,
  for_statement: (node) => 1 + elseOf(node),
  while_statement: (node) => 1 + elseOf(node),
  try_statement: (node) => elseOf(node),
  except_clause: () => 1,
  except_group_clause: () => 1,
  boolean_operator: () => 1,
  for_in_clause: () => 1,
  // In a comprehension; the guard of a case adds none beside its case.
  if_clause: (node) => (node.field === 'guard' ? 0 : 1),
  assert_statement: () => 1,
  case_clause: (node) => (isWildcard(node) ? 0 : 1),
};

const elseOf = (node: PythonNode) => (node.children.some(({ type }) => type === 'else_clause') ? 1 : 0);

function isWildcard(clause: PythonNode): boolean {
  const [pattern] = namedChildren(clause);
  return (
    pattern?.type === 'case_pattern' &&
    pattern.children.length === 1 &&
    pattern.children[0]?.type === '_' &&
    !childOf(clause, 'guard')
  );
}

/** How a node counts in McCabe's measure: decisions of the node itself, without what is below it. */
export function decisionsOf(node: PythonNode): number {
  return ADDED[node.type]?.(node) ?? 0;
}
