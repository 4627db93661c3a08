/** Characters that change the direction of the following text: a figure could be read as another row's. */
const TURNING = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const TURNS = new RegExp(`[${TURNING}]`, 'g');
/** Text that controls a terminal: control characters except tab and line feed, and direction marks. */
const STEERS_TERMINAL = new RegExp(`(?![\\t\\n])\\p{Cc}|[${TURNING}]`, 'gu');
/**
 * Characters that a line reader would interpret: ends of lines, other control characters, and invisible ones (direction
 * marks, characters without width, tags), which a language model reads.
 */
const STEERS_LINES = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Makes direction marks visible in a page's text. */
export function escapeBidi(text: string): string {
  return text.replace(TURNS, '\ufffd');
}

const ESCAPE = String.fromCharCode(27);
/**
 * Escape sequences of our own screens: erasing the line for progress, only at the start of a text, and exactly our
 * styles (reset, bold, dim, red, green, yellow and their ends). Concealed text, or text in the colour of its
 * background, would hide lines of a program from a reader before it is applied.
 */
const OURS = new RegExp(`^\\r${ESCAPE}\\[K|${ESCAPE}\\[(?:0|1|2|22|31|32|33|39)m`, 'g');

/**
 * Text for a terminal: whatever a model, a data set or a program wrote, nothing in it moves the cursor, renames the window
 * or writes to the clipboard. An allow-list of our own sequences; any other control character is shown as `?`.
 */
export function terminalText(text: string): string {
  const withoutReturns = text.replace(/\r\n/g, '\n');
  let shown = '';
  let at = 0;
  for (const { 0: sequence, index } of withoutReturns.matchAll(OURS)) {
    shown += withoutReturns.slice(at, index).replace(STEERS_TERMINAL, '?') + sequence;
    at = index + sequence.length;
  }
  return shown + withoutReturns.slice(at).replace(STEERS_TERMINAL, '?');
}

/** Characters of the longest line. */
const MOST = 300;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Words of a program or a test within an answer that is read line by line: nothing in them begins a line, as if the answer
 * itself said it. At most 300 characters.
 */
export function oneLine(words: string): string {
  const shown = words.replace(STEERS_LINES, (sign) => SHORT[sign] ?? `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
  return shown.length > MOST ? `${shown.slice(0, MOST - 1)}…` : shown;
}
