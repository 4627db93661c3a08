import type { Guard } from '../../src/core/mutation.ts';
import { commentFormProblem, protectedSpansProblem } from './protected-spans-guard.ts';
import { examplesProblem, parameterOrderProblem, signatureProblem, touchedRegionsProblem } from './region-guards.ts';
import { declares, renamesConsistentProblem } from './rename-guards.ts';
import {
  changedProblem,
  framesProblem,
  lengthRatioProblem,
  stillParsesProblem,
  untouchedTextProblem,
} from './text-guards.ts';
import { literalsProblem, operatorWordsProblem } from './word-guards.ts';

type Check = Guard['check'];

/** Looks at edits of the prompt; a frame has none, which a check of its own sees to. */
const inside =
  (check: Check): Check =>
  (input) =>
    declares(input, 'frames') ? null : check(input);

/** Looks at text that comments in the place of a docstring may hold in another form. */
const inForm = (check: Check): Check =>
  inside((input) => (declares(input, 'comment-lines') ? commentFormProblem(input) : check(input)));

const CHECKS: Readonly<Record<string, Check>> = {
  changed: changedProblem,
  frames: framesProblem,
  'length-ratio': inside(lengthRatioProblem),
  'touched-regions': inside(touchedRegionsProblem),
  'protected-spans': inForm(protectedSpansProblem),
  'untouched-text': inside(untouchedTextProblem),
  literals: inForm(literalsProblem),
  'operator-words': inside(operatorWordsProblem),
  signature: inForm(signatureProblem),
  examples: inForm(examplesProblem),
  'parameter-order': inside(parameterOrderProblem),
  'renames-consistent': inside(renamesConsistentProblem),
  'still-parses': inside(stillParsesProblem),
};

/** Every property that a mutant must have, cheapest first; the first that fails gives the refusal its reason. */
export const guards: readonly Guard[] = Object.entries(CHECKS).map(([name, check]) => ({ name, check }));
