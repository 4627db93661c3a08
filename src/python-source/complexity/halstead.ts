import { childOf, namedChildren, type PythonNode, type PythonTree, textOf } from '../syntax/python-tree.ts';

/** Halstead's measures; counts of operators and operands, all and distinct. */
export interface Halstead {
  readonly distinctOperators: number;
  readonly distinctOperands: number;
  readonly operators: number;
  readonly operands: number;
  /** N log2 n, in bits. */
  readonly volume: number;
  readonly difficulty: number;
  readonly effort: number;
}

/** Operators and operands of one expression node, or null where it is not an operation. */
function operationOf(tree: PythonTree, node: PythonNode): { operators: string[]; operands: PythonNode[] } | null {
  const operatorText = () => childOf(node, 'operator')?.type ?? '';
  switch (node.type) {
    case 'binary_operator':
      return { operators: [operatorText()], operands: namedChildren(node) };
    case 'unary_operator':
      return { operators: [`unary ${operatorText()}`], operands: namedChildren(node) };
    case 'not_operator':
      return { operators: ['not'], operands: namedChildren(node) };
    case 'augmented_assignment':
      return { operators: [operatorText().replace(/=$/, '')], operands: namedChildren(node) };
    case 'comparison_operator':
      return {
        operators: node.children.filter(({ field }) => field === 'operators').map((part) => textOf(tree, part)),
        operands: namedChildren(node).filter(({ field }) => field !== 'operators'),
      };
    case 'boolean_operator':
      // `a and b and c` is one operation with three operands.
      return node.parent?.type === 'boolean_operator' && childOf(node.parent, 'operator')?.type === operatorText()
        ? { operators: [], operands: [] }
        : { operators: [operatorText()], operands: flattened(node, operatorText()) };
    default:
      return null;
  }
}

function flattened(node: PythonNode, operator: string): PythonNode[] {
  return namedChildren(node).flatMap((side) =>
    side.type === 'boolean_operator' && childOf(side, 'operator')?.type === operator
      ? flattened(side, operator)
      : [side],
  );
}

const PLAIN = new Set(['identifier', 'integer', 'float', 'string', 'true', 'false', 'none']);

/** Names and literals are the same operand wherever they stand in a function; other expressions are each their own. */
function operandKey(tree: PythonTree, operand: PythonNode): string {
  let node = operand;
  while (node.type === 'parenthesized_expression') node = namedChildren(node)[0] ?? node;
  const attribute = node.type === 'attribute' ? childOf(node, 'attribute') : null;
  if (attribute) return textOf(tree, attribute);
  return PLAIN.has(node.type) ? textOf(tree, node) : `at ${node.start}-${node.end}`;
}

/**
 * Halstead's measures over the operations of a program (arithmetic, comparison, logic, augmented assignment), as radon
 * 6 counts them: calls, plain assignments and keywords are neither operator nor operand; an operand is distinct within
 * its outermost function.
 */
export function halsteadOf(tree: PythonTree): Halstead {
  const seenOperators = new Set<string>();
  const seenOperands = new Set<string>();
  let operators = 0;
  let operands = 0;
  const pending: { node: PythonNode; context: string }[] = [{ node: tree.root, context: '' }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, context } = next;
    const found = operationOf(tree, node);
    for (const operator of found?.operators ?? []) seenOperators.add(operator);
    for (const operand of found?.operands ?? []) seenOperands.add(`${context} ${operandKey(tree, operand)}`);
    operators += found?.operators.length ?? 0;
    operands += found?.operands.length ?? 0;
    const name = node.type === 'function_definition' ? childOf(node, 'name') : null;
    const inner = name && context === '' ? textOf(tree, name) : context;
    for (const child of node.children) if (child.named) pending.push({ node: child, context: inner });
  }
  const distinctOperators = seenOperators.size;
  const distinctOperands = seenOperands.size;
  const vocabulary = distinctOperators + distinctOperands;
  const volume = vocabulary > 0 ? (operators + operands) * Math.log2(vocabulary) : 0;
  const difficulty = distinctOperands > 0 ? (distinctOperators / 2) * (operands / distinctOperands) : 0;
  return { distinctOperators, distinctOperands, operators, operands, volume, difficulty, effort: difficulty * volume };
}
