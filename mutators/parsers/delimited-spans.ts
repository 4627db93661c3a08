import type { ProseToken } from './prose-tokens.ts';
import { looksLikeIdentifier } from './word-lists.ts';

/** A protected run of tokens that starts at a known one; `next` is the index after it. */
export interface Delimited<Kind extends string> {
  readonly kind: Kind;
  readonly next: number;
}

type Kind = 'quote' | 'math' | 'url' | 'identifier' | 'expression';

/** No opening sign looks further than this for its closing one, which keeps the scan linear. */
const REACH = 160;

/** Brackets nested deeper than this are not taken for an expression of a prompt. */
const DEEPEST = 8;

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’', '«': '»' };

/** Backticks, quotes, LaTeX, roles, URLs, bracketed literals, dotted names and calls that open at token `at`. */
export function delimitedAt(text: string, tokens: readonly ProseToken[], at: number): Delimited<Kind> | null {
  const token = tokens[at] as ProseToken;
  if (token.kind === 'space') return null;
  if (token.kind === 'word') return urlAt(tokens, at) ?? dottedOrCall(tokens, at);
  switch (token.text) {
    case '`':
      return backticks(tokens, at);
    case '$':
      return dollars(tokens, at);
    case '\\':
      return latex(tokens, at);
    case ':':
      return role(tokens, at);
    case '(':
    case '[':
    case '{':
      return bracket(tokens, at);
    case '.':
      return hiddenName(tokens, at);
    default:
      return quoted(text, tokens, at);
  }
}

function runLength(tokens: readonly ProseToken[], at: number, sign: string): number {
  let length = 0;
  while (tokens[at + length]?.text === sign) length += 1;
  return length;
}

const isBlankLine = (token: ProseToken) => token.kind === 'space' && /\n\s*\n/.test(token.text);

function backticks(tokens: readonly ProseToken[], at: number): Delimited<Kind> {
  const run = runLength(tokens, at, '`');
  for (let i = at + run; i < Math.min(tokens.length, at + REACH); i++) {
    if (isBlankLine(tokens[i] as ProseToken)) break;
    const closing = runLength(tokens, i, '`');
    if (closing >= run) return { kind: 'quote', next: i + closing };
    i += closing;
  }
  return { kind: 'quote', next: at + run };
}

function dollars(tokens: readonly ProseToken[], at: number): Delimited<Kind> {
  const run = runLength(tokens, at, '$');
  for (let i = at + run; i < Math.min(tokens.length, at + REACH); i++) {
    if (isBlankLine(tokens[i] as ProseToken)) break;
    if (tokens[i]?.text === '$') return { kind: 'math', next: i + Math.min(run, runLength(tokens, i, '$')) };
  }
  return { kind: 'math', next: at + run };
}

function latex(tokens: readonly ProseToken[], at: number): Delimited<Kind> {
  let next = at + (tokens[at + 1] && tokens[at + 1]?.kind !== 'space' ? 2 : 1);
  while (/^[{[_^(]$/.test(tokens[next]?.text ?? '')) {
    const close = matching(tokens, next);
    if (close === null) return { kind: 'math', next: next + 1 };
    next = close + 1;
  }
  return { kind: 'math', next };
}

/** `:math:` and its like, followed by backticks. */
function role(tokens: readonly ProseToken[], at: number): Delimited<Kind> | null {
  if (tokens[at + 1]?.kind !== 'word') return null;
  let colon = at + 2;
  while (/^[:]$/.test(tokens[colon]?.text ?? '') && tokens[colon + 1]?.kind === 'word') colon += 2;
  if (tokens[colon]?.text !== ':' || tokens[colon + 1]?.text !== '`') return null;
  return { kind: 'math', next: backticks(tokens, colon + 1).next };
}

function quoted(text: string, tokens: readonly ProseToken[], at: number): Delimited<Kind> | null {
  const opening = tokens[at] as ProseToken;
  const closing = QUOTES[opening.text];
  if (closing === undefined) return null;
  const before = text[opening.start - 1];
  if (before !== undefined && /[\p{L}\p{N}]/u.test(before)) return null;
  const run = runLength(tokens, at, opening.text);
  if (run >= 2) return { kind: 'quote', next: at + run };
  for (let i = at + 1; i < Math.min(tokens.length, at + REACH); i++) {
    const token = tokens[i] as ProseToken;
    if (isBlankLine(token)) return null;
    const after = text[token.end];
    if (token.text === closing && (after === undefined || !/[\p{L}\p{N}]/u.test(after)))
      return { kind: 'quote', next: i + 1 };
  }
  return null;
}

/** The index of the bracket that closes the one at `at`, or null within reach. */
function matching(tokens: readonly ProseToken[], at: number): number | null {
  const stack: string[] = [];
  for (let i = at; i < Math.min(tokens.length, at + REACH); i++) {
    const token = tokens[i] as ProseToken;
    if (isBlankLine(token)) return null;
    const closing = CLOSING[token.text];
    if (closing !== undefined) {
      if (stack.length === DEEPEST) return null;
      stack.push(closing);
    } else if (token.text === stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) return i;
    }
  }
  return null;
}

/** A group without any English word: a tuple, a shape, a range, a call's arguments. Braces always. */
function bracket(tokens: readonly ProseToken[], at: number): Delimited<Kind> | null {
  const close = matching(tokens, at);
  if (close === null) return null;
  const inner = tokens.slice(at + 1, close);
  const words = inner.filter(({ kind }) => kind === 'word');
  const literal = words.length > 0 && (words.every(({ text }) => isLiteralWord(text)) || isMixedTuple(inner, words));
  const signsOnly = words.length === 0 && inner.some(({ kind }) => kind === 'symbol');
  return literal || signsOnly || tokens[at]?.text === '{' || inner.length === 0
    ? { kind: 'expression', next: close + 1 }
    : null;
}

/** "(minibatch, 4, 4)": one word per element, and at least one of them a literal. */
function isMixedTuple(inner: readonly ProseToken[], words: readonly ProseToken[]): boolean {
  const commas = inner.filter(({ text }) => text === ',').length;
  const plain = inner.every(({ kind, text }) => kind !== 'symbol' || text === ',');
  return (
    plain && commas > 0 && words.length === commas + 1 && words.some(({ text }) => isLiteralWord(text) && text !== 'a')
  );
}

function isLiteralWord(word: string): boolean {
  return (
    /^[\d_]/.test(word) ||
    looksLikeIdentifier(word) ||
    /^(?:True|False|None|a|A)$/.test(word) ||
    /^\p{Lu}{2,}$/u.test(word)
  );
}

function urlAt(tokens: readonly ProseToken[], at: number): Delimited<Kind> | null {
  const word = (tokens[at] as ProseToken).text;
  const scheme = /^(?:https?|ftp|file)$/i.test(word) && tokens[at + 1]?.text === ':' && tokens[at + 2]?.text === '/';
  if (!scheme && !(word === 'www' && tokens[at + 1]?.text === '.')) return null;
  let next = at + 1;
  while (next < tokens.length && tokens[next]?.kind !== 'space') next += 1;
  while (/^[.,;:)\]!?"']$/.test(tokens[next - 1]?.text ?? '')) next -= 1;
  return { kind: 'url', next };
}

/** `np.array`, `torch.rand(2, 3)`, `f(x)`; no abbreviation such as "e.g." and no plural such as "value(s)". */
function dottedOrCall(tokens: readonly ProseToken[], at: number): Delimited<Kind> | null {
  let next = at + 1;
  while (tokens[next]?.text === '.' && tokens[next + 1]?.kind === 'word') next += 2;
  const dotted = next > at + 1;
  if (dotted && /^(?:e|i)$/i.test((tokens[at] as ProseToken).text)) return null;
  if (dotted && (tokens[next - 1]?.text ?? '') !== '' && /^\d/.test((tokens[at] as ProseToken).text)) return null;
  if (tokens[next]?.text === '(') {
    const close = matching(tokens, next);
    const plural = close === next + 2 && /^(?:s|es|ies)$/.test(tokens[next + 1]?.text ?? '');
    if (close !== null && !plural) return { kind: 'identifier', next: close + 1 };
  }
  if (dotted && /^\p{Lu}\p{Ll}+$/u.test((tokens[next - 1] as ProseToken).text) && next === at + 3) {
    return sentenceGap(tokens, at) ? null : { kind: 'identifier', next };
  }
  return dotted ? { kind: 'identifier', next } : null;
}

/** "list.The next": a full stop without its space rather than an attribute. */
function sentenceGap(tokens: readonly ProseToken[], at: number): boolean {
  return (
    /^\p{Ll}+$/u.test((tokens[at] as ProseToken).text) &&
    /^(?:The|It|If|This|A|An|For|In|Return|Returns|You|Note|Each|When)$/.test(tokens[at + 2]?.text ?? '')
  );
}

/** `.shape`, `.txt`: a name that starts with its dot. */
function hiddenName(tokens: readonly ProseToken[], at: number): Delimited<Kind> | null {
  const before = tokens[at - 1];
  if (tokens[at + 1]?.kind !== 'word' || (before !== undefined && before.kind === 'word')) return null;
  if (before?.kind === 'symbol' && !/^[("'`[*]$/.test(before.text)) return null;
  return { kind: 'identifier', next: at + 2 };
}
