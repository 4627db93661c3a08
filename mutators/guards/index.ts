import type { Guard } from '../../src/core/mutation.ts';
import { changedGuard } from './changed-guard.ts';
import { examplesGuard } from './examples-guard.ts';
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

/** Every property that a mutant must have, cheapest first; the first that fails gives the refusal its reason. */
export const guards = [
  changedGuard,
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
] as const satisfies readonly Guard[];
