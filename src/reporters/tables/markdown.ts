import { markdownText } from './markdown-text.ts';
import { cellText, type Table } from './table.ts';

/** A heading, the note and a pipe table. */
export function markdownTable({ caption, note, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isNumber = head.map((_, at) => rows.some((row) => typeof row[at] === 'object' && row[at] !== null));
  return [
    `## ${markdownText(caption)}`,
    '',
    markdownText(note),
    '',
    line(head.map(markdownText)),
    line(isNumber.map((number) => (number ? '--:' : '---'))),
    ...rows.map((row) => line(row.map((cell) => markdownText(cellText(cell))))),
    '',
  ].join('\n');
}
