import { DatasetError } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { arrayElements } from './json-array.ts';
import { elementSources, fieldSources } from './json-source.ts';

const NEWLINE = 0x0a;

/** One line of UTF-8 bytes as text, without a byte order mark. @throws DatasetError `file-encoding` */
export function decodeLine(bytes: Uint8Array, file: string, line: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DatasetError('file-encoding', { file, line }, 'is not valid UTF-8', {
      hint: 'Save the file as UTF-8.',
      cause,
    });
  }
}

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
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const kind = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
    throw new DatasetError('file-json', { file, line }, `is ${kind}; expected a JSON object`, {
      hint: 'Each record must be a JSON object.',
    });
  }
  return { value: value as Record<string, unknown>, file, line, text };
}

function linesOf(bytes: Uint8Array, file: string): string[] {
  const lines: string[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const at = bytes.indexOf(NEWLINE, from);
    const end = at < 0 ? bytes.length : at;
    lines.push(decodeLine(bytes.subarray(from, end), file, lines.length + 1));
    from = end + 1;
  }
  return lines;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = parseLoosely(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value);
  } catch {
    return false;
  }
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The records of a document that holds nothing but a list of them, under whatever name (CoderEval's `RECORDS`), or of the
 * rows of Hugging Face's dataset server.
 */
function unwrapped(records: RawRecord[]): RawRecord[] {
  const [only] = records;
  if (records.length !== 1 || !only) return records;
  const names = Object.keys(only.value);
  const name =
    names.includes('features') && names.includes('rows') ? 'rows' : names.length === 1 ? names[0] : undefined;
  const list = name === undefined ? null : only.value[name];
  if (name === undefined || !Array.isArray(list) || list.length === 0 || !list.every(isRecord)) return records;
  const sources = elementSources(fieldSources(only.text ?? JSON.stringify(only.value)).get(name) ?? '[]');
  return sources.map((text) => {
    const row = names.length > 1 ? fieldSources(text).get('row') : undefined;
    return parseJsonObject(row ?? text, only.file, only.line);
  });
}

/**
 * The records of a JSONL file, a JSON array or a single JSON object, which may hold a list of them; blank lines, CRLF and
 * a byte order mark are fine.
 *
 * @throws DatasetError `file-empty`, `file-json` or `file-encoding`, with the line.
 */
export function jsonRecords(bytes: Uint8Array, file: string): RawRecord[] {
  return unwrapped(recordsOf(bytes, file));
}

function recordsOf(bytes: Uint8Array, file: string): RawRecord[] {
  const lines = linesOf(bytes, file);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0)
    throw new DatasetError('file-empty', { file }, 'is empty', { hint: 'Name a file that holds records.' });

  const opening = lines[first]?.trim() ?? '';
  if (opening.startsWith('['))
    return arrayElements(lines, file).map(({ text, line }) => parseJsonObject(text, file, line));
  if (opening === '{') {
    const whole = lines.join('\n');
    if (isJsonObject(whole)) return [parseJsonObject(whole, file, first + 1)];
  }
  return lines.flatMap((text, at) => (text.trim() === '' ? [] : [parseJsonObject(text, file, at + 1)]));
}
