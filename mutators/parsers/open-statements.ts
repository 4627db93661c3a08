import type { Span } from '../../src/core/text.ts';

/** The first line of an unfenced Python statement: a call or an assignment. */
const OPENING =
  /^[^\S\n]*(?:(?:if|elif|while|raise|return|assert|del|yield|await|not|for|in)[^\S\n]+|[A-Za-z_][\w.]*(?:\[[^\]\n]{0,40}\])?[^\S\n]*[-+*/]?=[^\S\n]*){0,3}(?:[A-Za-z_][\w.]*[([{]|(?<==[^\S\n]?)[([{])/;

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Longest statement of a prompt in characters. */
const LONGEST_STATEMENT = 1_500;

/**
 * The end of a statement that begins on `line` and spans further lines: after the line on which its last bracket
 * closes. Null if the line is no statement, or closes its own brackets.
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
