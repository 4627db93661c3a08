import { stat } from 'node:fs/promises';
import { DatasetError } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { streamJsonLines } from '../reading/json-records.ts';
import { emptyFile } from '../reading/read-file.ts';
import { readRecords } from '../reading/read-records.ts';
import type { SampleFormat } from './sample-format.ts';
import { evalplusSampleFormat } from './sample-formats/evalplus-sample-format.ts';
import { sampleFormats } from './sample-formats/index.ts';

/** The first record: of a file with one per line without reading the rest, of a JSON document as a whole. */
async function firstRecord(file: string): Promise<RawRecord> {
  try {
    for await (const raw of streamJsonLines(file)) return raw;
  } catch (error) {
    if (!(error instanceof DatasetError) || error.code !== 'file-json') throw error;
    const [first] = await readRecords(file);
    if (first) return first;
  }
  throw emptyFile(file);
}

/** The format that recognises the first record of the file; EvalPlus's for a folder. @throws DatasetError */
export async function chooseSampleFormat(file: string): Promise<SampleFormat> {
  if ((await stat(file).catch(() => null))?.isDirectory()) return evalplusSampleFormat;
  const { value, line } = await firstRecord(file);
  const format = sampleFormats.find((each) => each.recognises(value));
  if (format) return format;
  const fields = Object.keys(value).slice(0, 12).join(', ') || 'none';
  throw new DatasetError('samples-format-unknown', { file, line }, `is not a sample; its fields: ${fields}`, {
    hint: 'Give lines such as {"task_id", "solution" or "completion" or "reply"}; docs/formats.md has the other formats.',
  });
}
