import { markdownText } from './markdown-text.ts';
import { cellText, numberColumns, type Table } from './table.ts';

/** A heading, the note and a pipe table. */
export function markdownTable(table: Table): string {
  const { caption, note, head, rows } = table;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `## ${markdownText(caption)}`,
    '',
    ...(note === '' ? [] : [markdownText(note), '']),
    line(head.map(markdownText)),
    line(numberColumns(table).map((isNumber) => (isNumber ? '--:' : '---'))),
    ...rows.map((row) => line(row.map((cell) => markdownText(cellText(cell))))),
    '',
  ].join('\n');
}
