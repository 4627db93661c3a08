import { guards } from '../mutators/guards/index.ts';
import { itemOf, mutantOf } from '../src/app/mutation/review/plant-items.ts';
import type { ReadingItem } from '../src/app/mutation/review/sheet.ts';
import type { Mutator } from '../src/core/mutation.ts';
import type { Rng } from '../src/core/random.ts';
import { compositionOf, type Strength } from '../src/core/strength.ts';
import type { Task } from '../src/core/task.ts';
import { composePrompts } from '../src/pipeline/2-mutate/compose-mutations.ts';
import type { RealPrompts } from './real-prompts.ts';

interface DrawOptions {
  readonly seed: number;
  readonly perMutator: number;
  /** `[mutator, set, task]` as JSON, of pairs that were read before. */
  readonly excluded: ReadonlySet<string>;
  readonly rng: Rng;
}

/**
 * Tasks of all sets in turn, each set in an order of its own, so that every set that can contributes alike; those whose
 * prompt was read before, under whatever mutator, come last.
 */
function* inTurn(
  sets: readonly RealPrompts[],
  excluded: ReadonlySet<string>,
  rng: Rng,
): Iterable<{ set: string; task: Task }> {
  const read = new Set([...excluded].map((pair) => JSON.stringify((JSON.parse(pair) as string[]).slice(1))));
  const queues = sets.map(({ name, dataset }) => {
    const tasks = rng.fork(name).shuffle(dataset.tasks);
    const isRead = ({ id }: Task) => read.has(JSON.stringify([name, id]));
    return { name, tasks: [...tasks.filter((task) => !isRead(task)), ...tasks.filter(isRead)] };
  });
  const longest = Math.max(...queues.map(({ tasks }) => tasks.length));
  for (let round = 0; round < longest; round++) {
    for (const { name, tasks } of queues) {
      const task = tasks[round];
      if (task) yield { set: name, task };
    }
  }
}

/** Up to `perMutator` mutants of each mutator, one per task, over all sets in turn. */
export function drawItems(
  mutators: readonly Mutator[],
  sets: readonly RealPrompts[],
  { seed, perMutator, excluded, rng }: DrawOptions,
): ReadingItem[] {
  return mutators.flatMap((mutator) => {
    const items: ReadingItem[] = [];
    for (const { set, task } of inTurn(sets, excluded, rng.fork(mutator.name))) {
      if (items.length >= perMutator) break;
      if (excluded.has(JSON.stringify([mutator.name, set, task.id]))) continue;
      const variant = mutantOf(mutator, task, seed);
      if (variant) items.push(itemOf(set, task, mutator.name, variant.mutation?.edits ?? [], variant));
    }
    return items;
  });
}

/** Up to `count` compositions of a strength, one per task, over all sets in turn; their mutator is `composed:STRENGTH`. */
export function drawCompositions(
  mutators: readonly Mutator[],
  sets: readonly RealPrompts[],
  { seed, count, strength, excluded, rng }: Omit<DrawOptions, 'perMutator'> & { count: number; strength: Strength },
): ReadingItem[] {
  const items: ReadingItem[] = [];
  for (const { set, task } of inTurn(sets, excluded, rng)) {
    if (items.length >= count) break;
    if (excluded.has(JSON.stringify([`composed:${strength}`, set, task.id]))) continue;
    const { variants } = composePrompts(task, { ...compositionOf({ strength }), mutators, guards, seed, count: 1 });
    const [, variant] = variants;
    if (variant) items.push(itemOf(set, task, `composed:${strength}`, variant.mutation?.edits ?? [], variant));
  }
  return items;
}
