import { groupByTask } from '../../core/group-by.ts';
import { componentsOf, isBy, type MutationComponent, type Variant } from '../../core/mutation.ts';
import { sampleKey } from '../../core/program.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { ConditionOutcomes } from '../comparison/conditions.ts';

function mutatorsByVariant(variants: readonly Variant[]): ReadonlyMap<string, readonly MutationComponent[]> {
  return new Map(variants.flatMap(({ id, mutation }) => (mutation ? [[id, componentsOf(mutation)] as const] : [])));
}

const newTally = ({ mutator, family }: Pick<MutationComponent, 'mutator' | 'family'>, tasks: number) => ({
  mutator,
  family,
  tasks,
  applicable: 0,
  refused: new Map<string, number>(),
  /** Tasks in whose `mutation-ensemble` it had samples and agreement made a pick. */
  consensusSets: 0,
  /** Those whose pick was written for one of its variants. */
  contributed: 0,
  contributedAlone: 0,
  solved: 0,
  /** Tasks with no right program under any other prompt. */
  uniqueSolves: 0,
  tokens: 0,
  uncounted: 0,
});

type CountFor = (mutators: Iterable<string>, count: (tally: ReturnType<typeof newTally>) => void) => void;

/** Of the consensus sets of the ensemble's picks: who wrote the picked program. */
function countPicks(record: RunRecord, evaluated: ReadonlySet<string>, countFor: CountFor): void {
  const byVariant = mutatorsByVariant(record.variants);
  const samples = groupByTask(record.armSamples.filter(({ arm }) => arm === 'mutation-ensemble'));
  const candidates = groupByTask(record.candidates);
  for (const { arm, scorer, taskId, abstained, pickedId } of record.rankings) {
    if (arm !== 'mutation-ensemble' || scorer !== record.manifest.scorer) continue;
    if (!evaluated.has(taskId) || abstained || pickedId === null) continue;
    const asked = (samples.get(taskId) ?? []).flatMap((planned) => planned.samples);
    const inArm = new Set(asked.map(sampleKey));
    const picked = candidates.get(taskId)?.find(({ id }) => id === pickedId);
    const origins = (picked?.origins ?? []).filter((origin) => inArm.has(sampleKey(origin)));
    const writers = origins.map(({ variantId }) => (byVariant.get(variantId) ?? []).map(({ mutator }) => mutator));
    const own = asked.flatMap(({ variantId }) => (byVariant.get(variantId) ?? []).map(({ mutator }) => mutator));
    countFor(new Set(own), (tally) => {
      tally.consensusSets++;
      if (!writers.some((parts) => parts.includes(tally.mutator))) return;
      tally.contributed++;
      // A composition that no other variant accompanies is the work of its components alone.
      if (writers.every((parts) => parts.includes(tally.mutator))) tally.contributedAlone++;
    });
  }
}

function countTokens(record: RunRecord, evaluated: ReadonlySet<string>, countFor: CountFor): void {
  const byVariant = mutatorsByVariant(record.variants);
  for (const { taskId, variantId, reply } of record.replies) {
    if (!evaluated.has(taskId)) continue;
    // A model that writes a variant is asked under the mutator's name, before the variant has an id.
    const mutators = byVariant.get(variantId)?.map((part) => part.mutator) ?? [variantId.split('::')[1] ?? ''];
    countFor(mutators, (tally) => {
      if (reply.usage === null) tally.uncounted++;
      // The cost of a composition is split evenly, so that the sum over mutators stays the total.
      tally.tokens += ((reply.usage?.inputTokens ?? 0) + (reply.usage?.outputTokens ?? 0)) / mutators.length;
    });
  }
}

/** Counts a task as solved if any repeat solves it. */
function countSolves({ tasks }: ConditionOutcomes, countFor: CountFor): void {
  for (const { original, variants } of tasks) {
    const right = variants.filter(({ outcomes }) => outcomes.includes(true));
    countFor(new Set(variants.flatMap(componentsOf).map((part) => part.mutator)), (tally) => {
      tally.applicable++;
      if (!right.some((variant) => isBy(variant, tally.mutator))) return;
      tally.solved++;
      const alone = right.every((variant) => isBy(variant, tally.mutator));
      if (alone && !original.outcomes.includes(true)) tally.uniqueSolves++;
    });
  }
}

/** The contribution of each mutator to a model's runs, by name; picks and tokens are sums over repeats. */
export function mutatorContributions(condition: ConditionOutcomes) {
  const { runs, tasks } = condition;
  const evaluated = new Set(tasks.map(({ taskId }) => taskId));
  const all = runs.flatMap(({ variants }) => [...mutatorsByVariant(variants).values()].flat());
  const tallies = new Map(all.map((part) => [part.mutator, newTally(part, tasks.length)]));
  const countFor: CountFor = (mutators, count) => {
    for (const mutator of mutators) {
      const tally = tallies.get(mutator);
      if (tally) count(tally);
    }
  };
  countSolves(condition, countFor);
  for (const run of runs) {
    countPicks(run, evaluated, countFor);
    countTokens(run, evaluated, countFor);
  }
  // All repeats share the variants, and with them the refusals.
  for (const { taskId, mutator, refused } of runs[0]?.refusals ?? []) {
    const reasons = tallies.get(mutator)?.refused;
    if (evaluated.has(taskId)) reasons?.set(refused, (reasons.get(refused) ?? 0) + 1);
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
