import { createRng } from '../../core/random.ts';
import type { TaskLabels } from '../../core/task.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { correctTogether, type PairedDifference, pairPicks, pairShares } from './paired-difference.ts';

/** The outcome of one task under one model and prompting, from another harness. */
export interface PublishedOutcome {
  readonly taskId: string;
  readonly model: string;
  readonly prompting: string;
  readonly passed: boolean;
  /** As published, such as `pass`, `fail`, `patch_error`. */
  readonly status: string;
  readonly labels: TaskLabels;
}

/** Two promptings of one model over the tasks that both have; `first` is the one compared against. */
export interface PromptingComparison extends PairedDifference {
  /** null for the mean over models. */
  readonly model: string | null;
  readonly prompting: string;
  readonly against: string;
}

/** Distinct values in order of first appearance. */
export function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

type ByTask = ReadonlyMap<string, boolean>;

/**
 * Every pair of promptings, model by model (exact McNemar) and for the mean over models (signs of the tasks' differences
 * changed): paired bootstrap interval over tasks, Holm over all of them.
 */
export function comparePromptings(outcomes: readonly PublishedOutcome[], seed: number): readonly PromptingComparison[] {
  const models = distinct(outcomes.map(({ model }) => model));
  const promptings = distinct(outcomes.map(({ prompting }) => prompting))
    .toSorted()
    .toReversed();
  const outcomesOf = (model: string, prompting: string): ByTask =>
    new Map(
      outcomes
        .filter((outcome) => outcome.model === model && outcome.prompting === prompting)
        .map(({ taskId, passed }) => [taskId, passed]),
    );
  const pairs = promptings.flatMap((against, at) => promptings.slice(at + 1).map((other) => [other, against] as const));
  const rows = pairs.flatMap(([prompting, against]) => {
    const rng = createRng(seed).fork('promptings', prompting, against);
    const sides = models.map((model) => {
      const [first, second] = [outcomesOf(model, against), outcomesOf(model, prompting)];
      return { model, first, second, shared: [...second.keys()].filter((taskId) => first.has(taskId)) };
    });
    const perModel = sides.map(({ model, first, second, shared }) => {
      const picksOf = (side: ByTask) => shared.map((taskId) => side.get(taskId) === true);
      const picks = { first: picksOf(first), second: picksOf(second) };
      const values = { first: picks.first.map(Number), second: picks.second.map(Number) };
      return { model, prompting, against, ...pairPicks(values, picks, { rng: rng.fork(model) }) };
    });
    if (models.length < 2) return perModel;
    const everywhere = (sides[0]?.shared ?? []).filter((taskId) =>
      sides.every(({ shared }) => shared.includes(taskId)),
    );
    const meansOf = (side: 'first' | 'second') =>
      everywhere.map((taskId) => meanOf(sides.map((each) => Number(each[side].get(taskId)))));
    return [
      ...perModel,
      { model: null, prompting, against, ...pairShares(meansOf('first'), meansOf('second'), { rng }) },
    ];
  });
  return correctTogether(rows);
}
