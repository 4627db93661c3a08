import type { Table } from './table.ts';

/** How a spreadsheet knows a formula, which may read other cells and send them away. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A field as RFC 4180 has it: quoted where it holds a comma, a quote or a line break. Text that a spreadsheet would run gets
 * an apostrophe in front.
 */
export function csvField(value: string | number | boolean | null): string {
  const plain = value === null ? '' : String(value);
  const text = typeof value === 'string' && FORMULA.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record. */
export function csvRow(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

/**
 * All tables in long form, one row per number: `table,row,column,value,low,high,unit`. Fractions stay fractions; text cells
 * after the first name the row further.
 */
export function csvTables(tables: readonly Table[]): string {
  const rows = tables.flatMap(({ id, head, rows: tableRows }) =>
    tableRows.flatMap((row) => {
      const name = row.filter((cell) => typeof cell === 'string').join(' / ');
      return row.flatMap((cell, at) => {
        if (cell === null || typeof cell === 'string') return [];
        const { value, low = null, high = null, unit } = cell;
        return csvRow([id, name, head[at] ?? '', value, low, high, unit === 'points' ? 'difference' : unit]);
      });
    }),
  );
  return csvRow(['table', 'row', 'column', 'value', 'low', 'high', 'unit']) + rows.join('');
}
