/** Characters that turn the direction of the text behind them: a figure could be read as another row's, a name as another. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text in which what would turn its direction is seen. */
export function unturned(text: string): string {
  return text.replace(TURNING, '\ufffd');
}
