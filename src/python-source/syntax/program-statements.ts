import { parsePython } from './python-tree.ts';

/** Whether there is anything that runs: more than bare names and comparisons, which prose can be mistaken for. */
export function holdsCode(code: string): boolean {
  const tree = parsePython(code);
  return tree.root.children.some((statement) => {
    if (statement.type === 'comment' || !statement.named || statement.type === 'ERROR') return false;
    if (statement.type !== 'expression_statement') return true;
    return /^(call|assignment|augmented_assignment|await|yield)$/.test(statement.children[0]?.type ?? '');
  });
}
