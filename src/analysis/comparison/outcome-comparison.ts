import { createRng } from '../../core/random.ts';
import type { TaskLabels } from '../../core/task.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { holmAdjust } from '../../statistics/holm.ts';
import { countDiscordant, mcnemarExact } from '../../statistics/mcnemar.ts';
import { pairedBootstrap } from '../../statistics/paired-bootstrap.ts';
import { signFlipTest } from '../../statistics/sign-flip-test.ts';

/** What became of one task under one model and prompting, by somebody else's harness. */
export interface PublishedOutcome {
  readonly taskId: string;
  readonly model: string;
  readonly prompting: string;
  readonly passed: boolean;
  /** As published, such as `pass`, `fail`, `patch_error`. */
  readonly status: string;
  readonly labels: TaskLabels;
}

/** Two promptings of one model (or the mean of all models) over the tasks that both have. */
export interface PromptingComparison {
  /** null for the mean over models. */
  readonly model: string | null;
  readonly prompting: string;
  readonly against: string;
  readonly tasks: number;
  readonly difference: Estimate;
  /** Tasks solved only by one of them; null for the mean over models. */
  readonly only: { readonly prompting: number; readonly against: number } | null;
  /** Exact McNemar; for the mean over models the sign-flip test over tasks. */
  readonly pValue: number;
  /** After Holm over all comparisons, the means included. */
  readonly adjustedP: number;
}

/** Distinct values in order of first appearance. */
export function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

type ByTask = ReadonlyMap<string, boolean>;

function outcomesOf(outcomes: readonly PublishedOutcome[], model: string, prompting: string): ByTask {
  return new Map(
    outcomes
      .filter((outcome) => outcome.model === model && outcome.prompting === prompting)
      .map(({ taskId, passed }) => [taskId, passed]),
  );
}

function pairsOf(promptings: readonly string[]): (readonly [first: string, second: string])[] {
  return promptings.flatMap((second, at) => promptings.slice(at + 1).map((first) => [first, second] as const));
}

/**
 * Every pair of promptings, model by model and for the mean over models: paired bootstrap interval over tasks, exact
 * McNemar, Holm over all of them.
 */
export function comparePromptings(outcomes: readonly PublishedOutcome[], seed: number): PromptingComparison[] {
  const models = distinct(outcomes.map(({ model }) => model));
  const promptings = distinct(outcomes.map(({ prompting }) => prompting))
    .toSorted()
    .toReversed();
  const comparisons = pairsOf(promptings).flatMap(([prompting, against]) => {
    const rng = createRng(seed).fork('promptings', prompting, against);
    const pairs = models.map((model) => {
      const [first, second] = [outcomesOf(outcomes, model, prompting), outcomesOf(outcomes, model, against)];
      const shared = [...first.keys()].filter((taskId) => second.has(taskId));
      return { model, first, second, shared };
    });
    const perModel = pairs.map(({ model, first, second, shared }) => {
      const [mine, theirs] = [first, second].map((side) => shared.map((taskId) => side.get(taskId) === true));
      const discordant = countDiscordant(mine ?? [], theirs ?? []);
      return {
        model,
        prompting,
        against,
        tasks: shared.length,
        difference: pairedBootstrap((mine ?? []).map(Number), (theirs ?? []).map(Number), { rng: rng.fork(model) }),
        only: { prompting: discordant.onlyFirst, against: discordant.onlySecond },
        pValue: mcnemarExact(discordant),
      };
    });
    const everywhere = (pairs[0]?.shared ?? []).filter((taskId) =>
      pairs.every(({ shared }) => shared.includes(taskId)),
    );
    const means = (of: (pair: (typeof pairs)[number]) => ByTask) =>
      everywhere.map((taskId) => meanOf(pairs.map((pair) => Number(of(pair).get(taskId)))));
    const [mine, theirs] = [means(({ first }) => first), means(({ second }) => second)];
    const average = {
      model: null,
      prompting,
      against,
      tasks: everywhere.length,
      difference: pairedBootstrap(mine, theirs, { rng }),
      only: null,
      pValue: signFlipTest(mine.map((value, at) => value - (theirs[at] as number))),
    };
    return models.length > 1 ? [...perModel, average] : perModel;
  });
  const adjusted = holmAdjust(comparisons.map(({ pValue }) => pValue));
  return comparisons.map((comparison, at) => ({ ...comparison, adjustedP: adjusted[at] as number }));
}
