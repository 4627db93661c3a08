import { confidenceFeatures } from '../../agreement/confidence.ts';
import type { ExecutedTask } from '../../src/app/selection/matrix-file.ts';
import type { Scorer } from '../../src/core/matrix.ts';
import { type LogisticCoefficients, logisticProbability } from '../../src/statistics/logistic.ts';
import { passAtKOf } from '../executed-tasks.ts';
import { fitLogistic } from '../fitting/fit-logistic.ts';
import { type CutOptions, cutsOf } from '../regimes/cuts.ts';
import type { SOURCES } from '../regimes/pool.ts';

/** One decision of a regime: what agreement showed of the pick, and how likely it was right (ties as expectation). */
export interface Pick {
  readonly source: string;
  readonly regime: string;
  readonly taskId: string;
  readonly features: readonly number[];
  readonly outcome: number;
}

export type Executed = readonly (readonly [(typeof SOURCES)[number], readonly ExecutedTask[]])[];

/** Every decision of every rule. */
export function picksByRule(
  executed: Executed,
  scorers: readonly Scorer[],
  options: CutOptions,
): ReadonlyMap<string, readonly Pick[]> {
  const picks = new Map(scorers.map(({ name }) => [name, [] as Pick[]]));
  for (const [source, tasks] of executed) {
    for (const task of tasks) {
      for (const cut of cutsOf(source, task, options)) {
        if (cut.matrix.candidates.length === 0) continue;
        for (const scorer of scorers) {
          const ranking = scorer.rank(cut.matrix);
          picks.get(scorer.name)?.push({
            source,
            regime: cut.regime,
            taskId: cut.taskId,
            features: confidenceFeatures(cut.matrix, ranking),
            outcome: passAtKOf(cut, ranking, 1),
          });
        }
      }
    }
  }
  return picks;
}

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
};

/** Sources weigh as many tasks as they have, their regimes alike, the picks of a regime alike. */
function weights(picks: readonly Pick[]): readonly number[] {
  const ofRegime = countBy(picks, ({ regime }) => regime);
  const regimes = countBy([...new Set(picks.map(({ source, regime }) => `${source} ${regime}`))], (both) =>
    both.slice(0, both.indexOf(' ')),
  );
  const tasks = countBy([...new Set(picks.map(({ source, taskId }) => `${source} ${taskId}`))], (both) =>
    both.slice(0, both.indexOf(' ')),
  );
  return picks.map(
    ({ source, regime }) => (tasks.get(source) ?? 0) / (regimes.get(source) ?? 1) / (ofRegime.get(regime) ?? 1),
  );
}

/** Weak, and the same for all; the intercept is free of it. */
export const RIDGE = 1;

export function fitPicks(picks: readonly Pick[]): LogisticCoefficients {
  const ofPick = weights(picks);
  return fitLogistic(
    picks.map(({ features, outcome }, at) => ({ features, outcome, weight: ofPick[at] as number })),
    RIDGE,
  );
}

/** A forecast by others, beside that of a constant: their mean in this regime, or in all where they have none of it. */
export interface HeldOut {
  readonly pick: Pick;
  readonly model: number;
  readonly constant: number;
}

function meanOf(picks: readonly Pick[]): number {
  const ofPick = weights(picks);
  const total = ofPick.reduce((sum, weight) => sum + weight, 0);
  return picks.reduce((sum, { outcome }, at) => sum + outcome * (ofPick[at] as number), 0) / total;
}

/** Forecasts of every pick by the picks of all other groups. */
export function crossValidate(picks: readonly Pick[], groupOf: (pick: Pick) => string | number): readonly HeldOut[] {
  return [...new Set(picks.map(groupOf))].flatMap((group) => {
    const others = picks.filter((pick) => groupOf(pick) !== group);
    const coefficients = fitPicks(others);
    const constants = new Map<string, number>();
    const constantOf = (regime: string) => {
      const known = constants.get(regime);
      if (known !== undefined) return known;
      const alike = others.filter((pick) => pick.regime === regime);
      const mean = meanOf(alike.length > 0 ? alike : others);
      constants.set(regime, mean);
      return mean;
    };
    return picks
      .filter((pick) => groupOf(pick) === group)
      .map((pick) => ({
        pick,
        model: logisticProbability(coefficients, pick.features),
        constant: constantOf(pick.regime),
      }));
  });
}
