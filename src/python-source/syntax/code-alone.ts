import { parsePython } from './python-tree.ts';

/** Removes comments and strings that are statements of their own, such as docstrings. */
export function codeAlone(code: string): string {
  const { root } = parsePython(code);
  const left: { readonly start: number; readonly end: number }[] = [];
  root.visit((node) => {
    const [only, ...others] = node.children;
    const isText = node.type === 'expression_statement' && only?.type === 'string' && others.length === 0;
    if (isText || node.type === 'comment') left.push(node);
    return !isText;
  });
  const ordered = left.toSorted((a, b) => a.start - b.start);
  const kept = ordered.map(({ start }, at) => code.slice(ordered[at - 1]?.end ?? 0, start));
  return kept.join('') + code.slice(ordered.at(-1)?.end ?? 0);
}
