import type { Span } from '../../src/core/span.ts';

/** The first line of a statement of Python that stands without a fence: a name is called, or assigned to. */
const OPENING =
  /^[^\S\n]*(?:(?:if|elif|while|raise|return|assert|del|yield|await|not|for|in)[^\S\n]+|[A-Za-z_][\w.]*(?:\[[^\]\n]{0,40}\])?[^\S\n]*[-+*/]?=[^\S\n]*){0,3}(?:[A-Za-z_][\w.]*[([{]|(?<==[^\S\n]?)[([{])/;

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Characters of one statement, at most; what is longer is not a statement of a prompt. */
const LONGEST_STATEMENT = 1_500;

/**
 * Where a statement that begins on `line` and goes on over further lines ends: behind the line on which its last
 * bracket closes. Null where the line is none, or closes what it opens.
 */
export function openStatementEnd(text: string, line: Span, limit: number): number | null {
  if (!OPENING.test(text.slice(line.start, Math.min(line.end, line.start + 200)))) return null;
  const open: string[] = [];
  let quote = '';
  const last = Math.min(limit, line.start + LONGEST_STATEMENT);
  for (let at = line.start; at < last; at++) {
    const sign = text[at] as string;
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote || sign === '\n') quote = '';
    } else if (sign === '"' || sign === "'") {
      quote = sign;
    } else if (CLOSING[sign] !== undefined) {
      open.push(CLOSING[sign] as string);
    } else if (sign === ')' || sign === ']' || sign === '}') {
      if (open.pop() !== sign) return null;
    } else if (sign === '\n' && (open.length === 0 || text[at + 1] === '\n')) {
      return open.length === 0 && at >= line.end ? at + 1 : null;
    }
  }
  return open.length === 0 && last === limit && last > line.end ? last : null;
}
