const ESCAPE = String.fromCharCode(27);
/**
 * Erasing the line is how progress is shown, and only at the start of what is written; the rest is bold, dim and the three
 * colours of ours: none that hides what a program holds, or changes what lies behind it.
 */
const OURS = new RegExp(`^\\r${ESCAPE}\\[K|${ESCAPE}\\[(?:1|2|22|31|32|33|39)m`, 'g');
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
