import { diffWordsWithSpace } from 'diff';
import type { Edit } from '../../core/edit.ts';

/**
 * The difference of a variant from its original, front to back: a positive number keeps as many UTF-16 units of the
 * original, a negative one drops them, a string is new text. The text after the last step is kept.
 */
export type DiffSteps = readonly (number | string)[];

/** Longest edit that is refined word by word; a longer one is shown as one replacement. */
const REFINED_LENGTH = 20_000;

function refine(before: string, after: string): (number | string)[] {
  if (before === '') return [after];
  if (after === '') return [-before.length];
  if (before.length + after.length > REFINED_LENGTH) return [-before.length, after];
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) =>
    added ? value : removed ? -value.length : value.length,
  );
}

/** The mutation's own edits, each narrowed to the words that differ. */
export function variantDiff(original: string, edits: readonly Edit[]): DiffSteps {
  const steps: (number | string)[] = [];
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start > at) steps.push(edit.start - at);
    steps.push(...refine(original.slice(edit.start, edit.end), edit.replacement));
    at = edit.end;
  }
  return steps;
}
