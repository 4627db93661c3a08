const ESCAPE = String.fromCharCode(27);
/**
 * Erasing the line is how progress is shown, and only at the start of what is written. The rest are exactly the styles that
 * our screens use (reset, bold, dim, red, green, yellow and their ends): concealed text, or text in the colour of its
 * background, would hide lines of a program from whoever reads it before it is applied.
 */
const OURS = new RegExp(`^\\r${ESCAPE}\\[K|${ESCAPE}\\[(?:0|1|2|22|31|32|33|39)m`, 'g');
/** Control characters but for tab and line feed, and those that turn the direction of text. */
const STEERING = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text for a terminal: whatever a model, a data set or a program wrote, nothing in it moves the cursor, renames the window
 * or writes to the clipboard. An allow-list of our own sequences; any other control character is shown as `?`.
 */
export function terminalText(text: string): string {
  const withoutReturns = text.replace(/\r\n/g, '\n');
  let shown = '';
  let at = 0;
  for (const { 0: sequence, index } of withoutReturns.matchAll(OURS)) {
    shown += withoutReturns.slice(at, index).replace(STEERING, '?') + sequence;
    at = index + sequence.length;
  }
  return shown + withoutReturns.slice(at).replace(STEERING, '?');
}
