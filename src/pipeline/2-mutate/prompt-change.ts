import { distance } from 'fastest-levenshtein';
import { countsOf } from '../../core/counts-of.ts';
import type { PromptChange } from '../../core/mutation.ts';
import { applyEdits, type Edit, type Prompt } from '../../core/text.ts';

const TOKEN = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{L}+)*|[^\s\p{L}\p{M}\p{N}_]/gu;
const WORD = /^[\p{L}\p{N}_]/u;
const INSIDE_WORD = /[\p{L}\p{M}\p{N}_'’]/u;

/** Tokens of one stretch that are compared; beyond them a stretch counts as wholly rewritten. */
const MOST_TOKENS = 4_000;

/** How much edits change the wording: case, signs among the words and renames in code do not count. Linear. */
export function measureChange({ text, regions }: Prompt, edits: readonly Edit[]): PromptChange {
  const prose = regions.filter(({ kind }) => kind === 'prose' || kind === 'constraint');
  const tokens = prose.flatMap(({ start, end }) => tokensOf(text.slice(start, end)));
  const words = tokens.filter((token) => WORD.test(token)).length;
  const stretches: { readonly gone: string[]; readonly come: string[] }[] = [];
  let tokenEdits = 0;
  let moved = 0;
  for (const hunk of hunksOf(text, edits)) {
    if (!prose.some(({ start, end }) => hunk.start < end && start <= hunk.end)) continue;
    const before = text.slice(hunk.start, hunk.end);
    const own = hunk.edits.map((edit) => ({ ...edit, start: edit.start - hunk.start, end: edit.end - hunk.start }));
    const old = tokensOf(before);
    const fresh = tokensOf(applyEdits(before, own));
    tokenEdits += tokenDistance(old, fresh);
    const oldWords = old.filter((token) => WORD.test(token));
    const freshWords = fresh.filter((token) => WORD.test(token));
    const gone = without(oldWords, freshWords);
    const come = without(freshWords, oldWords);
    moved += Math.max(0, tokenDistance(oldWords, freshWords) - Math.max(gone.length, come.length));
    stretches.push({ gone, come });
  }
  const dropped = stretches.flatMap(({ gone }) => gone);
  const added = stretches.flatMap(({ come }) => come);
  const newWords = without(added, dropped);
  const elsewhere = added.length - newWords.length;
  const lost = without(dropped, added);
  // A word that vanished here and appeared there has moved; the remaining ones were replaced.
  const replaced = stretches.reduce((sum, { gone, come }) => {
    const only = (words: string[], of: readonly string[]) => words.filter((word) => of.includes(word)).length;
    return sum + Math.max(only(gone, lost), only(come, newWords));
  }, 0);
  const shareOf = (count: number, of: number) => (of === 0 ? 0 : Math.min(1, Math.max(0, count) / of));
  return {
    words,
    changedWords: shareOf(replaced, words),
    tokenEdits: shareOf(tokenEdits, tokens.length),
    reordered: shareOf(moved + elsewhere, words),
  };
}

const tokensOf = (text: string): string[] => text.toLowerCase().match(TOKEN) ?? [];

/** Edits widened to whole words; those that meet are one. */
function hunksOf(text: string, edits: readonly Edit[]) {
  const hunks: { start: number; end: number; edits: Edit[] }[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    let { start, end } = edit;
    while (start > 0 && INSIDE_WORD.test(text[start - 1] as string)) start -= 1;
    while (end < text.length && INSIDE_WORD.test(text[end] as string)) end += 1;
    const last = hunks.at(-1);
    if (last && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.edits.push(edit);
    } else hunks.push({ start, end, edits: [edit] });
  }
  return hunks;
}

function tokenDistance(a: readonly string[], b: readonly string[]): number {
  if (a.length > MOST_TOKENS || b.length > MOST_TOKENS) return Math.max(a.length, b.length);
  const letters = new Map<string, string>();
  for (const token of [...a, ...b]) letters.set(token, letters.get(token) ?? String.fromCharCode(0x100 + letters.size));
  const spelled = (tokens: readonly string[]) => tokens.map((token) => letters.get(token)).join('');
  return distance(spelled(a), spelled(b));
}

/** Removes from `items` one occurrence for each of `others`. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const counts = countsOf(others);
  return items.filter((item) => {
    const count = counts.get(item) ?? 0;
    if (count > 0) counts.set(item, count - 1);
    return count === 0;
  });
}
