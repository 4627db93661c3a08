import type { Arm } from '../../core/arm.ts';
import {
  type ConfidenceModel,
  type ConsensusSet,
  compareSets,
  type ExecutionMatrix,
  type Scorer,
  withoutWeakPasses,
} from '../../core/matrix.ts';
import { createRng } from '../../core/random.ts';
import type { ArmSamples, RankingRecord } from '../../records/run-record.ts';
import { armMatrix } from '../arm-matrix.ts';
import type { Deps } from '../deps.ts';
import { keepRecord } from '../keep-record.ts';

/** Ties, and matrices in which nothing passes, are broken by a draw that depends on seed, task, arm and scorer. */
export function rankMatrix(
  matrix: ExecutionMatrix,
  {
    arm,
    scorer,
    seed,
    confidence = null,
  }: { arm: Arm; scorer: Scorer; seed: number; confidence?: ConfidenceModel | null },
): RankingRecord {
  const ranking = scorer.rank(matrix);
  const { sets } = ranking;
  const idsOf = (indexes: readonly number[], entries: ExecutionMatrix['tests']) =>
    indexes.map((index) => (entries[index] as ExecutionMatrix['tests'][number]).id);
  const best = sets.filter((set) => compareSets(set, sets[0] as ConsensusSet) === 0);
  const tied = [...new Set(best.flatMap((set) => idsOf(set.candidates, matrix.candidates)))].sort();
  const pool = (tied.length > 0 ? tied : matrix.candidates.map((candidate) => candidate.id)).toSorted();
  const weights = new Map(matrix.candidates.map((candidate) => [candidate.id, candidate.weight]));
  const bySample = pool.flatMap((id) => Array.from({ length: weights.get(id) ?? 1 }, () => id));
  const rng = createRng(seed).fork('pick', matrix.taskId, arm, scorer.name);
  const toRecord = (set: ConsensusSet) => ({
    candidateIds: idsOf(set.candidates, matrix.candidates),
    testIds: idsOf(set.tests, matrix.tests),
    score: set.score,
    tieBreak: set.tieBreak,
  });
  const strong = withoutWeakPasses(matrix);
  return {
    taskId: matrix.taskId,
    arm,
    scorer: scorer.name,
    sets: sets.map(toRecord),
    strongSets: strong ? scorer.rank(strong).sets.map(toRecord) : undefined,
    tiedIds: tied,
    pickedId: bySample.length > 0 ? rng.pick(bySample) : null,
    abstained: sets.length === 0,
    confidence: confidence?.(matrix, ranking, scorer.name) ?? null,
  };
}

export function votesFor({ candidates }: ExecutionMatrix, ids: readonly string[]): number {
  return candidates.reduce((sum, { id, weight }) => sum + (ids.includes(id) ? weight : 0), 0);
}

/** Stage 6. `baseline` selects nothing and has no ranking; `rankRivals` ranks rivals. */
export async function rankCandidates(
  matrices: readonly { readonly matrix: ExecutionMatrix; readonly arms: readonly ArmSamples[] }[],
  { scorer, confidence, plan, store, progress }: Pick<Deps, 'scorer' | 'confidence' | 'plan' | 'store' | 'progress'>,
): Promise<void> {
  progress.start('rank', matrices.length);
  const log = store.log('rankings');
  const rivals = new Set<Arm>(plan.rivals?.map(({ name }) => name));
  const isRanked = ({ arm }: ArmSamples) => arm !== 'baseline' && !rivals.has(arm);
  for (const { matrix, arms } of matrices) {
    for (const { arm, samples, tests } of arms.filter(isRanked)) {
      const part = armMatrix(matrix, samples, tests);
      await keepRecord(log, rankMatrix(part, { arm, scorer, seed: plan.seed, confidence }));
    }
    progress.advance();
  }
}
