import type { ExecutionMatrix, Scorer } from '../../src/core/matrix.ts';
import type { Origin } from '../../src/core/program.ts';
import { rankDraw } from '../../src/pipeline/6-rank/rank-draws.ts';
import type { RunRecord } from '../../src/records/run-record.ts';

/** Samples of one prompt each, by its variant, in their order. */
export function samplesByVariant({ candidates }: ExecutionMatrix): ReadonlyMap<string, readonly Origin[]> {
  const byVariant = new Map<string, Origin[]>();
  for (const { variantId, sample } of candidates.flatMap(({ origins }) => origins)) {
    byVariant.set(variantId, [...(byVariant.get(variantId) ?? []), { variantId, sample }]);
  }
  return new Map(
    [...byVariant]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([variantId, own]) => [variantId, own.toSorted((a, b) => a.sample - b.sample)]),
  );
}

/** Ids of the programs of a task that pass the official tests. */
export function passedOf({ official }: RunRecord, taskId: string): ReadonlySet<string> {
  return new Set(official.flatMap((each) => (each.taskId === taskId && each.passed ? [each.candidateId] : [])));
}

/** What a rule makes of some samples of a task. */
export interface DrawnValue {
  /** Chance that the pick is right. */
  readonly right: number;
  /** 1 if any of the samples is right, else 0. */
  readonly covered: number;
  /** Distinct rows of verdicts and probe outputs. */
  readonly behaviours: number;
}

export function drawnValue(
  matrix: ExecutionMatrix,
  samples: readonly Origin[],
  scorer: Scorer,
  passed: ReadonlySet<string>,
): DrawnValue {
  const at = new Map(matrix.candidates.map(({ id }, index) => [id, index]));
  const { best, pool } = rankDraw(matrix, { wordings: [], samples }, scorer, at);
  const isRight = (place: number) => passed.has(matrix.candidates[place]?.id ?? '');
  const sum = (weighted: typeof best) => weighted.reduce((all, [, weight]) => all + weight, 0);
  const behaviour = (place: number) => JSON.stringify([matrix.verdicts[place], matrix.probes?.outputs[place] ?? null]);
  return {
    right: sum(best.filter(([place]) => isRight(place))) / Math.max(1, sum(best)),
    covered: pool.some(([place]) => isRight(place)) ? 1 : 0,
    behaviours: new Set(pool.map(([place]) => behaviour(place))).size,
  };
}
