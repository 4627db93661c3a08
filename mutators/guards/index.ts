import type { Guard } from '../../src/core/mutation.ts';
import { changedGuard } from './changed-guard.ts';
import { examplesGuard } from './examples-guard.ts';
import { framesGuard } from './frames-guard.ts';
import { declares } from './inverse-renames.ts';
import { lengthRatioGuard } from './length-ratio-guard.ts';
import { literalsGuard } from './literals-guard.ts';
import { operatorWordsGuard } from './operator-words-guard.ts';
import { parameterOrderGuard } from './parameter-order-guard.ts';
import { protectedSpansGuard } from './protected-spans-guard.ts';
import { renamesConsistentGuard } from './renames-consistent-guard.ts';
import { signatureGuard } from './signature-guard.ts';
import { stillParsesGuard } from './still-parses-guard.ts';
import { touchedRegionsGuard } from './touched-regions-guard.ts';
import { untouchedTextGuard } from './untouched-text-guard.ts';

/** These look at edits of the prompt; a frame has none, which its own guard sees to. */
const insideGuards: readonly Guard[] = [
  lengthRatioGuard,
  touchedRegionsGuard,
  protectedSpansGuard,
  untouchedTextGuard,
  literalsGuard,
  operatorWordsGuard,
  signatureGuard,
  examplesGuard,
  parameterOrderGuard,
  renamesConsistentGuard,
  stillParsesGuard,
];

/** Every property that a mutant must have, cheapest first; the first that fails gives the refusal its reason. */
export const guards: readonly Guard[] = [
  changedGuard,
  framesGuard,
  ...insideGuards.map(
    (guard): Guard => ({ ...guard, check: (input) => (declares(input, 'frames') ? null : guard.check(input)) }),
  ),
];
