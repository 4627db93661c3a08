import type { ImportedTask } from '../core/imported-samples.ts';
import type { Origin } from '../core/program.ts';
import { createRng, type Rng } from '../core/random.ts';
import type { Task } from '../core/task.ts';
import { type ArmSamples, type DrawCell, ONE, SPREAD } from '../records/run-record.ts';
import type { Deps, DrawPlan, PlannedTask, StageStore } from './deps.ts';
import { planEach } from './plan-samples.ts';

const ASIDE_DRAWS = 10;
/** Fewer wordings than the ensemble takes, at its size. */
const FEWER = [2, 3];
const LARGER = [2, 3, 4];

/** The arms, and what could explain their difference. `wordings` and `samples` are those of the task. */
export function drawCells({ size, draws }: DrawPlan, wordings: number, samples: number) {
  const most = Math.min(wordings, size);
  const cell = (name: string, of: number, more: Partial<DrawCell> = {}): DrawCell => {
    return { name, wordings: of, size, draws, placebo: false, ...more };
  };
  const one = cell(ONE, 1);
  if (most < 2) return [one];
  const aside = { draws: Math.min(draws, ASIDE_DRAWS) };
  return [
    one,
    cell(SPREAD, most),
    cell('placebo-one', 1, { placebo: true }),
    cell('placebo-spread', most, { placebo: true }),
    ...FEWER.filter((fewer) => fewer < most).map((fewer) => cell(`spread-${fewer}`, fewer, aside)),
    ...LARGER.filter((factor) => factor * size < samples).map((factor) =>
      cell(`larger-${factor * size}`, Math.min(wordings, factor * size), { ...aside, size: factor * size }),
    ),
    cell('all', wordings, { ...aside, size: samples }),
  ];
}

export type SamplesByVariant = readonly (readonly Origin[])[];

/** One way to fill an arm: indexes of the wordings that it takes, and its samples. */
export interface Draw {
  readonly wordings: readonly number[];
  readonly samples: readonly Origin[];
}

/** The number of samples of the largest wording. */
const largest = (wordings: SamplesByVariant): number => Math.max(0, ...wordings.map(({ length }) => length));

/** Dealt to the wordings in turn, as they come; a wording that has no more is passed over. */
function deal(wordings: SamplesByVariant, order: readonly number[], size: number): Draw {
  const rounds = Array.from({ length: Math.min(size, largest(wordings)) }, (_, round) =>
    order.flatMap((at) => (wordings[at]?.slice(round, round + 1) ?? []).map((sample) => ({ at, sample }))),
  );
  const dealt = rounds.flat().slice(0, size);
  const used = new Set(dealt.map(({ at }) => at));
  return { wordings: [...used].sort((a, b) => a - b), samples: dealt.map(({ sample }) => sample) };
}

const indexesOf = (list: readonly unknown[]) => list.map((_, index) => index);

/** `size` samples out of one wording: all of it where it has so many, else as many draws as are asked for. */
function alone(wordings: SamplesByVariant, at: number, { size, draws }: DrawCell, rng: Rng): readonly Draw[] {
  const own = wordings[at] ?? [];
  if (own.length < size) return [];
  if (own.length === size) return [{ wordings: [at], samples: own }];
  return Array.from({ length: draws }, () => ({ wordings: [at], samples: rng.shuffle(own).slice(0, size) }));
}

/** The same samples, dealt to variants of the same sizes, so that the variant carries no information. */
function relabelled(wordings: SamplesByVariant, rng: Rng): SamplesByVariant {
  const all = rng.shuffle(wordings.flat());
  return wordings.map(({ length }) => all.splice(0, length));
}

/** Every wording alone, or seeded draws of `cell.wordings` of them with the samples of each in a drawn order. */
function plainDraws(wordings: SamplesByVariant, cell: DrawCell, rng: Rng): readonly Draw[] {
  if (cell.wordings === 1) return indexesOf(wordings).flatMap((at) => alone(wordings, at, cell, rng));
  const all = wordings.reduce((sum, own) => sum + own.length, 0);
  if (all < cell.size || wordings.length < cell.wordings) return [];
  if (all === cell.size) return [{ wordings: indexesOf(wordings), samples: wordings.flat() }];
  return Array.from({ length: cell.draws }, () => {
    const order = rng.shuffle(indexesOf(wordings)).slice(0, cell.wordings);
    const drawn = wordings.map((own) => rng.shuffle(own));
    return deal(drawn, order, cell.size);
  }).filter(({ samples }) => samples.length === cell.size);
}

/** A placebo deals all samples of the task to its variants at random before every few draws. */
export function drawsOf(wordings: SamplesByVariant, cell: DrawCell, rng: Rng): readonly Draw[] {
  if (!cell.placebo) return plainDraws(wordings, cell, rng);
  const rounds = cell.wordings === 1 ? Math.max(1, Math.ceil(cell.draws / wordings.length)) : cell.draws;
  return Array.from({ length: rounds }, () => plainDraws(relabelled(wordings, rng), { ...cell, draws: 1 }, rng)).flat();
}

/** The usual number of samples of a task's largest wording: the median over tasks. */
export function usualSize(tasks: readonly SamplesByVariant[]): number {
  const sizes = tasks.map(largest).sort((a, b) => a - b);
  return Math.max(1, sizes[Math.floor((sizes.length - 1) / 2)] ?? 1);
}

/** One draw of each arm, for views that show one pick; the arms' values are means over all draws. */
function planArms(taskId: string, given: ImportedTask, { plan, imported: set }: ImportedDeps): readonly ArmSamples[] {
  const { wordings, cells } = cellsOf(given, set.plan);
  const first = (name: string) => {
    const cell = cells.find((each) => each.name === name);
    const rng = createRng(plan.seed).fork('crossed', taskId, name);
    return cell ? drawsOf(wordings, cell, rng)[0]?.samples : undefined;
  };
  const one = first(ONE) ?? [];
  const spread = first(SPREAD) ?? one;
  return plan.arms.map((arm) => ({ arm, samples: arm === 'mutation-ensemble' ? spread : one }));
}

type ImportedDeps = Pick<Deps, 'plan' | 'progress' | 'signal'> &
  StageStore & { readonly imported: NonNullable<Deps['imported']> };

/** Stage 2 where samples are given: their wordings are the variants. Tasks without samples are left out. */
export async function planImportedTasks(tasks: readonly Task[], deps: ImportedDeps): Promise<readonly PlannedTask[]> {
  const given = deps.imported.tasks;
  const own = tasks.filter(({ id }) => given.has(id));
  deps.progress.start('samples', own.length);
  return planEach(own, deps, ({ id }) => {
    const found = given.get(id) as ImportedTask;
    return { variants: found.variants, refusals: [], arms: planArms(id, found, deps) };
  });
}

export function samplesByVariant({ variants, programs }: ImportedTask): SamplesByVariant {
  const byVariant = new Map<string, Origin[]>(variants.map(({ id }) => [id, []]));
  for (const { variantId, sample } of programs) byVariant.get(variantId)?.push({ variantId, sample });
  return [...byVariant.values()]
    .map((own) => own.toSorted((a, b) => a.sample - b.sample))
    .filter((own) => own.length > 0);
}

/** The cells of a task, whose arms take as many samples as are wanted and one wording has. */
export function cellsOf(given: ImportedTask, plan: DrawPlan) {
  const wordings = samplesByVariant(given);
  const size = Math.min(plan.size, largest(wordings));
  const samples = wordings.reduce((sum, own) => sum + own.length, 0);
  return { wordings, cells: drawCells({ ...plan, size }, wordings.length, samples) };
}
