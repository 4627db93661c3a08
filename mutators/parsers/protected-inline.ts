import type { Span } from '../../src/core/text.ts';
import { type Delimited, delimitedAt } from './delimited-spans.ts';
import { namedWords } from './named-things.ts';
import { type ProseToken, tokenizeProse } from './prose-tokens.ts';
import { CODE_WORDS, looksLikeIdentifier, NUMBER_WORDS, OPERATOR_WORDS } from './word-lists.ts';

export type ProtectedKind =
  | 'quote'
  | 'math'
  | 'url'
  | 'number'
  | 'identifier'
  | 'name'
  | 'expression'
  | 'label'
  | 'operator'
  | 'number-word';

type Found = Span & { kind: ProtectedKind };

const HARD: ReadonlySet<ProtectedKind> = new Set(['quote', 'math', 'number', 'identifier', 'expression']);
const RELATION = /^[=<>≤≥≠≈≡∈→←⇒⇔:]$/u;
const ARITHMETIC = /^[-+*/^%|&~×÷·±∗√∑]$/u;

/** Protected spans of one stretch of running text; one pass to find them, one to join expressions. */
export function scanInline(text: string, part: Span, names: ReadonlySet<string>): Found[] {
  const tokens = tokenizeProse(text, part);
  const named = namedWords(tokens);
  const found: Found[] = [];
  for (let i = 0; i < tokens.length; ) {
    const label = lineLabel(tokens, i, text, part.start);
    const hit: Delimited<ProtectedKind> | null =
      label ?? delimitedAt(text, tokens, i) ?? wordAt(tokens, i, names, named);
    if (hit) {
      const first = tokens[i] as ProseToken;
      const last = tokens[hit.next - 1] as ProseToken;
      found.push({ start: first.start, end: last.end, kind: hit.kind });
      i = hit.next;
    } else {
      i += 1;
    }
  }
  return joinExpressions(tokens, found);
}

/** `- name (type):`, `Args:` or `:param x:` at the start of a line. */
function lineLabel(
  tokens: readonly ProseToken[],
  at: number,
  text: string,
  start: number,
): Delimited<ProtectedKind> | null {
  const token = tokens[at] as ProseToken;
  const before = tokens[at - 1];
  const opensPart = start === 0 || text[start - 1] === '\n';
  const opensLine =
    before === undefined
      ? opensPart
      : before.text.includes('\n') || isBullet(tokens, at - 2) || (at === 1 && before.kind === 'space' && opensPart);
  if (!opensLine || token.kind === 'space' || isBullet(tokens, at)) return null;
  const isRole = token.text === ':' && tokens[at + 1]?.kind === 'word';
  let words = 0;
  let depth = 0;
  for (let i = at; i < Math.min(tokens.length, at + 24); i++) {
    const { kind, text: piece } = tokens[i] as ProseToken;
    if (piece === '(' || piece === '[') depth += 1;
    else if (piece === ')' || piece === ']') depth -= 1;
    else if (piece === ':' && i > at && depth <= 0) {
      const after = tokens[i + 1];
      if (after !== undefined && after.kind !== 'space') continue;
      const capital = /^[\p{Lu}:`*]/u.test(token.text);
      if (tokens[i - 1]?.kind === 'space' && words <= 4) return { kind: 'label', next: i + 1 };
      if (isRole && words <= 4) return { kind: 'label', next: i + 1 };
      return words === 1 || (words <= 3 && capital && isHeading(tokens, i)) ? { kind: 'label', next: i + 1 } : null;
    } else if (piece.includes('\n') || (piece === '.' && !isRole)) return null;
    else if (kind === 'word' && depth === 0) words += 1;
  }
  return null;
}

/** Whether nothing follows the colon at `colon` on its line. */
function isHeading(tokens: readonly ProseToken[], colon: number): boolean {
  const after = tokens[colon + 1];
  return after === undefined || after.text.includes('\n') || tokens[colon + 2] === undefined;
}

function isBullet(tokens: readonly ProseToken[], at: number): boolean {
  const token = tokens[at];
  if (!token || !/^[-*+•–]$/.test(token.text)) return false;
  const before = tokens[at - 1];
  const opensLine = before === undefined || before.text.includes('\n') || (at === 1 && before.kind === 'space');
  return opensLine && tokens[at + 1]?.kind === 'space';
}

const one = (at: number, kind: ProtectedKind): Delimited<ProtectedKind> => ({ kind, next: at + 1 });

function wordAt(
  tokens: readonly ProseToken[],
  at: number,
  names: ReadonlySet<string>,
  named: ReadonlySet<number>,
): Delimited<ProtectedKind> | null {
  const { kind, text } = tokens[at] as ProseToken;
  if (kind !== 'word' || isPrefix(tokens, at)) return null;
  const bare = text.replace(/['’]\p{L}+$/u, '');
  if (/^\p{N}+$/u.test(bare)) return { kind: 'number', next: numberEnd(tokens, at) };
  if (/^(?:\d+(?:st|nd|rd|th)|[a-zA-Z]th)$/.test(bare)) return one(at, 'number');
  if (names.has(bare)) return one(at, looksLikeIdentifier(bare) ? 'identifier' : 'name');
  if (looksLikeIdentifier(bare) || CODE_WORDS.has(bare)) return one(at, 'identifier');
  if (/^(?:True|False|None|NaN)$/.test(bare) || /^\p{Lu}{2,}s?$/u.test(bare)) {
    return OPERATOR_WORDS.has(bare.toLowerCase()) ? one(at, 'operator') : one(at, 'identifier');
  }
  if (named.has(at)) return one(at, 'name');
  if (isLiteralArticle(tokens, at)) return one(at, 'identifier');
  const lower = bare.toLowerCase();
  if (NUMBER_WORDS.has(lower)) return one(at, 'number-word');
  if (/^(?:lower|upper)$/.test(lower) && /^case/i.test(tokens[at + 2]?.text ?? '')) return null;
  return OPERATOR_WORDS.has(lower) ? one(at, 'operator') : null;
}

/** "self-contained", "re-encode": a prefix of an English word, whatever else is called so. */
function isPrefix(tokens: readonly ProseToken[], at: number): boolean {
  if (!/^(?:self|re|co|bi|tri)$/i.test((tokens[at] as ProseToken).text) || tokens[at + 1]?.text !== '-') return false;
  return /^(?:\p{Ll}{4,}|\p{Lu}{4,})$/u.test(tokens[at + 2]?.text ?? '');
}

/** A number continues over `.5`, `,000`, `%` and a closing unit such as `px`. */
function numberEnd(tokens: readonly ProseToken[], at: number): number {
  let next = at + 1;
  while (/^[.,]$/.test(tokens[next]?.text ?? '') && /^\d/.test(tokens[next + 1]?.text ?? '')) next += 2;
  if (/^[%°]$/.test(tokens[next]?.text ?? '')) next += 1;
  return next;
}

/** "an a followed by", "the letter a", "a and b": the letter, not the article. */
function isLiteralArticle(tokens: readonly ProseToken[], at: number): boolean {
  const { text } = tokens[at] as ProseToken;
  if (!/^[aAI]$/.test(text)) return false;
  const before = (tokens[at - 2]?.text ?? '').toLowerCase();
  const after = (tokens[at + 2]?.text ?? '').toLowerCase();
  if (
    /^(?:an|a|letter|letters|character|characters|vowel|digit|by|variable|value)$/.test(before) &&
    text !== 'I' &&
    before !== 'by' &&
    before !== 'value'
  )
    return true;
  const joined = tokens[at + 1];
  if (joined !== undefined && joined.kind === 'symbol' && text !== 'I') return true;
  return text !== 'I' && /^(?:and|or|to|is|are|followed|if|in|equals|mod|modulo|from|by)$/.test(after);
}

/** Joins the operands of operator signs: `n + 1`, `k > i`, `a-z`, `-1`, `x =< 0`. */
function joinExpressions(tokens: readonly ProseToken[], found: readonly Found[]): Found[] {
  const result: Found[] = [];
  let nextFound = 0;
  let skipTo = -1;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as ProseToken;
    while (nextFound < found.length && (found[nextFound] as Found).end <= token.start) nextFound += 1;
    const inside = found[nextFound];
    if (inside && inside.start <= token.start && token.start < inside.end) {
      if (inside.start === token.start || result.at(-1) === undefined) push(result, inside);
      continue;
    }
    if (token.start < skipTo || token.kind !== 'symbol' || isBullet(tokens, i)) continue;
    const reach = operatorReach(tokens, i, found, nextFound, result);
    if (!reach) continue;
    push(result, { ...reach, kind: 'expression' });
    skipTo = reach.end;
  }
  return result;
}

/** Adds a span; one that overlaps the last is united with it, and the union is an expression. */
function push(result: Found[], span: Found): void {
  let united = span;
  for (let last = result.at(-1); last !== undefined && last.end > united.start; last = result.at(-1)) {
    if (last.start <= united.start && last.end >= united.end) return;
    result.pop();
    united = {
      start: Math.min(last.start, united.start),
      end: Math.max(last.end, united.end),
      kind: 'expression',
    };
  }
  result.push(united);
}

/** The operands of the sign at `at`; null if it is punctuation. */
function operatorReach(
  tokens: readonly ProseToken[],
  at: number,
  found: readonly Found[],
  nextFound: number,
  done: readonly Found[],
): Span | null {
  const token = tokens[at] as ProseToken;
  const sign = token.text;
  const spaceBefore = tokens[at - 1]?.kind === 'space';
  const spaceAfter = tokens[at + 1]?.kind === 'space';
  const left = tokens[spaceBefore ? at - 2 : at - 1];
  const right = tokens[spaceAfter ? at + 2 : at + 1];
  const leftSpan = done.at(-1);
  const rightSpan = found[nextFound];
  const leftHard = leftSpan !== undefined && left !== undefined && leftSpan.end === left.end && HARD.has(leftSpan.kind);
  const rightHard =
    rightSpan !== undefined && right !== undefined && rightSpan.start === right.start && HARD.has(rightSpan.kind);
  const reach = (takeLeft: boolean, takeRight: boolean): Span => ({
    start: takeLeft && left ? (leftHard ? leftSpan.start : left.start) : token.start,
    end: takeRight && right ? (rightHard ? rightSpan.end : right.end) : token.end,
  });
  const word = (side: ProseToken | undefined) => side?.kind === 'word';
  if (RELATION.test(sign)) {
    if (tokens[at - 2]?.text === '<' && sign === '>') return reach(true, false);
    if (sign === '<' && tokens[at + 2]?.text === '>') return reach(false, true);
    if (sign === ':') return leftHard && rightHard && !spaceBefore && !spaceAfter ? reach(true, true) : null;
    if (tokens[at - 1]?.text.includes('\n') || tokens[at + 1]?.text.includes('\n')) return reach(false, false);
    return reach(leftHard || word(left), rightHard || word(right));
  }
  if (sign === '!') return leftHard && !spaceBefore ? reach(true, false) : null;
  if (!ARITHMETIC.test(sign)) return null;
  const tight = !spaceBefore && !spaceAfter;
  if (sign === '-') {
    if (leftHard && rightHard && spaceBefore === spaceAfter) return reach(true, true);
    if (tight && (leftHard || rightHard) && word(left) && word(right)) return reach(true, true);
    return rightHard && !spaceAfter && /^\d/.test(right?.text ?? '') ? reach(false, true) : null;
  }
  const operand = (side: ProseToken | undefined, hard: boolean) =>
    hard || (side?.kind === 'word' && side.text.length <= 3);
  if (tight && (leftHard || word(left)) && (rightHard || word(right))) return reach(true, true);
  if (spaceBefore === spaceAfter && operand(left, leftHard) && operand(right, rightHard)) return reach(true, true);
  if (spaceBefore && spaceAfter && (leftHard || rightHard) && word(left) && word(right)) return reach(true, true);
  return reach(false, false);
}
