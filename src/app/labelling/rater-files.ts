import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { ConfigError } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { csvRecords, csvText, isCsvFile } from '../../datasets/reading/csv-records.ts';
import { jsonRecords } from '../../datasets/reading/json-records.ts';
import { readBytes } from '../../datasets/reading/read-bytes.ts';
import type { Codebook } from '../../labels/codebook.ts';
import type { RaterSheet } from '../../labels/rating.ts';
import { readRatings, type SheetRow } from '../../labels/sheet-rows.ts';
import { writeText } from '../../store/write-lines.ts';

/** Returns the records of a CSV table or a JSONL file. @throws DatasetError */
export async function tableRecords(file: string): Promise<RawRecord[]> {
  const { content } = await readBytes(file);
  return isCsvFile(file) ? csvRecords(content, file) : jsonRecords(content, file);
}

/** Who labelled a file, by its name. */
const raterOf = (file: string): string => basename(file).replace(/\.(?:csv|jsonl?)(?:\.gz)?$/i, '');

/** Columns of the file of conflicts, in which every rater has one, too. */
const TAKEN = new Set(['id', 'settled', 'settled_note']);

/** All ratings of some files; every rater once. @throws ConfigError `rater-twice`; DatasetError */
export async function readRaterFiles(files: readonly string[], codebook: Codebook): Promise<RaterSheet[]> {
  const sheets: RaterSheet[] = [];
  for (const file of files) {
    for (const sheet of readRatings(await tableRecords(file), codebook, raterOf(file))) {
      if (TAKEN.has(sheet.rater)) {
        throw new ConfigError('rater-name', `${file}: a rater cannot be called "${sheet.rater}"`, {
          mend: 'Give the file, or the rater in it, another name.',
        });
      }
      if (sheets.some(({ rater }) => rater === sheet.rater)) {
        throw new ConfigError('rater-twice', `${file} is a second file of the rater "${sheet.rater}"`, {
          mend: 'Give files names of their own, or a column "rater".',
        });
      }
      sheets.push(sheet);
    }
  }
  return sheets;
}

/** Writes rows as a CSV table, whole or not at all. @throws StoreError */
export const writeSheet = (file: string, rows: readonly SheetRow[]): Promise<void> =>
  writeText(file, csvText(rows), 'named');

/** Refuses to write over what a rater may have filled in. @throws ConfigError `sheet-exists` */
export function refuseExisting(file: string): void {
  if (!/\.csv$/i.test(file)) {
    throw new ConfigError('sheet-kind', `${file} is not a .csv file by its name`, {
      mend: 'End it in .csv.',
    });
  }
  if (!existsSync(file)) return;
  throw new ConfigError('sheet-exists', `${file} is there already, and may hold labels`, {
    mend: 'Name another file, or move that one away.',
  });
}
