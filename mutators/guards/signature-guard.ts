import type { Guard } from '../../src/core/mutation.ts';
import { commentFormProblem } from './comment-form.ts';
import { declares, withoutRenames } from './inverse-renames.ts';
import { regionTexts } from './region-texts.ts';

/** P5: signatures and code are byte-identical once the renames are undone. */
export const signatureGuard: Guard = {
  name: 'signature',
  check(input) {
    if (declares(input, 'comment-lines')) return commentFormProblem(input);
    const changed = regionTexts(input)?.find(
      ({ kind, before, after }) =>
        (kind === 'signature' || kind === 'code') &&
        before !== after &&
        before !== withoutRenames(after, input.proposal),
    );
    return changed ? `${changed.kind} is changed` : null;
  },
};
