import { contains, type Prompt, type Span } from '../../src/core/text.ts';
import { protectedSpans } from './protected-spans.ts';
import { isWordSign, wholeWordStarts } from './whole-words.ts';
import { looksLikeIdentifier } from './word-lists.ts';

/** A whole-word occurrence of a name in a prompt. */
export interface NameOccurrence extends Span {
  /**
   * `mention`: it means the identifier. `word`: it may be an English word. `literal`: inside a quoted text.
   * `attribute`: after a dot. `math`: inside a formula in LaTeX. `code`: in code or a signature.
   */
  readonly role: 'mention' | 'word' | 'literal' | 'attribute' | 'math' | 'code';
}

const MENTION_BEFORE =
  /(?:\b(?:called|named|function|method|parameter|parameters|argument|arguments|variable|variables)\s+[`'"*]{0,3}|[`*]{1,3})$/i;

/**
 * Every whole-word, same-case occurrence of `name`, in order.
 *
 * @param unmistakable whether a bare occurrence in running text can only be the identifier.
 */
export function nameOccurrences(
  prompt: Prompt,
  entryPoint: string | null,
  name: string,
  unmistakable = looksLikeIdentifier(name),
): NameOccurrence[] {
  const { text } = prompt;
  const spans = protectedSpans(prompt, entryPoint);
  const found: NameOccurrence[] = [];
  let span = 0;
  let region = 0;
  for (const at of wholeWordStarts(text, name)) {
    const occurrence = { start: at, end: at + name.length };
    while (region < prompt.regions.length && (prompt.regions[region]?.end ?? 0) <= at) region += 1;
    while (span < spans.length && (spans[span]?.end ?? 0) <= at) span += 1;
    const kind = prompt.regions[region]?.kind ?? 'prose';
    if (kind === 'prose' && isEnding(text, at)) continue;
    const inside = spans[span] && contains(spans[span] as Span, occurrence) ? spans[span] : undefined;
    if (kind === 'code' || kind === 'signature') found.push({ ...occurrence, role: 'code' });
    else if (inside?.kind === 'math' || inside?.kind === 'url' || isInLatex(text, at, inside))
      found.push({ ...occurrence, role: 'math' });
    else if (text[at - 1] === '.' && isWordSign(text[at - 2])) found.push({ ...occurrence, role: 'attribute' });
    else if (isQuoted(text, occurrence, prompt.regions[region]?.start ?? 0, inside))
      found.push({ ...occurrence, role: 'literal' });
    else found.push({ ...occurrence, role: unmistakable || isMention(text, occurrence, inside) ? 'mention' : 'word' });
  }
  return found;
}

/** The "s" of "list's" and of "'0's", the "t" of "don't": no name, but the end of a word. */
function isEnding(text: string, at: number): boolean {
  return /['’]/.test(text[at - 1] ?? '') && isWordSign(text[at - 2]);
}

const LATEX = /\\[A-Za-z]{2,}|[\^_]\{/;

/** Whether an example's line is a formula in LaTeX, where a name of several signs would mean something else. */
function isInLatex(text: string, at: number, inside: { kind: string } | undefined): boolean {
  if (inside?.kind !== 'example') return false;
  return LATEX.test(lineOf(text, at)) || LATEX.test(text.slice(at, at + LONGEST_QUOTE).split('\n', 1)[0] as string);
}

/** Characters on either side of a name in which quotation marks can belong to it. */
const LONGEST_QUOTE = 400;

/** Whether quotation marks of a text (not backticks) hold the occurrence. */
function isQuoted(
  text: string,
  { start }: Span,
  regionStart: number,
  inside: (Span & { kind: string }) | undefined,
): boolean {
  const earliest = Math.max(start - LONGEST_QUOTE, regionStart, 0);
  const lineStart = earliest + text.slice(earliest, start).lastIndexOf('\n') + 1;
  const from = inside && inside.kind === 'quote' ? Math.min(inside.start, start) : lineStart;
  let open = '';
  for (let at = from; at < start; at++) {
    const sign = text[at] as string;
    if (sign === '\\') at += 1;
    else if (open === '') {
      const isQuote = sign === '"' || sign === "'" || sign === '“';
      if (isQuote && !isWordSign(text[at - 1])) open = sign === '“' ? '”' : sign;
    } else if (sign === open) open = '';
  }
  // An opening quote that never closes on the line quotes nothing.
  return (
    open !== '' &&
    text
      .slice(start, start + LONGEST_QUOTE)
      .split('\n', 1)[0]
      ?.includes(open) === true
  );
}

function isMention(text: string, { start, end }: Span, inside: (Span & { kind: string }) | undefined): boolean {
  const isWhole = inside?.start === start && inside.end === end;
  if (inside && !isWhole && /^(?:quote|identifier|expression)$/.test(inside.kind)) return true;
  // The head of a field names it first, or after its role: "k (int):", ":param int k:".
  if (inside?.kind === 'label' && !isWhole) return /^[\W]*$|^\W*[:@]/.test(text.slice(inside.start, start));
  const behind = text.slice(end, end + 4);
  if (/^\s?=(?!=)/.test(behind) || (behind[0] === '(' && !/^\(e?s\)/.test(behind))) return true;
  if (inside?.kind === 'example') return /^[^\S\n]*(?:>>>|\.\.\.)/.test(lineOf(text, start));
  return MENTION_BEFORE.test(text.slice(Math.max(0, start - 16), start));
}

/** The beginning of the line, which is all that is asked of it. */
function lineOf(text: string, at: number): string {
  const earliest = Math.max(0, at - LONGEST_QUOTE);
  return text.slice(earliest + text.slice(earliest, at).lastIndexOf('\n') + 1, at);
}
