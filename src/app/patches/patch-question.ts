import type { Scorer } from '../../core/matrix.ts';
import type { CheckedOf } from '../settings/check-settings.ts';
import type { TestFiles } from './find-nodes.ts';
import type { PatchedTree, RefusedPatch } from './merge-patches.ts';
import type { patchSettings } from './patch-settings.ts';

/** Applied patches with the tests that judge them. */
export interface PatchQuestion {
  readonly root: string;
  readonly trees: readonly PatchedTree[];
  readonly refused: readonly RefusedPatch[];
  readonly tests: TestFiles;
  readonly regression: TestFiles;
  readonly scorer: Scorer;
  readonly settings: CheckedOf<typeof patchSettings>;
}
