import type { RawRecord } from '../../../core/raw-record.ts';
import { jsonRecords } from '../../reading/json-records.ts';
import { readBytes } from '../../reading/read-bytes.ts';

/** The records of a file that is one JSON document, a list of them, or one per line. @throws DatasetError */
export async function wholeFile(file: string): Promise<readonly RawRecord[]> {
  const { content } = await readBytes(file);
  return jsonRecords(content, file);
}
