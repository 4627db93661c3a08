import { ABLATION_CELLS } from '../../analysis/attribution/ablation.ts';
import type { Arm, Pool } from '../../core/arm.ts';
import { isShared } from '../../core/imported-samples.ts';
import { type ExecutionMatrix, restrictMatrix } from '../../core/matrix.ts';
import { type Origin, sampleKey } from '../../core/program.ts';
import type { ArmSamples } from '../../records/run-record.ts';
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
    const pools = new Map(arms.map(({ arm, samples }) => [arm, new Set(samples.map(sampleKey))] as const));
    const poolOf = (pool: Pool) => pools.get(ARM_OF[pool]);
    if (!poolOf('original') || !poolOf('mutated')) continue;
    for (const cell of ABLATION_CELLS) {
      const isIn = (pool: Pool) => (origin: Origin) => poolOf(pool)?.has(sampleKey(origin)) === true;
      const part = restrictMatrix(matrix, {
        program: isIn(cell.programs),
        test: (origin) => isShared(origin) || isIn(cell.tests)(origin),
      });
      // The draw among ties of the arm whose programs these are, so that the diagonal is the arms themselves.
      const arm = ARM_OF[cell.programs];
      const { arm: _arm, ...ranked } = rankMatrix(part, { arm, scorer, seed: plan.seed, confidence });
      await keepRecord(log, { ...ranked, ...cell });
    }
  }
}
