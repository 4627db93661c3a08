import { existsSync } from 'node:fs';
import { ConfigError } from '../core/errors.ts';
import { csvText } from '../datasets/reading/csv-records.ts';
import { writeText } from '../store/write-lines.ts';

/** A row of a spreadsheet that people fill in, by column. */
export type SheetRow = Readonly<Record<string, string>>;

/** Spreadsheets cut cells that are longer. */
const CELL_CHARACTERS = 32_000;

/** Returns text that no spreadsheet takes for a formula, nor refuses for its length. */
export function shownText(text: string): string {
  const cut = text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS)} […]` : text;
  return /^[=+\-@\t\r]/.test(cut) ? `'${cut}` : cut;
}

/** Refuses to overwrite a sheet that a person may have filled in. @throws ConfigError `sheet-exists` */
export function requireNewSheet(file: string): void {
  if (!/\.csv$/i.test(file)) {
    throw new ConfigError('sheet-kind', `${file} is not a .csv file by its name`, { hint: 'End it in .csv.' });
  }
  if (!existsSync(file)) return;
  throw new ConfigError('sheet-exists', `${file} exists and may contain someone's work`, {
    hint: 'Name another file, or move that one away.',
  });
}

/** Writes a new sheet as CSV, whole or not at all. @throws ConfigError, StoreError */
export async function writeSheet(file: string, rows: readonly SheetRow[]): Promise<void> {
  requireNewSheet(file);
  await writeText(file, csvText(rows), 'named');
}
