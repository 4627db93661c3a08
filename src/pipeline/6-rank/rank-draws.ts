import { hashOf } from '../../core/hash.ts';
import { type ConsensusSet, compareSets, type ExecutionMatrix, type Scorer } from '../../core/matrix.ts';
import { createRng } from '../../core/random.ts';
import type { Weighted } from '../../records/run-record.ts';
import type { Deps } from '../deps.ts';
import { cellsOf, type Draw, drawsOf } from '../imported-samples.ts';
import { armMatrix } from '../plan-samples.ts';

export function rankDraw(matrix: ExecutionMatrix, draw: Draw, scorer: Scorer, at: ReadonlyMap<string, number>) {
  const { wordings, samples } = draw;
  const part = armMatrix(matrix, samples);
  const { sets } = scorer.rank(part);
  const [first] = sets as readonly [ConsensusSet?];
  const weighted = (candidates: readonly number[]): Weighted[] => {
    const weights = new Map<number, number>();
    for (const index of candidates) {
      const entry = part.candidates[index];
      const place = entry && at.get(entry.id);
      if (entry && place !== undefined) weights.set(place, (weights.get(place) ?? 0) + entry.weight);
    }
    return [...weights];
  };
  const pool = weighted(part.candidates.map((_, index) => index));
  const tied = first ? sets.filter((set) => compareSets(set, first) === 0).flatMap(({ candidates }) => candidates) : [];
  return { wordings, pool, best: tied.length > 0 ? weighted(tied) : pool, abstained: tied.length === 0 };
}

/** Stage 6 for imported samples: every draw of every cell that is not on record. */
export async function rankDraws(
  tasks: readonly { readonly matrix: ExecutionMatrix }[],
  { imported, scorer, plan, store, progress }: Pick<Deps, 'imported' | 'scorer' | 'plan' | 'store' | 'progress'>,
): Promise<void> {
  if (!imported) return;
  progress.start('rank draws', tasks.length);
  const log = store.log('draws');
  for (const { matrix } of tasks) {
    const { taskId } = matrix;
    const found = imported.tasks.get(taskId);
    const candidateIds = matrix.candidates.map(({ id }) => id);
    const at = new Map(candidateIds.map((id, index) => [id, index]));
    const { wordings, cells } = found ? cellsOf(found, imported.plan) : { wordings: [], cells: [] };
    const content = hashOf(candidateIds, matrix.verdicts, matrix.given ?? null, matrix.probes ?? null, wordings);
    for (const cell of cells) {
      const key = hashOf('crossed', taskId, scorer.name, cell, content, plan.seed);
      if (log.get(key)) continue;
      const draws = drawsOf(wordings, cell, createRng(plan.seed).fork('crossed', taskId, cell.name));
      const firsts = new Set(draws.map(({ wordings: [first] }) => first));
      await log.append({
        key,
        taskId,
        scorer: scorer.name,
        cell: cell.name,
        wordings: cell.wordings,
        size: cell.size,
        // Each wording once, or all samples at once: no other way to fill the arm is left.
        exact: draws.length === 1 || (cell.wordings === 1 && firsts.size === draws.length),
        candidateIds,
        draws: draws.map((draw) => rankDraw(matrix, draw, scorer, at)),
      });
    }
    progress.advance();
  }
}
