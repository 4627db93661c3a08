import type { Mutator, Variant } from '../../../core/mutation.ts';
import { createRng, type Rng } from '../../../core/random.ts';
import type { Task } from '../../../core/task.ts';
import { itemOf, plantItems } from './plant-items.ts';
import type { ReadingItem } from './sheet.ts';

export interface DrawOptions {
  /** What the task set is called. */
  readonly set: string;
  readonly seed: number;
  /** Mutants that are read, at most; those that are wrong on purpose come on top. */
  readonly items: number;
  /** On top of which some wrong ones are made. */
  readonly mutators: readonly Mutator[];
}

/** Of all items, so many are wrong on purpose: a reader who does not find them says nothing of the others. */
const PLANTED = 0.1;
/** More tire a reader. */
const SHEET = 50;

/** Mutants of all mutators in turn, each mutator's in a drawn order, so that each is read alike. */
function inTurn(variants: readonly Variant[], count: number, rng: Rng): Variant[] {
  const queues = new Map<string, Variant[]>();
  for (const variant of variants) {
    const name = variant.mutation?.mutator;
    if (name !== undefined) queues.set(name, [...(queues.get(name) ?? []), variant]);
  }
  const shuffled = [...queues].map(([name, own]) => rng.fork(name).shuffle(own));
  const longest = Math.max(0, ...shuffled.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, round) => shuffled.flatMap((own) => own[round] ?? []));
  return rounds.flat().slice(0, count);
}

/**
 * Deals items to sheets, the planted ones evenly: a sheet counts only if its own are found.
 *
 * @param size most items of a sheet
 */
export function dealSheets(
  real: readonly ReadingItem[],
  planted: readonly ReadingItem[],
  size: number,
  rng: Rng,
): readonly (readonly ReadingItem[])[] {
  const sheets = Math.max(1, Math.ceil((real.length + planted.length) / size));
  const piles: ReadingItem[][] = Array.from({ length: sheets }, () => []);
  for (const items of [rng.fork('deal').shuffle(real), planted]) {
    for (const item of items) piles.reduce((least, pile) => (pile.length < least.length ? pile : least)).push(item);
  }
  return piles.map((pile, at) => rng.fork('sheet', at).shuffle(pile));
}

/** Sheets of mutants to be read blind, with wrong ones planted among them. */
export function drawReview(
  tasks: readonly Task[],
  variants: readonly Variant[],
  { set, seed, items, mutators }: DrawOptions,
): readonly (readonly ReadingItem[])[] {
  const rng = createRng(seed).fork('review');
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const real = inTurn(variants, items, rng).flatMap((variant) => {
    const task = byId.get(variant.taskId);
    const { mutator = '', edits = [] } = variant.mutation ?? {};
    return task ? [itemOf(set, task, mutator, edits, variant)] : [];
  });
  const count = Math.round((real.length * PLANTED) / (1 - PLANTED));
  const sets = [{ name: set, dataset: { tasks } }];
  return dealSheets(real, plantItems(real, mutators, sets, { seed, count, rng: rng.fork('planted') }), SHEET, rng);
}
