import { DatasetError } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { arrayElements, elementSources, fieldSources } from './json-source.ts';
import { emptyFile, linesOf } from './read-file.ts';

/** Texts, which stay as they are, or numbers that Python writes and JSON does not know. */
const TEXT_OR_NO_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/gs;

/** Like `JSON.parse`, but Python's NaN and Infinity become null; the record's text still has them. */
export function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    return JSON.parse(text.replace(TEXT_OR_NO_NUMBER, (part) => (part.startsWith('"') ? part : 'null')));
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object as a record of the file. @throws DatasetError `file-json` */
export function parseJsonObject(text: string, file: string, line: number): RawRecord {
  let value: unknown;
  try {
    value = parseLoosely(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatasetError('file-json', { file, line }, `is not valid JSON: ${reason.slice(0, 160)}`, {
      hint: 'Each record must be a complete JSON object; in a .jsonl file, one per line.',
      cause,
    });
  }
  if (isObject(value)) return { value, file, line, text };
  const kind = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  const hint = 'Each record must be a JSON object.';
  throw new DatasetError('file-json', { file, line }, `is ${kind}; expected a JSON object`, { hint });
}

/** The records of a JSONL file of any size, one at a time. @throws DatasetError at the first line that is wrong */
export async function* streamJsonLines(file: string): AsyncIterable<RawRecord> {
  let line = 0;
  let isEmpty = true;
  for await (const text of linesOf(file)) {
    line++;
    if (text.trim() === '') continue;
    isEmpty = false;
    yield parseJsonObject(text, file, line);
  }
  if (isEmpty) throw emptyFile(file);
}

/** The records of a document that is a list under any name (`RECORDS`), or of Hugging Face's dataset server. */
function unwrapped(records: RawRecord[]): RawRecord[] {
  const [only] = records;
  if (records.length !== 1 || !only) return records;
  const names = Object.keys(only.value);
  const isServed = names.includes('features') && names.includes('rows');
  const [name = ''] = isServed ? ['rows'] : names.length === 1 ? names : [];
  const list = only.value[name];
  if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) return records;
  const sources = elementSources(fieldSources(only.text ?? JSON.stringify(only.value)).get(name) ?? '[]');
  return sources.map((text) => {
    const row = isServed ? fieldSources(text).get('row') : undefined;
    return parseJsonObject(row ?? text, only.file, only.line);
  });
}

/** @throws DatasetError */
function recordsOf(lines: readonly string[], file: string): RawRecord[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const opening = lines[first]?.trim() ?? '';
  if (opening === '') throw emptyFile(file);
  if (opening.startsWith('['))
    return arrayElements(lines.join('\n'), file).map(({ text, line }) => parseJsonObject(text, file, line));
  if (opening === '{') {
    try {
      return [parseJsonObject(lines.join('\n'), file, first + 1)];
    } catch {
      // Lines, then, of which one is wrong.
    }
  }
  return lines.flatMap((text, at) => (text.trim() === '' ? [] : [parseJsonObject(text, file, at + 1)]));
}

/** The records of JSON lines, a JSON list or a single JSON object, which may hold a list. @throws DatasetError */
export const jsonRecords = (lines: readonly string[], file: string): RawRecord[] => unwrapped(recordsOf(lines, file));
