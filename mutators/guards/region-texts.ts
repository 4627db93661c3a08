import type { GuardInput } from '../../src/core/mutation.ts';
import { oncePer } from '../../src/core/once-per.ts';
import { applyEdits, type Edit, type Region, type RegionKind } from '../../src/core/text.ts';

/** A region before and after the edits that lie in it. */
export interface RegionTexts {
  readonly kind: RegionKind;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly Edit[];
}

/**
 * Every region with its text before and after, or null where an edit crosses the border of two regions. An insertion
 * on a border belongs to the one of the two that the mutator touches, else to the first.
 */
export const regionTexts = oncePer(({ prompt, proposal, mutator }: GuardInput): RegionTexts[] | null => {
  const edits = [...proposal.edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const touched = (region: Region | undefined) => region !== undefined && mutator.touches.includes(region.kind);
  const own: Edit[][] = prompt.regions.map(() => []);
  let at = 0;
  for (const edit of edits) {
    while (at < prompt.regions.length - 1 && (prompt.regions[at]?.end ?? 0) < edit.end) at += 1;
    const region = prompt.regions[at];
    if (!region || edit.start < region.start) return null;
    const atBorder = edit.start === edit.end && edit.end === region.end;
    const index = atBorder && !touched(region) && touched(prompt.regions[at + 1]) ? at + 1 : at;
    own[index]?.push(edit);
  }
  return prompt.regions.map((region, index) => {
    const before = prompt.text.slice(region.start, region.end);
    const local = (own[index] ?? []).map((edit) => ({
      ...edit,
      start: edit.start - region.start,
      end: edit.end - region.start,
    }));
    return { kind: region.kind, before, after: applyEdits(before, local), edits: local };
  });
});
