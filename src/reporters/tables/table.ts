import type { Estimate } from '../../statistics/estimate.ts';
import { signedTenths, tenths } from '../figures.ts';

/** How a number is written: as percent of a fraction, as it is with so many digits, or as a whole number. */
export type TableUnit = 'percent' | 'points' | 'number' | 'count' | 'p';

/** One number of a table, with its interval where it has one. */
export interface NumberCell {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  readonly unit: TableUnit;
}

/** Text, a number, or an unknown value. */
export type TableCell = string | NumberCell | null;

/** A table of a study, before any format. */
export interface Table {
  /** Stable kebab-case id, such as `by-stage`. */
  readonly id: string;
  readonly caption: string;
  /** Unit, denominator, interval and source of the shape; empty if the head suffices. */
  readonly note: string;
  readonly head: readonly string[];
  /** Each as long as `head`; the first cells name the row. */
  readonly rows: readonly (readonly TableCell[])[];
  /** Addresses that the names of the rows lead to on a page. */
  readonly links?: readonly (string | undefined)[];
}

/** A fraction with its interval, as percent. */
export function percentCell({ value, low, high }: Estimate): NumberCell {
  return { value, low, high, unit: 'percent' };
}

/** A number without an interval. */
export function numberCell(value: number | null, unit: TableUnit): NumberCell | null {
  return value === null ? null : { value, unit };
}

function digits(value: number, unit: TableUnit): string {
  if (unit === 'percent') return tenths(value);
  if (unit === 'points') return signedTenths(value);
  if (unit === 'count') return Math.round(value).toLocaleString('en-US');
  if (unit === 'p') return value < 0.0001 ? '<0.0001' : value.toFixed(value < 0.1 ? 4 : 2);
  return value.toFixed(2).replace(/^-(0\.00)$/, '$1');
}

/** A number as text, such as `34.2 [26.7, 42.5]`; the unit is in the table's note or head. */
export function cellText(cell: TableCell): string {
  if (cell === null) return '-';
  if (typeof cell === 'string') return cell;
  const { value, low, high, unit } = cell;
  const interval = low === undefined || high === undefined ? '' : ` [${digits(low, unit)}, ${digits(high, unit)}]`;
  return digits(value, unit) + interval;
}

/** A table of a single run without the column that names the run, unless nothing else names its one row. */
export function withoutRunColumn(table: Table): Table {
  const at = table.head.findIndex((name) => name === 'run' || name === 'model');
  const [first] = table.rows;
  const isOne = table.rows.every((row) => row[at] === first?.[at]);
  if (at === -1 || !isOne || (table.rows.length === 1 && first?.[at] !== '')) return table;
  return { ...table, head: table.head.toSpliced(at, 1), rows: table.rows.map((row) => row.toSpliced(at, 1)) };
}

/** Whether each column has numbers, which are right-aligned. */
export function numberColumns({ head, rows }: Table): readonly boolean[] {
  return head.map((_, at) => at > 0 && rows.every((row) => typeof row[at] !== 'string' || /^[\d<+-]/.test(row[at])));
}
