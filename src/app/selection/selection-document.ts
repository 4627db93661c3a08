import { pickConfidence } from '../../../agreement/confidence.ts';
import { type JudgedMatrix, randomPassAtK, rankedPassAtK } from '../../analysis/arms/selection-scores.ts';
import { calibrate } from '../../analysis/calibration/confidence-results.ts';
import type { ExecutionMatrix, Scorer } from '../../core/matrix.ts';
import { createRng } from '../../core/random.ts';
import { rankMatrix } from '../../pipeline/6-rank/rank-candidates.ts';
import type { RankingRecord } from '../../records/run-record.ts';
import type { Forecast } from '../../statistics/calibration.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { pairedBootstrap } from '../../statistics/paired-bootstrap.ts';

/** The rule that others are compared with. */
const REFERENCE = 'codet';

/** Every ranking of every chosen rule, by rule, in the order of the tasks. */
export function rankAll(
  matrices: readonly ExecutionMatrix[],
  scorers: readonly Scorer[],
  seed: number,
): Map<string, readonly RankingRecord[]> {
  const how = { arm: 'self-agreement', seed, confidence: pickConfidence } as const;
  return new Map(
    scorers.map((scorer) => [scorer.name, matrices.map((matrix) => rankMatrix(matrix, { ...how, scorer }))]),
  );
}

/** The pick; `candidateIds` are all with the best score, the drawn one first; empty if it abstains. */
export function pickOf(
  { taskId, scorer, sets, tiedIds, pickedId, confidence = null }: RankingRecord,
  minConfidence: number | undefined,
) {
  const best = sets.find(({ candidateIds }) => pickedId !== null && candidateIds.includes(pickedId)) ?? null;
  const abstains = minConfidence !== undefined && (confidence === null || confidence < minConfidence);
  return {
    taskId,
    scorer,
    candidateIds: pickedId === null || abstains ? [] : [pickedId, ...tiedIds.filter((id) => id !== pickedId)],
    score: best?.score ?? null,
    consensus: best ? { candidates: best.candidateIds.length, tests: best.testIds.length } : null,
    tied: tiedIds.length,
    confidence,
    ...(minConfidence === undefined ? {} : { abstained: abstains }),
  };
}

/** Expected pass@k by rule and k, random among them, and each rule against `codet` at k = 1. */
export function officialFigures(
  judged: readonly JudgedMatrix[],
  rankings: ReadonlyMap<string, readonly RankingRecord[]>,
  { k: ks, seed }: { readonly k: readonly number[]; readonly seed: number },
) {
  const perTask = (records: readonly RankingRecord[], k: number) =>
    judged.map((task, at) => rankedPassAtK(task, records[at] as RankingRecord, k));
  const scores = Object.fromEntries(
    [...rankings].map(([name, records]) => [
      name,
      Object.fromEntries(ks.map((k) => [String(k), meanInterval(perTask(records, k))])) as Record<string, Estimate>,
    ]),
  );
  const reference = rankings.get(REFERENCE);
  const comparisons = reference
    ? [...rankings]
        .filter(([name]) => name !== REFERENCE)
        .map(([name, records]) => ({
          scorer: name,
          against: REFERENCE,
          k: 1,
          difference: pairedBootstrap(perTask(records, 1), perTask(reference, 1), {
            rng: createRng(seed).fork('paired-bootstrap', name, REFERENCE),
          }),
        }))
    : [];
  return { random: randomPassAtK(judged, ks), scorers: scores, comparisons };
}

/** Confidence against outcome for every rule that has it; null for rules without. */
export function calibrationOf(judged: readonly JudgedMatrix[], records: readonly RankingRecord[], seed: number) {
  const forecasts = records.flatMap(({ confidence }, at): Forecast[] =>
    confidence === null || confidence === undefined
      ? []
      : [
          {
            probability: confidence,
            outcome: rankedPassAtK(judged[at] as JudgedMatrix, records[at] as RankingRecord, 1),
          },
        ],
  );
  const calibration = calibrate(forecasts, seed);
  const [first] = records;
  return calibration && first ? { scorer: first.scorer, ...calibration } : null;
}
