import { escapeBidi } from '../steering-text.ts';
import { cellText, numberColumns, type Table } from './table.ts';

/**
 * Text of the data or a model as one line of Markdown: nothing in it is markup or HTML in any viewer, nor one of
 * GitHub's conversions (mentions, addresses, formulas, emoji).
 */
export function markdownText(text: string): string {
  return escapeBidi(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\\`*_[\]|#~$]/g, (character) => `\\${character}`)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/(?<!\w)@|@(?=[\w-]+\.[\w-])/g, '&#64;')
    .replace(/:(?=\/\/|[\w+-]+:)/g, '&#58;')
    .replace(/\b(www)\./gi, '$1&#46;');
}

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
