import { applyEdits, type Span } from '../../core/text.ts';
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

/** Spans of comments and plain strings (neither interpolated nor with `\x` or `\u`), in order. */
export function textSpans(code: string): Span[] {
  const spans: Span[] = [];
  parsePython(code).root.visit((node) => {
    if (node.type !== 'string' && node.type !== 'comment') return true;
    const interpolates = node.type === 'string' && !/^[rRuU]?['"]/.test(code.slice(node.start, node.start + 2));
    // An edit after `\x` could break the escape.
    const escapes = /\\[xuUN]/.test(code.slice(node.start, node.end));
    if (!interpolates && !escapes) spans.push({ start: node.start, end: node.end });
    return false;
  });
  return spans;
}

/** Removes comments and strings that are statements of their own, such as docstrings. */
export function codeAlone(code: string): string {
  const isText = ({ type, children: [only, ...others] }: PythonNode) =>
    type === 'comment' || (type === 'expression_statement' && only?.type === 'string' && others.length === 0);
  const edits = parsePython(code)
    .root.findAll(isText)
    .map((node) => node.replacedBy(''));
  return applyEdits(code, edits);
}
