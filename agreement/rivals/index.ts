import type { Rival } from '../../src/core/rival.ts';
import { distinguishRival } from './distinguish-rival.ts';
import { examplesFirstRival } from './examples-first-rival.ts';
import { judgeRival } from './judge-rival.ts';
import { moreTestsRival } from './more-tests-rival.ts';
import { selfRepairRival } from './self-repair-rival.ts';

/** Every rival, one file each. */
export const rivals: readonly Rival[] = [
  examplesFirstRival,
  moreTestsRival,
  selfRepairRival,
  judgeRival,
  distinguishRival,
];
