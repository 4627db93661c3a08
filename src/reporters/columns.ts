import { cellText, numberColumns, type Table } from './tables/table.ts';

/** Plain columns, two spaces apart, left-aligned or, by `isNumber`, right-aligned; lines end without blanks. */
export function table(rows: readonly (readonly string[])[], isNumber: readonly boolean[] = []): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  const padded = (cell: string, column: number) =>
    isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => `${row.map(padded).join('  ').trimEnd()}\n`).join('');
}

/** Names come from files and endpoints: nothing in them may steer the terminal. */
export const plainText = (text: string) => text.replace(/\p{Cc}+/gu, ' ');

/** A table's head and rows as lines for a terminal. */
export function terminalTable(shown: Table): readonly string[] {
  const rows = [shown.head, ...shown.rows.map((row) => row.map((cell) => plainText(cellText(cell))))];
  return table(rows, numberColumns(shown)).trimEnd().split('\n');
}
