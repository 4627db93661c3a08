import type { PythonNode, PythonTree } from './python-tree.ts';

/** The white space before the place, on its line; null if there is other text. */
export function indentationAt(text: string, place: number): string | null {
  const line = text.slice(Math.max(text.lastIndexOf('\n', place - 1), text.lastIndexOf('\r', place - 1)) + 1, place);
  return /^[ \t\f\ufeff]*$/.test(line) ? line.replace('\ufeff', '') : null;
}

/** How most of the text's lines end. */
export function lineEnding(text: string): '\n' | '\r\n' {
  const windows = text.match(/\r\n/g)?.length ?? 0;
  return windows * 2 > (text.match(/\n/g)?.length ?? 0) ? '\r\n' : '\n';
}

/** Starts of the lines that begin inside a string: their white space is part of its value. */
function linesInStrings(tree: PythonTree, node: PythonNode): Set<number> {
  const starts = new Set<number>();
  node.visit(({ type, start, end }) => {
    if (type !== 'string') return true;
    for (let at = tree.text.indexOf('\n', start); at >= 0 && at < end; at = tree.text.indexOf('\n', at + 1)) {
      starts.add(at + 1);
    }
    return false;
  });
  return starts;
}

/**
 * A node's text with its lines moved from the indentation that it has to another one; its first line comes without.
 * Lines inside strings stay as they are. Lines end with `\n`.
 *
 * @param tree of a text whose lines end with `\n`
 */
export function reindented(tree: PythonTree, node: PythonNode, indentation: string): string {
  const own = indentationAt(tree.text, node.start) ?? '';
  const fixed = linesInStrings(tree, node);
  let at = node.start;
  return tree.text
    .slice(node.start, node.end)
    .split('\n')
    .map((line, index) => {
      const start = at;
      at += line.length + 1;
      if (index === 0 || fixed.has(start)) return line;
      if (line.trim() === '') return '';
      return indentation + (line.startsWith(own) ? line.slice(own.length) : line.trimStart());
    })
    .join('\n');
}
