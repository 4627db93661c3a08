import type { Guard, GuardInput } from '../../src/core/mutation.ts';
import { contains, type Edit, overlaps } from '../../src/core/text.ts';
import { type ProtectedSpan, protectedSpans } from '../parsers/protected-spans.ts';
import { QUANTIFIERS } from '../parsers/word-lists.ts';
import { commentFormProblem } from './comment-form.ts';
import { isDeclaredEdit } from './declared-edits.ts';
import { declares } from './inverse-renames.ts';

/**
 * P1: protected spans survive, in their order. Declared `case` frees the case of operator and number words, `renames` the renamed names, `comment-lines` the signs of comments; edits within a
 * declared class of equals (`operator-synonyms`, `number-words`, `short-forms`) are free. `quantifiers`
 * and `free-wording` leave their words to the guard of those; with the last, a span may move past words
 * that are not protected.
 */
export const protectedSpansGuard: Guard = {
  name: 'protected-spans',
  check(input) {
    if (declares(input, 'comment-lines')) return commentFormProblem(input);
    const spans = protectedSpans(input.prompt, input.entryPoint).filter((span) => !isFree(span, input));
    const edits = [...input.proposal.edits].sort((a, b) => a.start - b.start || a.end - b.end);
    let first = 0;
    for (const edit of edits) {
      while (first < spans.length && (spans[first]?.end ?? 0) <= edit.start) first += 1;
      const hit: ProtectedSpan[] = [];
      for (let i = first; i < spans.length && (spans[i]?.start ?? 0) < Math.max(edit.end, edit.start + 1); i++) {
        const span = spans[i] as ProtectedSpan;
        if (overlaps(edit, span)) hit.push(span);
      }
      if (hit.length === 0 || isRename(edit, input) || isDeclaredEdit(edit, input)) continue;
      const lost = hit.find((span) => !contains(edit, span)) ?? firstLost(edit, hit, input);
      if (lost && declares(input, 'free-wording') && stayInOrder(spans, lost, input)) continue;
      if (lost) return `"${input.prompt.text.slice(lost.start, lost.end).slice(0, 40)}" (${lost.kind}) is changed`;
    }
    return null;
  },
};

/** Whether a span that left its edit occurs elsewhere: all protected texts in the same order and number. */
function stayInOrder(
  spans: readonly ProtectedSpan[],
  lost: ProtectedSpan,
  { prompt, mutatedText }: GuardInput,
): boolean {
  let at = 0;
  for (const { start, end } of spans) {
    const text = prompt.text.slice(start, end);
    const found = mutatedText.indexOf(text, at);
    if (found < 0) return false;
    at = found + text.length;
  }
  const text = prompt.text.slice(lost.start, lost.end);
  return prompt.text.split(text).length === mutatedText.split(text).length;
}

/** Whether the guard of operator and number words answers for the span. */
function isFree({ kind, start, end }: ProtectedSpan, input: GuardInput): boolean {
  if (kind !== 'operator' && kind !== 'number-word') return false;
  if (declares(input, 'free-wording')) return true;
  const word = input.prompt.text.slice(start, end).toLowerCase();
  return QUANTIFIERS.has(word) && declares(input, 'quantifiers');
}

/** Whether an edit does nothing but put the new name where the old one stood. */
function isRename({ start, end, replacement }: Edit, { prompt, proposal }: GuardInput): boolean {
  const old = prompt.text.slice(start, end);
  return (
    proposal.renames !== undefined && Object.hasOwn(proposal.renames, old) && proposal.renames[old] === replacement
  );
}

/** The first span whose text the replacement lacks after those before it. */
function firstLost(edit: Edit, hit: readonly ProtectedSpan[], input: GuardInput): ProtectedSpan | null {
  let rest = edit.replacement;
  for (const span of hit) {
    const text = input.prompt.text.slice(span.start, span.end);
    const loose = declares(input, 'case') && (span.kind === 'operator' || span.kind === 'number-word');
    const at = loose ? rest.toLowerCase().indexOf(text.toLowerCase()) : rest.indexOf(text);
    if (at < 0) return span;
    rest = rest.slice(at + text.length);
  }
  return null;
}
