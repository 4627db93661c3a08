/** Characters that turn the direction of the text behind them: a figure could be read as another row's, a name as another. */
const TURNING = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const TURNS = new RegExp(`[${TURNING}]`, 'g');
/** What steers a terminal: control characters but for tab and line feed, and what turns text. */
const STEERS_TERMINAL = new RegExp(`(?![\\t\\n])\\p{Cc}|[${TURNING}]`, 'gu');
/**
 * What a reader of lines takes for more than words: ends of lines, other control characters, and what nobody sees (what turns
 * text, characters without width, tags), which a language model reads.
 */
const STEERS_LINES = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text for a page, in which what would turn its direction is seen. */
export function escapeBidi(text: string): string {
  return text.replace(TURNS, '\ufffd');
}

const ESCAPE = String.fromCharCode(27);
/**
 * Erasing the line is how progress is shown, and only at the start of what is written. The rest are exactly the styles that
 * our screens use (reset, bold, dim, red, green, yellow and their ends): concealed text, or text in the colour of its
 * background, would hide lines of a program from whoever reads it before it is applied.
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
