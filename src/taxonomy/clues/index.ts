import type { Clue } from './clue.ts';
import { differenceClues } from './difference-clues.ts';
import { programClues } from './program-clues.ts';
import { testClues } from './test-clues.ts';

/** Every clue, in the order in which equally telling ones are shown. */
export const clues: readonly Clue[] = [...testClues, ...differenceClues, ...programClues];
