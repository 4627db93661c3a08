import { cellText, type Table } from './table.ts';

/** Text of the data or the model as one table cell: nothing in it is markup. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#~]/g, (character) => `\\${character}`);
}

/** A heading, the note and a pipe table. */
export function markdownTable({ caption, note, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isNumber = head.map((_, at) => rows.some((row) => typeof row[at] === 'object' && row[at] !== null));
  return [
    `## ${plain(caption)}`,
    '',
    plain(note),
    '',
    line(head.map(plain)),
    line(isNumber.map((number) => (number ? '--:' : '---'))),
    ...rows.map((row) => line(row.map((cell) => plain(cellText(cell))))),
    '',
  ].join('\n');
}
