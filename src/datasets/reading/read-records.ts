import type { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { csvRecords, isCsvFile } from './csv-records.ts';
import { jsonRecords } from './json-records.ts';
import { parseRecord } from './parse-record.ts';
import { readBytes } from './read-bytes.ts';

/** The records of a CSV table or a JSON file, and the file's bytes. @throws DatasetError */
export async function readStored(file: string): Promise<{ stored: Buffer; records: readonly RawRecord[] }> {
  const { stored, content } = await readBytes(file);
  return { stored, records: isCsvFile(file) ? csvRecords(content, file) : jsonRecords(content, file) };
}

/** The records of a CSV table or a JSON file. @throws DatasetError */
export async function readRecords(file: string): Promise<readonly RawRecord[]> {
  return (await readStored(file)).records;
}

/** The records of a file as `schema` describes them. @throws DatasetError with file, line and field */
export async function parseRecords<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  hint?: string,
): Promise<z.output<Schema>[]> {
  return (await readRecords(file)).map((record) => parseRecord(schema, record, hint));
}
