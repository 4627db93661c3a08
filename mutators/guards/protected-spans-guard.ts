import type { Edit } from '../../src/core/edit.ts';
import type { Guard, GuardInput } from '../../src/core/mutation.ts';
import { contains, overlaps } from '../../src/core/span.ts';
import { type ProtectedSpan, protectedSpans } from '../parsers/protected-spans.ts';
import { QUANTIFIERS } from '../parsers/word-lists.ts';
import { commentFormProblem } from './comment-form.ts';
import { declares } from './inverse-renames.ts';

/**
 * P1: protected spans survive, in their order. Declared `reorders-protected` frees the order within an edit, `case` the
 * case of operator and number words, `renames` the renamed names, `comment-lines` the signs of
 * comments; `operator-synonyms`, `quantifiers`,
 * `sentence-joints` and `number-words` leave theirs to the guards of those words.
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
      if (hit.length === 0 || isRename(edit, input)) continue;
      const lost = hit.find((span) => !contains(edit, span)) ?? firstLost(edit, hit, input);
      if (lost) return `"${input.prompt.text.slice(lost.start, lost.end).slice(0, 40)}" (${lost.kind}) is changed`;
    }
    return null;
  },
};

function isFree({ kind, start, end }: ProtectedSpan, input: GuardInput): boolean {
  if (kind === 'operator') {
    const word = input.prompt.text.slice(start, end).toLowerCase();
    if (word === 'and' && declares(input, 'sentence-joints')) return true;
    if (QUANTIFIERS.has(word) && declares(input, 'quantifiers')) return true;
    return declares(input, 'operator-synonyms');
  }
  return kind === 'number-word' && declares(input, 'number-words');
}

/** Whether an edit does nothing but put the new name where the old one stood. */
function isRename({ start, end, replacement }: Edit, { prompt, proposal }: GuardInput): boolean {
  const old = prompt.text.slice(start, end);
  return (
    proposal.renames !== undefined && Object.hasOwn(proposal.renames, old) && proposal.renames[old] === replacement
  );
}

/** The first span whose text the replacement does not hold behind those before it. */
function firstLost(edit: Edit, hit: readonly ProtectedSpan[], input: GuardInput): ProtectedSpan | null {
  let rest = edit.replacement;
  for (const span of hit) {
    const text = input.prompt.text.slice(span.start, span.end);
    const loose = declares(input, 'case') && (span.kind === 'operator' || span.kind === 'number-word');
    const at = loose ? rest.toLowerCase().indexOf(text.toLowerCase()) : rest.indexOf(text);
    if (at < 0) return span;
    const behind = rest.slice(at + text.length);
    rest = declares(input, 'reorders-protected') ? `${rest.slice(0, at)}\u0000${behind}` : behind;
  }
  return null;
}
