import { groupByTask } from '../../core/group-by.ts';
import { componentsOf, isBy, type MutationComponent, type Variant } from '../../core/mutation.ts';
import { sampleKey } from '../../core/program.ts';
import type { MutatorContribution } from '../../records/report/mutators-schema.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { ConditionOutcomes } from '../comparison/conditions.ts';

type Tally = {
  -readonly [K in Exclude<keyof MutatorContribution, 'tokensPerSolve' | 'refused'>]: MutatorContribution[K];
} & {
  readonly refused: Map<string, number>;
};

type MutatorsOf = ReadonlyMap<string, readonly MutationComponent[]>;

function mutatorsByVariant(variants: readonly Variant[]): MutatorsOf {
  return new Map(variants.flatMap(({ id, mutation }) => (mutation ? [[id, componentsOf(mutation)] as const] : [])));
}

function newTally({ mutator, family }: Pick<Tally, 'mutator' | 'family'>, tasks: number): Tally {
  return {
    mutator,
    family,
    tasks,
    applicable: 0,
    refused: new Map(),
    consensusSets: 0,
    contributed: 0,
    contributedAlone: 0,
    solved: 0,
    uniqueSolves: 0,
    tokens: 0,
    uncounted: 0,
  };
}

function countPicks(record: RunRecord, evaluated: ReadonlySet<string>, byVariant: MutatorsOf, tallies: Tallies): void {
  const rankings = record.rankings.filter(
    ({ arm, scorer, taskId, abstained, pickedId }) =>
      arm === 'mutation-ensemble' &&
      scorer === record.manifest.scorer &&
      evaluated.has(taskId) &&
      !abstained &&
      pickedId !== null,
  );
  const samples = groupByTask(record.armSamples.filter(({ arm }) => arm === 'mutation-ensemble'));
  const candidates = groupByTask(record.candidates);
  for (const { taskId, pickedId } of rankings) {
    const asked = (samples.get(taskId) ?? []).flatMap((arm) => arm.samples);
    const inArm = new Set(asked.map(sampleKey));
    const picked = candidates.get(taskId)?.find(({ id }) => id === pickedId);
    const origins = (picked?.origins ?? []).filter((origin) => inArm.has(sampleKey(origin)));
    const writers = new Set(
      origins.flatMap(({ variantId }) => byVariant.get(variantId)?.map(({ mutator }) => mutator) ?? [null]),
    );
    // A composition that no other variant accompanies is the work of its components alone.
    const others = (mutator: string) =>
      origins.some(({ variantId }) => !byVariant.get(variantId)?.some((part) => part.mutator === mutator));
    const own = new Set(
      asked.flatMap(({ variantId }) => (byVariant.get(variantId) ?? []).map(({ mutator }) => mutator)),
    );
    for (const mutator of own) {
      const tally = tallies.get(mutator);
      if (!tally) continue;
      tally.consensusSets++;
      if (writers.has(mutator)) tally.contributed++;
      if (writers.has(mutator) && !others(mutator)) tally.contributedAlone++;
    }
  }
}

function countTokens(record: RunRecord, evaluated: ReadonlySet<string>, byVariant: MutatorsOf, tallies: Tallies): void {
  for (const { taskId, variantId, reply } of record.replies) {
    if (!evaluated.has(taskId)) continue;
    // A model that writes a variant is asked under the mutator's name, before the variant has an id.
    const mutators = byVariant.get(variantId)?.map((part) => part.mutator) ?? [variantId.split('::')[1] ?? ''];
    for (const mutator of mutators) {
      const tally = tallies.get(mutator);
      if (!tally) continue;
      if (reply.usage === null) tally.uncounted++;
      // The cost of a composition is split evenly, so that the sum over mutators stays the total.
      tally.tokens += ((reply.usage?.inputTokens ?? 0) + (reply.usage?.outputTokens ?? 0)) / mutators.length;
    }
  }
}

type Tallies = ReadonlyMap<string, Tally>;

/** Counts a task as solved if any repeat solves it. */
function countSolves({ tasks }: ConditionOutcomes, tallies: Tallies): void {
  for (const { original, variants } of tasks) {
    const solvers = new Set<string | null>(original.outcomes.includes(true) ? [null] : []);
    const right = variants.filter(({ outcomes }) => outcomes.includes(true));
    for (const { mutator } of right.flatMap(componentsOf)) solvers.add(mutator);
    for (const mutator of new Set(variants.flatMap(componentsOf).map((part) => part.mutator))) {
      const tally = tallies.get(mutator);
      if (!tally) continue;
      tally.applicable++;
      if (!solvers.has(mutator)) continue;
      tally.solved++;
      const alone = right.every((variant) => isBy(variant, mutator));
      if (alone && !solvers.has(null)) tally.uniqueSolves++;
    }
  }
}

/** The contribution of each mutator to a model's runs, by name. */
export function mutatorContributions(condition: ConditionOutcomes): readonly MutatorContribution[] {
  const { runs, tasks } = condition;
  const evaluated = new Set(tasks.map(({ taskId }) => taskId));
  const all = new Map<string, Pick<Tally, 'mutator' | 'family'>>();
  for (const run of runs) {
    for (const entry of [...mutatorsByVariant(run.variants).values()].flat()) all.set(entry.mutator, entry);
  }
  const tallies: Tallies = new Map([...all.values()].map((entry) => [entry.mutator, newTally(entry, tasks.length)]));
  countSolves(condition, tallies);
  for (const [at, run] of runs.entries()) {
    const byVariant = mutatorsByVariant(run.variants);
    countPicks(run, evaluated, byVariant, tallies);
    countTokens(run, evaluated, byVariant, tallies);
    // All repeats share the variants, and with them the refusals.
    for (const { taskId, mutator, refused } of at === 0 ? run.refusals : []) {
      const reasons = tallies.get(mutator)?.refused;
      if (evaluated.has(taskId)) reasons?.set(refused, (reasons.get(refused) ?? 0) + 1);
    }
  }
  return [...tallies.values()]
    .sort((a, b) => (a.mutator < b.mutator ? -1 : 1))
    .map((tally) => ({
      ...tally,
      tokens: Math.round(tally.tokens),
      refused: Object.fromEntries([...tally.refused].sort()),
      tokensPerSolve: tally.solved === 0 || tally.tokens === 0 ? null : tally.tokens / tally.solved,
    }));
}
