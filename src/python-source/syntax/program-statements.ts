import { applyEdits } from '../../core/text.ts';
import { type PythonNode, parsePython } from './python-tree.ts';

/** Whether there is anything that runs: more than bare names, labels and comparisons, which prose can be mistaken for. */
export function holdsCode(code: string): boolean {
  const tree = parsePython(code);
  return tree.root.children.some((statement) => {
    if (statement.type === 'comment' || !statement.named || statement.type === 'ERROR') return false;
    if (statement.type !== 'expression_statement') return true;
    const [only] = statement.children;
    if (only?.type === 'assignment') return only.child('right') !== null;
    return /^(call|augmented_assignment|await|yield|list_comprehension)$/.test(only?.type ?? '');
  });
}

/** Whether the module does more than to import and define. */
export const runs = (code: string): boolean =>
  parsePython(code).root.namedChildren.some(
    ({ type, children: [only] }) => !/definition$|^import_/.test(type) && only?.type !== 'string',
  );

/** Whether the statement runs only where the program is run by itself: `if __name__ == '__main__':`. */
export const isMainGuard = (node: PythonNode): boolean =>
  node.type === 'if_statement' && /\b__name__\b/.test(node.childText('condition'));

/** Removes comments and strings that are statements of their own, such as docstrings. */
export function codeAlone(code: string): string {
  const isText = ({ type, children: [only, ...others] }: PythonNode) =>
    type === 'comment' || (type === 'expression_statement' && only?.type === 'string' && others.length === 0);
  const edits = parsePython(code)
    .root.findAll(isText)
    .map((node) => node.replacedBy(''));
  return applyEdits(code, edits);
}
