/** What stands around JSON values. */
const SPACE = /\s/;

/** Where the JSON value that starts at `from` ends; `text` is valid JSON. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = endOfText(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (char === '[' || char === '{') depth++;
    else if (char === ']' || char === '}') {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (char === ',' || SPACE.test(char as string))) return at;
  }
  return text.length;
}

function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The values of a JSON list or object as they are written: what a number was, `1` or `1.0`, is still to be seen. */
function* valuesOf(text: string): Iterable<{ readonly key: string | null; readonly source: string }> {
  const isObject = text.trimStart().startsWith('{');
  let at = text.search(/[[{]/) + 1;
  const skip = (): string | undefined => {
    while (at < text.length && (SPACE.test(text[at] as string) || text[at] === ',' || text[at] === ':')) at++;
    return text[at];
  };
  for (let char = skip(); char !== undefined && char !== ']' && char !== '}'; char = skip()) {
    let key: string | null = null;
    if (isObject) {
      const end = endOfText(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      at = end;
      skip();
    }
    const end = endOfValue(text, at);
    yield { key, source: text.slice(at, end) };
    at = end;
  }
}

/** The fields of a JSON object as they are written in `text`, which must be valid JSON; the last of equal names counts. */
export function fieldSources(text: string): Map<string, string> {
  return new Map([...valuesOf(text)].map(({ key, source }) => [key ?? '', source]));
}

/** The elements of a JSON list as they are written in `text`, which must be valid JSON. */
export function elementSources(text: string): string[] {
  return [...valuesOf(text)].map(({ source }) => source);
}
