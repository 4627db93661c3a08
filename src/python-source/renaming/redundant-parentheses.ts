import type { PythonNode } from '../syntax/python-tree.ts';

/** Expressions that bind so tightly that parentheses around them mean nothing anywhere. */
const ATOMS = new Set([
  'identifier',
  'integer',
  'float',
  'string',
  'true',
  'false',
  'none',
  'list',
  'dictionary',
  'set',
  'call',
  'subscript',
  'attribute',
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'tuple',
]);
/** Places where an expression stands alone, so that parentheses around it are for the reader only. */
const STANDS_ALONE: ReadonlySet<string> = new Set([
  'return_statement:',
  'assignment:right',
  'augmented_assignment:right',
  'if_statement:condition',
  'elif_clause:condition',
  'while_statement:condition',
  'assert_statement:',
  'parenthesized_expression:',
  'keyword_argument:value',
  'default_parameter:value',
  'argument_list:',
  'expression_statement:',
]);
/** Inside parentheses these mean something else than without. */
const NEEDS_PARENTHESES = new Set(['yield', 'named_expression', 'generator_expression', 'list_splat', 'lambda']);

/** The content of nested parentheses: the outermost pair is judged by it. */
function innermost(node: PythonNode): PythonNode | null {
  const inner = node.firstNamedChild ?? null;
  return inner?.type === 'parenthesized_expression' ? innermost(inner) : inner;
}

/** Whether parentheses please the reader alone. @param node a parenthesised expression */
export function isRedundant(node: PythonNode): boolean {
  const inner = innermost(node);
  const parent = node.parent;
  if (!inner || !parent || NEEDS_PARENTHESES.has(inner.type)) return false;
  if (ATOMS.has(inner.type)) {
    // `1 .real` and `("a") "b"` would change; so would a lone name that an annotation makes a target.
    return (
      !/^(?:attribute|concatenated_string)$/.test(parent.type) &&
      !(parent.type === 'assignment' && node.field === 'left')
    );
  }
  return STANDS_ALONE.has(`${parent.type}:${node.field ?? ''}`);
}
