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

/** Tasks of all sets in turn, each set in an order of its own, so that every set that can contributes alike. */
function* inTurn(sets: readonly RealPrompts[], rng: Rng): Iterable<{ set: string; task: Task }> {
  const queues = sets.map(({ name, dataset }) => ({ name, tasks: rng.fork(name).shuffle(dataset.tasks) }));
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
    for (const { set, task } of inTurn(sets, rng.fork(mutator.name))) {
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
  { seed, count, strength, rng }: { seed: number; count: number; strength: Strength; rng: Rng },
): ReadingItem[] {
  const items: ReadingItem[] = [];
  for (const { set, task } of inTurn(sets, rng)) {
    if (items.length >= count) break;
    const { variants } = composePrompts(task, { ...compositionOf({ strength }), mutators, guards, seed, count: 1 });
    const [, variant] = variants;
    if (variant) items.push(itemOf(set, task, `composed:${strength}`, variant.mutation?.edits ?? [], variant));
  }
  return items;
}
