import type { Clue } from './clue.ts';
import { differenceClues } from './difference-clues.ts';
import { errorClues } from './error-clues.ts';
import { programClues } from './program-clues.ts';

/** Every rule; the order is that of the fitted model's reports. */
export const clues: readonly Clue[] = [...errorClues, ...differenceClues, ...programClues];
