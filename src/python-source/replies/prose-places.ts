/** How far back on its line a place is looked at: lines of hostile texts are long. */
const LINE_CHARACTERS = 300;

const FENCE_LINE = /^[ \t]*(?:```|~~~)/;

const isWord = (sign: string | undefined): boolean => sign !== undefined && /\w/.test(sign);

/** Whether a string or a span of code is open at the end of a piece of a line; apostrophes within words open none. */
function opensString(before: string): boolean {
  const open = { '"': false, '`': false, "'": false };
  for (let at = 0; at < before.length; at++) {
    const sign = before[at];
    if (sign === '"' || sign === '`') open[sign] = !open[sign];
    else if (sign === "'" && !(isWord(before[at - 1]) && isWord(before[at + 1]))) open[sign] = !open[sign];
  }
  return open['"'] || open['`'] || open["'"];
}

/** Whether a mark at `index` is no part of a string, a span of code or a comment on its own line. */
export function standsFree(text: string, index: number, end: number): boolean {
  const before = text.slice(Math.max(0, index - LINE_CHARACTERS), index);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return !/["'`]/.test(text[end] ?? '') && !opensString(line) && !/^\s*#\s/.test(line);
}

/** Which places of a text are running text: outside of fences and of texts in triple quotes. */
export class RunningText {
  #at = 0;
  #lineEnd: number;
  #fenced = false;
  #quote: string | null = null;

  constructor(private readonly text: string) {
    this.#lineEnd = text.indexOf('\n');
  }

  /** For places in ascending order. */
  holds(index: number): boolean {
    while (this.#lineEnd >= 0 && this.#lineEnd < index) {
      const line = this.text.slice(this.#at, this.#lineEnd);
      if (this.#quote === null && FENCE_LINE.test(line)) this.#fenced = !this.#fenced;
      this.#quote = openTripleQuote(line, this.#quote);
      this.#at = this.#lineEnd + 1;
      this.#lineEnd = this.text.indexOf('\n', this.#at);
    }
    return !this.#fenced && this.#quote === null;
  }

  /** Forgets open brackets and strings. */
  restartAt(index: number): void {
    this.#at = index;
    if (this.#lineEnd >= 0 && this.#lineEnd < index) this.#lineEnd = this.text.indexOf('\n', index);
    this.#fenced = false;
    this.#quote = null;
  }
}

/** The triple quote that is open after a line, where `open` was before it. */
export function openTripleQuote(line: string, open: string | null): string | null {
  for (const [quote] of line.matchAll(/"""|'''/g)) {
    if (open === null) open = quote;
    else if (open === quote) open = null;
  }
  return open;
}
