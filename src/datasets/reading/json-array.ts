import { DatasetError } from '../../core/errors.ts';

/** One element of a JSON array as spelled in the file. */
export interface ArrayElement {
  readonly text: string;
  /** From 1. */
  readonly line: number;
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

const BEFORE_ELEMENT = /\s*[[,]\s*/y;

/**
 * The elements of the array that `lines` spell, unparsed, so that each can be parsed with its own line number.
 *
 * @throws DatasetError `file-json` where the list does not end, or not at the end; `file-empty` for one without elements
 */
export function arrayElements(lines: readonly string[], file: string): ArrayElement[] {
  const text = lines.join('\n');
  const elements: ArrayElement[] = [];
  let line = 1;
  let at = 0;
  const moveTo = (to: number) => {
    for (; at < to; at++) if (text[at] === '\n') line++;
  };
  for (;;) {
    BEFORE_ELEMENT.lastIndex = at;
    const gap = BEFORE_ELEMENT.exec(text)?.[0];
    if (gap === undefined) break;
    moveTo(at + gap.length);
    if (text[at] === ']') break;
    const end = endOfElement(text, at);
    elements.push({ text: text.slice(at, end), line });
    moveTo(end);
  }
  if (!/^\s*\]\s*$/.test(text.slice(at))) {
    throw new DatasetError('file-json', { file, line: elements.at(-1)?.line ?? 1 }, 'is not a list to its end', {
      hint: 'Correct the JSON of this file.',
    });
  }
  if (elements.length === 0) {
    throw new DatasetError('file-empty', { file }, 'is an empty list', { hint: 'Name a file that holds records.' });
  }
  return elements;
}
