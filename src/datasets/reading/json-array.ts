import { DatasetError } from '../../core/errors.ts';

/** One element of a JSON array as spelled in the file. */
export interface ArrayElement {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

function malformed(file: string, line: number, problem: string): DatasetError {
  return new DatasetError('file-json', { file, line }, problem, { hint: 'Correct the JSON of this file.' });
}

/** The end of the JSON value at `from`: after its last bracket, or before the next comma or bracket. */
export function endOfElement(text: string, from: number): number {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') {
      inString = true;
    } else if (char === '[' || char === '{') {
      depth++;
    } else if (char === ']' || char === '}') {
      if (depth === 0) return at;
      depth--;
    } else if (char === ',' && depth === 0) {
      return at;
    }
  }
  return text.length;
}

/**
 * The elements of the array that `lines` spell, unparsed, so that each can be parsed with its own line number.
 *
 * @throws DatasetError `file-json` where brackets or commas are wrong, `file-empty` for an array without elements.
 */
export function arrayElements(lines: readonly string[], file: string): ArrayElement[] {
  const text = lines.join('\n');
  const elements: ArrayElement[] = [];
  let line = 1;
  let at = 0;
  const moveTo = (to: number) => {
    for (; at < to; at++) if (text[at] === '\n') line++;
  };
  const skipSpace = () => {
    let to = at;
    while (/\s/.test(text[to] ?? '')) to++;
    moveTo(to);
  };
  skipSpace();
  moveTo(at + 1);
  skipSpace();
  while (text[at] !== ']') {
    const end = endOfElement(text, at);
    if (end === at) throw malformed(file, line, 'holds an empty place in its list');
    elements.push({ text: text.slice(at, end), line });
    moveTo(end);
    if (text[at] === ',') {
      moveTo(at + 1);
      skipSpace();
      if (text[at] === ']') throw malformed(file, line, 'has a comma after the last record');
    } else if (text[at] !== ']') {
      throw malformed(file, elements.at(-1)?.line ?? line, 'starts a record that never ends');
    }
  }
  moveTo(at + 1);
  skipSpace();
  if (at < text.length) throw malformed(file, line, 'goes on after the end of its list');
  if (elements.length === 0) {
    throw new DatasetError('file-empty', { file }, 'is an empty list', { hint: 'Name a file that holds records.' });
  }
  return elements;
}
