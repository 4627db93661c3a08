import { ABLATION_CELLS } from '../../analysis/attribution/ablation.ts';
import type { Arm, Pool } from '../../core/arm.ts';
import type { ExecutionMatrix } from '../../core/matrix.ts';
import type { ArmSamples } from '../../records/run-record.ts';
import { armMatrix } from '../arm-matrix.ts';
import type { Deps } from '../deps.ts';
import { keepRecord } from '../keep-record.ts';
import { rankMatrix } from './rank-candidates.ts';

const ARM_OF: Readonly<Record<Pool, Arm>> = { original: 'self-agreement', mutated: 'mutation-ensemble' };

/** Ranks the four cells of {original, mutated} prompts for programs and tests; a task needs both selecting arms. */
export async function crossPools(
  matrices: readonly { readonly matrix: ExecutionMatrix; readonly arms: readonly ArmSamples[] }[],
  { scorer, confidence, plan, store }: Pick<Deps, 'scorer' | 'confidence' | 'plan' | 'store'>,
): Promise<void> {
  const log = store.log('ablation');
  for (const { matrix, arms } of matrices) {
    const samplesOf = (pool: Pool) => arms.find(({ arm }) => arm === ARM_OF[pool])?.samples;
    const [original, mutated] = [samplesOf('original'), samplesOf('mutated')];
    if (!original || !mutated) continue;
    const pools = { original, mutated };
    for (const cell of ABLATION_CELLS) {
      const part = armMatrix(matrix, pools[cell.programs], pools[cell.tests]);
      // The draw among ties of the arm whose programs these are, so that the diagonal is the arms themselves.
      const arm = ARM_OF[cell.programs];
      const { arm: _arm, ...ranked } = rankMatrix(part, { arm, scorer, seed: plan.seed, confidence });
      await keepRecord(log, { ...ranked, ...cell });
    }
  }
}
