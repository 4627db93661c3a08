import type { GivenTask } from '../../core/given-samples.ts';
import type { CrossedCell } from '../../records/crossed.ts';
import type { SampleRef } from '../plan-samples.ts';
import type { Wordings } from './cross-wordings.ts';
import { crossedCells, type GivenPlan } from './crossed-cells.ts';

/** The samples of each wording of a task, in the order of its variants. */
export function wordingsOf({ variants, programs }: GivenTask): Wordings {
  const byVariant = new Map<string, SampleRef[]>(variants.map(({ id }) => [id, []]));
  for (const { variantId, sample } of programs) byVariant.get(variantId)?.push({ variantId, sample });
  return [...byVariant.values()]
    .map((own) => own.toSorted((a, b) => a.sample - b.sample))
    .filter((own) => own.length > 0);
}

/** How many samples an arm takes of a task: as many as wanted, where one wording has them and all have them together. */
export function sizeOf(wordings: Wordings, wanted: number): number {
  return Math.min(wanted, Math.max(0, ...wordings.map((own) => own.length)));
}

/** The wordings of a task that is given, and its cells. */
export function cellsOf(
  given: GivenTask,
  plan: GivenPlan,
): { readonly wordings: Wordings; readonly cells: readonly CrossedCell[] } {
  const wordings = wordingsOf(given);
  const size = sizeOf(wordings, plan.size);
  const samples = wordings.reduce((sum, own) => sum + own.length, 0);
  return { wordings, cells: crossedCells({ ...plan, size }, wordings.length, samples) };
}
