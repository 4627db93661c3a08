import type { Span } from '../../core/span.ts';

/** Fewer lines cost nothing worth saving, and no program has more. */
const SHORTEST_RUN = 32;

/**
 * Long runs of lines that hold nothing but a backslash, without the first line of each.
 *
 * The grammar's scanner begins such a run again at each of its lines, which costs the square of its length.
 */
export function longContinuationRuns(text: string): Span[] {
  const runs: Span[] = [];
  if (!text.includes('\\\n')) return runs;
  let start = -1;
  let count = 0;
  const close = (end: number) => {
    if (count > SHORTEST_RUN) runs.push({ start, end });
    count = 0;
  };
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    let from = at;
    while (from < end && (text[from] === ' ' || text[from] === '\t')) from++;
    if (newline >= 0 && from === end - 1 && text[from] === '\\') {
      count++;
      if (count === 1) start = newline + 1;
    } else close(at);
    at = end + 1;
  }
  close(text.length);
  return runs;
}
