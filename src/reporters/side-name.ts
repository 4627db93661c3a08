import type { ComparedSide } from '../analysis/comparison/compare-sides.ts';

/** Names come from files: nothing in them may steer the terminal. */
export const plainText = (text: string) => text.replace(/\p{Cc}+/gu, ' ');

/** A side of a comparison as people read it, such as `gpt-4o, T 0.8, 3 repeats`. */
export const sideName = ({ model, temperature, repeats }: ComparedSide) =>
  `${plainText(model)}${temperature === null ? '' : `, T ${temperature}`}${repeats > 1 ? `, ${repeats} repeats` : ''}`;
