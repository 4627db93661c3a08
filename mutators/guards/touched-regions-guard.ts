import type { Guard } from '../../src/core/mutation.ts';
import { regionTexts } from './region-texts.ts';

/** A mutator edits only regions of the kinds in its `touches`, and no edit crosses from one region to another. */
export const touchedRegionsGuard: Guard = {
  name: 'touched-regions',
  check(input) {
    const regions = regionTexts(input);
    if (regions === null) return 'an edit crosses the border of two regions';
    const wrong = regions.find(({ kind, edits }) => edits.length > 0 && !input.mutator.touches.includes(kind));
    return wrong ? `an edit in a region of kind ${wrong.kind}` : null;
  },
};
