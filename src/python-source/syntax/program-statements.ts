import { type PythonNode, parsePython } from './python-tree.ts';

/** Whether there is anything that runs: more than bare names and comparisons, which prose can be mistaken for. */
export function holdsCode(code: string): boolean {
  const tree = parsePython(code);
  return tree.root.children.some((statement) => {
    if (statement.type === 'comment' || !statement.named || statement.type === 'ERROR') return false;
    if (statement.type !== 'expression_statement') return true;
    return /^(call|assignment|augmented_assignment|await|yield)$/.test(statement.children[0]?.type ?? '');
  });
}

/** Whether the statement runs only where the program is run by itself: `if __name__ == '__main__':`. */
export function isMainGuard(node: PythonNode): boolean {
  return node.type === 'if_statement' && /\b__name__\b/.test(node.childText('condition'));
}
