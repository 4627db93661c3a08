import type { Span } from '../../core/span.ts';
import { parsePython } from './python-tree.ts';

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
