import type { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { csvRecords, isCsvFile } from './csv-records.ts';
import { jsonRecords } from './json-records.ts';
import { parseRecord } from './parse-record.ts';
import { readLines } from './read-file.ts';

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
