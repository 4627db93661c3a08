import type { PythonNode } from './python-tree.ts';

/** The white space before the place, on its line; null if there is other text. */
export function indentationAt(text: string, place: number): string | null {
  const before = text.slice(place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1, place);
  const line = before.slice(before.lastIndexOf('\r') + 1);
  return /^[ \t\f\ufeff]*$/.test(line) ? line.replace('\ufeff', '') : null;
}

/** The text with `\n` at the end of each line. */
export const unixLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** How most of the text's lines end. */
export function lineEnding(text: string): '\n' | '\r\n' {
  const windows = text.match(/\r\n/g)?.length ?? 0;
  return windows * 2 > (text.match(/\n/g)?.length ?? 0) ? '\r\n' : '\n';
}

/** A node's text, its lines but the first and those inside strings moved to another indentation. */
export function reindented(node: PythonNode, indentation: string): string {
  const own = indentationAt(node.source, node.start) ?? '';
  const strings = node.findAll((inner) => inner.type === 'string' && inner.text.includes('\n'));
  let at = node.start;
  return node.text
    .split('\n')
    .map((line, index) => {
      const start = at;
      at += line.length + 1;
      if (index === 0 || strings.some((string) => string.start < start && start < string.end)) return line;
      if (line.trim() === '') return '';
      return indentation + (line.startsWith(own) ? line.slice(own.length) : line.trimStart());
    })
    .join('\n');
}

/** Code without the indentation that all of its lines share. */
export function dedentFully(code: string): string {
  const lines = code.split('\n');
  const depthOf = (line: string) => line.length - line.trimStart().length;
  const depth = lines.reduce((least, line) => (line.trim() ? Math.min(least, depthOf(line)) : least), code.length);
  return lines.map((line) => line.slice(depth)).join('\n');
}

/** Lines without so many columns of white space; those that have other text there stay. */
export const withoutIndent = (lines: readonly string[], indent: number): string =>
  lines.map((line) => (line.slice(0, indent).trim() === '' ? line.slice(indent) : line)).join('\n');

/** Code without the indentation of its first line: a method cut out of its class keeps that of the class. */
export function dedent(code: string): string {
  const lines = code.split('\n');
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return withoutIndent(lines, first.length - first.trimStart().length);
}

/** Code with an indentation in front of its filled lines. */
export const indented = (code: string, indent: string): string => code.replace(/^(?=.*\S)/gm, indent);
