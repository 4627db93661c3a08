import type { ComparedSide } from '../analysis/comparison/compare-sides.ts';
import { plainText } from './columns.ts';

/** A side of a comparison as people read it, such as `gpt-4o, T 0.8, 3 repeats`. */
export const sideName = ({ model, temperature, repeats }: ComparedSide) =>
  `${plainText(model)}${temperature === null ? '' : `, T ${temperature}`}${repeats > 1 ? `, ${repeats} repeats` : ''}`;
