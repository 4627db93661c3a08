import { DatasetError } from '../../core/errors.ts';
import { emptyFile } from './read-file.ts';

/** The end of the JSON value at `from`: after its last bracket, or before the next comma or bracket. */
function endOfElement(text: string, from: number): number {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '[' || char === '{') depth++;
    else if (char === ']' || char === '}' || char === ',') {
      if (depth === 0) return at;
      if (char !== ',') depth--;
    }
  }
  return text.length;
}

const BLANKS = /\s*/y;

/** The elements of a JSON list as spelled, unparsed, each with its line. @throws DatasetError */
export function arrayElements(text: string, file: string) {
  const elements: { readonly text: string; readonly line: number }[] = [];
  let line = 1;
  let at = 0;
  const skip = (to: number) => {
    BLANKS.lastIndex = to;
    const end = to + (BLANKS.exec(text)?.[0].length ?? 0);
    for (; at < end; at++) if (text[at] === '\n') line++;
  };
  const wrong = (problem: string, place = line) =>
    new DatasetError('file-json', { file, line: place }, problem, { hint: 'Correct the JSON of this file.' });
  skip(0);
  skip(at + 1);
  while (text[at] !== ']') {
    const end = endOfElement(text, at);
    const own = line;
    if (end === at) throw wrong('holds an empty place in its list');
    elements.push({ text: text.slice(at, end), line });
    skip(end);
    if (text[at] === ',') {
      skip(at + 1);
      if (text[at] === ']') throw wrong('has a comma after the last record');
    } else if (text[at] !== ']') throw wrong('starts a record that never ends', own);
  }
  skip(at + 1);
  if (at < text.length) throw wrong('goes on after the end of its list');
  if (elements.length === 0) throw emptyFile(file, 'is an empty list');
  return elements;
}

const BETWEEN = /[\s,:]*/y;

/** The values of a JSON list or object as spelled, so that `1` and `1.0` stay distinct. */
function* valuesOf(text: string): Iterable<{ readonly key: string; readonly source: string }> {
  const isObject = text.trimStart().startsWith('{');
  let at = text.search(/[[{]/) + 1;
  const skip = () => {
    BETWEEN.lastIndex = at;
    at += BETWEEN.exec(text)?.[0].length ?? 0;
  };
  for (skip(); at < text.length && !']}'.includes(text[at] as string); skip()) {
    const from = at;
    if (isObject) {
      at++;
      while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      at++;
    }
    const key = isObject ? (JSON.parse(text.slice(from, at)) as string) : '';
    skip();
    const start = at;
    at = endOfElement(text, start);
    yield { key, source: text.slice(start, at).trimEnd() };
  }
}

/** The fields of a JSON object as they are written in `text`, which must be valid JSON; the last of equal names counts. */
export const fieldSources = (text: string): Map<string, string> =>
  new Map([...valuesOf(text)].map(({ key, source }) => [key, source]));

/** The elements of a JSON list as they are written in `text`, which must be valid JSON. */
export const elementSources = (text: string): string[] => [...valuesOf(text)].map(({ source }) => source);

/** Strings of a JSON text, and its numbers, those included that Python writes and JSON does not know. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|-?\b(?:NaN|Infinity)\b/gs;
/** Stands before a number that is kept as text; no JSON text holds it as such. */
const MARK = '\u0000';
const MARKED = /"\\u0000([^"]*)"/g;

/** JSON whose numbers stay as spelled, so that neither 2.0 nor a large integer changes. @throws SyntaxError */
export function parseSpelled(text: string): unknown {
  return JSON.parse(text.replace(TOKENS, (token) => (token.startsWith('"') ? token : JSON.stringify(MARK + token))));
}

/** The JSON of a value of `parseSpelled`, numbers as they were spelled. */
export const spellJson = (value: unknown): string => JSON.stringify(value).replace(MARKED, '$1');

/**
 * One line of JSON of a changed record, in which every unchanged field keeps the file's spelling: JSON in JavaScript
 * has neither `1.0` nor integers of twenty digits, and a harness in Python does.
 *
 * @param source JSON text of `original`
 */
export function respell(
  source: string,
  original: Readonly<Record<string, unknown>>,
  changed: Readonly<Record<string, unknown>>,
): string {
  const spelled = fieldSources(source);
  const fields = Object.entries(changed).flatMap(([name, value]) => {
    if (value === undefined) return [];
    // Line ends in JSON occur between values only: those in texts are escaped.
    const same = value === original[name] ? spelled.get(name)?.replace(/[\r\n]+\s*/g, ' ') : undefined;
    return [`${JSON.stringify(name)}: ${same ?? JSON.stringify(value)}`];
  });
  return `{${fields.join(', ')}}`;
}
