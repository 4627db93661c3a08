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
export function spellJson(value: unknown): string {
  return JSON.stringify(value).replace(MARKED, '$1');
}
