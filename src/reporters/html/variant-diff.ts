import { diffWordsWithSpace } from 'diff';
import type { Edit } from '../../core/text.ts';
import { html, type Markup } from './markup.ts';

/** Longest edit that is refined word by word; a longer one is shown as one replacement. */
const REFINED_LENGTH = 20_000;

function wordDiff(before: string, after: string): Markup {
  if (before.length + after.length > REFINED_LENGTH) return html`<del>${before}</del><ins>${after}</ins>`;
  const parts = diffWordsWithSpace(before, after).map(({ value, added, removed }) => {
    if (added) return html`<ins>${value}</ins>`;
    return removed ? html`<del>${value}</del>` : html`${value}`;
  });
  return html`${parts}`;
}

/** The original with a mutation's own edits marked, each narrowed to the words that differ. */
export function variantDiff(original: string, edits: readonly Edit[]): Markup {
  let at = 0;
  const parts = edits
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map(({ start, end, replacement }) => {
      const kept = original.slice(at, start);
      at = end;
      return html`${kept}${wordDiff(original.slice(start, end), replacement)}`;
    });
  return html`${parts}${original.slice(at)}`;
}
