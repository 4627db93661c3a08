import type { Span } from '../../core/span.ts';

/** A comment line, and those below it with at least its indentation. */
export interface CommentRun {
  /** Where the first comment starts; it stays in the text. */
  readonly head: number;
  /** The comments below it, without their line ends. */
  readonly rest: readonly Span[];
}

/** Shorter runs cost nothing worth saving. */
const SHORTEST_RUN = 32;

/** Columns as the grammar's scanner counts them. */
const TAB = 8;

/**
 * The long runs of comment lines. A line inside a string that looks like a comment counts as one; a line with three
 * quotes in a row belongs to no run, since it could end a string.
 *
 * Before every comment in an indented block the grammar's scanner reads on to the next statement, to see whether the
 * block ends there; thousands of comments in a row cost the square of their length. It compares only the indentation of
 * its comment with that of the statement, so a comment with at least the indentation of an earlier one of its run is a
 * sibling of it.
 */
export function longCommentRuns(text: string): CommentRun[] {
  const runs: CommentRun[] = [];
  let run: { head: number; column: number; rest: Span[] } | null = null;
  const close = () => {
    if (run && run.rest.length >= SHORTEST_RUN) runs.push({ head: run.head, rest: run.rest });
    run = null;
  };
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    let start = at;
    let column = 0;
    for (; text[start] === ' ' || text[start] === '\t'; start++) column += text[start] === ' ' ? 1 : TAB;
    if (start < end && text[start] === '#' && !/"""|'''/.test(text.slice(start, end))) {
      if (run && column >= run.column) run.rest.push({ start, end });
      else {
        close();
        run = { head: start, column, rest: [] };
      }
    } else if (start < end && text.slice(start, end) !== '\r') close();
    at = end + 1;
  }
  close();
  return runs;
}

/** The text with blanks for all but the first comment of each run; every other character keeps its place. */
export function withoutRunRests(text: string, runs: readonly CommentRun[]): string {
  return blanked(
    text,
    runs.flatMap(({ rest }) => rest),
  );
}

/** The text with blanks in the place of the spans, which are in order. */
export function blanked(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start), ' '.repeat(end - start));
    at = end;
  }
  return parts.join('') + text.slice(at);
}
