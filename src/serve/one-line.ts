const MOST = 300;
/** Ends of lines, other control characters, and those that turn the direction of text. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Words of a program or a test within an answer that is read line by line: nothing in them begins a line, as if the answer
 * itself said it. At most 300 characters.
 */
export function oneLine(words: string): string {
  const shown = words.replace(STEERING, (sign) => SHORT[sign] ?? `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
  return shown.length > MOST ? `${shown.slice(0, MOST - 1)}…` : shown;
}
