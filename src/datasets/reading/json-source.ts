import { endOfElement } from './json-array.ts';

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
export function fieldSources(text: string): Map<string, string> {
  return new Map([...valuesOf(text)].map(({ key, source }) => [key, source]));
}

/** The elements of a JSON list as they are written in `text`, which must be valid JSON. */
export function elementSources(text: string): string[] {
  return [...valuesOf(text)].map(({ source }) => source);
}
