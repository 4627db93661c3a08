import { ABLATION_CELLS } from '../../analysis/attribution/ablation.ts';
import type { Arm, Pool } from '../../core/arm.ts';
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
import { type Deps, type ExecutedTask, keepRecord } from '../deps.ts';
import { armMatrix } from '../plan-samples.ts';

/** Ties, and matrices in which nothing passes, are broken by a draw that depends on seed, task, arm and scorer. */
export function rankMatrix(
  matrix: ExecutionMatrix,
  how: { arm: Arm; scorer: Scorer; seed: number; confidence?: ConfidenceModel | null },
): RankingRecord {
  const { arm, scorer, seed, confidence } = how;
  const ranking = scorer.rank(matrix);
  const { sets } = ranking;
  const idsOf = (indexes: readonly number[], entries: ExecutionMatrix['tests']) =>
    indexes.map((index) => (entries[index] as ExecutionMatrix['tests'][number]).id);
  const best = sets.filter((set) => compareSets(set, sets[0] as ConsensusSet) === 0);
  const tied = [...new Set(best.flatMap((set) => idsOf(set.candidates, matrix.candidates)))].sort();
  const pool = (tied.length > 0 ? tied : matrix.candidates.map((candidate) => candidate.id)).toSorted();
  const bySample = pool.flatMap((id) => Array.from({ length: votesFor(matrix, [id]) }, () => id));
  const rng = createRng(seed).fork('pick', matrix.taskId, arm, scorer.name);
  const toRecord = ({ candidates, tests, score, tieBreak }: ConsensusSet) => {
    return { candidateIds: idsOf(candidates, matrix.candidates), testIds: idsOf(tests, matrix.tests), score, tieBreak };
  };
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

type RankedTask = Pick<ExecutedTask, 'matrix' | 'arms'>;

/** Stage 6. `baseline` selects nothing and has no ranking; `rankRivals` ranks rivals. */
export async function rankCandidates(
  tasks: readonly RankedTask[],
  { scorer, confidence, plan, store, progress }: Pick<Deps, 'scorer' | 'confidence' | 'plan' | 'store' | 'progress'>,
): Promise<void> {
  progress.start('rank', tasks.length);
  const log = store.log('rankings');
  const rivals = new Set<Arm>(plan.rivals?.map(({ name }) => name));
  const isRanked = ({ arm }: ArmSamples) => arm !== 'baseline' && !rivals.has(arm);
  for (const { matrix, arms } of tasks) {
    for (const { arm, samples, tests } of arms.filter(isRanked)) {
      const part = armMatrix(matrix, samples, tests);
      await keepRecord(log, rankMatrix(part, { arm, scorer, seed: plan.seed, confidence }));
    }
    progress.advance();
  }
}

const ARM_OF: Readonly<Record<Pool, Arm>> = { original: 'self-agreement', mutated: 'mutation-ensemble' };

/** Ranks the four cells of {original, mutated} prompts for programs and tests; a task needs both selecting arms. */
export async function crossPools(
  tasks: readonly RankedTask[],
  { scorer, confidence, plan, store }: Pick<Deps, 'scorer' | 'confidence' | 'plan' | 'store'>,
): Promise<void> {
  const log = store.log('ablation');
  for (const { matrix, arms } of tasks) {
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
