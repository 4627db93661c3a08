import type { ImportedTask } from '../../core/imported-samples.ts';
import type { Origin } from '../../core/program.ts';
import { createRng } from '../../core/random.ts';
import type { Task } from '../../core/task.ts';
import { type ArmSamples, type DrawCell, ONE, SPREAD } from '../../records/run-record.ts';
import type { Deps, StageStore } from '../deps.ts';
import { planEach } from '../plan-samples.ts';
import type { PlannedTask } from '../planned-task.ts';
import { type DrawPlan, drawCells, drawsOf, type SamplesByVariant } from './draw-samples.ts';

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

/** How many samples an arm takes of a task: as many as wanted, where one wording has them and all have them together. */
export function sizeOf(wordings: SamplesByVariant, wanted: number): number {
  return Math.min(wanted, Math.max(0, ...wordings.map((own) => own.length)));
}

export function cellsOf(
  given: ImportedTask,
  plan: DrawPlan,
): { readonly wordings: SamplesByVariant; readonly cells: readonly DrawCell[] } {
  const wordings = samplesByVariant(given);
  const size = sizeOf(wordings, plan.size);
  const samples = wordings.reduce((sum, own) => sum + own.length, 0);
  return { wordings, cells: drawCells({ ...plan, size }, wordings.length, samples) };
}
