import { namedChildren, type PythonNode, type PythonTree, visit } from './python-tree.ts';
import { CLAUSES } from './statement-boundaries.ts';

/** Lines of a program by kind. */
export interface SourceLines {
  /** Without those that end the text. */
  readonly total: number;
  /** Neither blank nor only comment or docstring. */
  readonly source: number;
  /** Statements and heads of compound ones, however many lines they take. */
  readonly logical: number;
  /** That hold a comment, or belong to a docstring of several lines and are not blank. */
  readonly comment: number;
}

const isStatement = (node: PythonNode) =>
  (node.parent?.type === 'block' || node.parent?.type === 'module') && node.named && node.type !== 'comment';

function isLoneString(node: PythonNode): boolean {
  const [only, ...others] = namedChildren(node);
  return node.type === 'expression_statement' && only?.type === 'string' && others.length === 0;
}

/** Counts the lines of a program. */
export function sourceLines(tree: PythonTree): SourceLines {
  const lines = tree.text.trimEnd() === '' ? [] : tree.text.trimEnd().split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) as number) + line.length + 1);
  const lineOf = (place: number) => {
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  let logical = 0;
  const comment = new Set<number>();
  const notSource = new Set<number>();
  visit(tree.root, (node) => {
    // The wrapper of decorators is not a statement beside its function.
    if (isStatement(node) || CLAUSES.has(node.type)) logical += 1;
    const first = lineOf(node.start);
    if (node.type === 'comment') {
      comment.add(first);
      if (lines[first]?.trimStart().startsWith('#')) notSource.add(first);
    }
    const last = lineOf(Math.max(node.start, node.end - 1));
    if (!isLoneString(node)) return;
    for (let line = first; line <= last; line++) {
      notSource.add(line);
      if (last > first && lines[line]?.trim() !== '') comment.add(line);
    }
  });
  const source = lines.filter((line, at) => line.trim() !== '' && !notSource.has(at)).length;
  return { total: lines.length, source, logical, comment: comment.size };
}
