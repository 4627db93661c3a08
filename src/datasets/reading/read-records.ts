import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { DatasetError } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { jsonRecords } from './json-records.ts';
import { parseRecord } from './parse-record.ts';
import { emptyFile, readLines } from './read-file.ts';

/** Whether a file is a table by its name. */
export const isCsvFile = (file: string): boolean => /\.csv(?:\.gz)?$/i.test(file);

/** The rows of a table with a header; the line of a row is its last one. @throws DatasetError */
export function csvRecords(text: string, file: string): RawRecord[] {
  let rows: { readonly record: Record<string, string>; readonly info: { readonly lines: number } }[];
  try {
    rows = parse(text, { columns: true, bom: true, skip_empty_lines: true, info: true }) as never;
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const line = typeof cause.lines === 'number' ? { line: cause.lines } : {};
    const hint =
      'Every row needs as many fields as the header, and quotes around fields with commas, quotes or line ends.';
    throw new DatasetError('file-csv', { file, ...line }, `is not a table: ${cause.message}`, { hint, cause });
  }
  if (rows.length === 0) throw emptyFile(file);
  return rows.map(({ record, info }) => ({ value: record, file, line: info.lines }));
}

const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Records as a table with a header, by the fields of the first one. */
export function csvText(records: readonly Readonly<Record<string, unknown>>[]): string {
  const fields = Object.keys(records[0] ?? {});
  const rows = [fields, ...records.map((record) => fields.map((field) => record[field]))];
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

/** The records of a CSV table or a JSON file. @throws DatasetError */
export async function readRecords(file: string): Promise<readonly RawRecord[]> {
  const lines = await readLines(file);
  return isCsvFile(file) ? csvRecords(lines.join('\n'), file) : jsonRecords(lines, file);
}

/** The records of a file as `schema` describes them. @throws DatasetError with file, line and field */
export const parseRecords = async <Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  hint?: string,
): Promise<z.output<Schema>[]> => (await readRecords(file)).map((record) => parseRecord(schema, record, hint));
