import type { Guard } from '../../src/core/mutation.ts';
import { declares } from './inverse-renames.ts';

/** A frame surrounds the specification: every byte of the prompt is in the mutant, in one piece. */
export const framesGuard: Guard = {
  name: 'frames',
  check(input) {
    if (!declares(input, 'frames')) return null;
    const { text } = input.prompt;
    const inside = input.proposal.edits.find(({ start, end }) => start !== end || (start !== 0 && end !== text.length));
    if (inside) return `an edit at ${inside.start} lies inside the specification`;
    if (Object.keys(input.proposal.renames ?? {}).length > 0) return 'a frame renames nothing';
    return input.mutatedText.includes(text) ? null : 'the specification is not whole';
  },
};
