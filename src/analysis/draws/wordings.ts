import { groupBy } from '../../core/group-by.ts';
import { ONE, type RunRecord } from '../../records/run-record.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { drawValues } from './draw-values.ts';

/** By wording (its place in a task's list), the tasks' values. */
function byWording(record: RunRecord, field: 'value' | 'random'): Map<number, number[]> {
  const tasks = [...(drawValues(record).get(ONE)?.values() ?? [])];
  const means = tasks.flatMap(({ draws }) =>
    [...groupBy(draws, ({ wordings: [only = 0] }) => only)].map(([wording, own]) => ({
      wording,
      value: meanOf(own.map((draw) => draw[field])),
    })),
  );
  const found = [...groupBy(means, ({ wording }) => wording)];
  return new Map(found.map(([wording, own]) => [wording, own.map(({ value }) => value)]));
}

/** pass@1 of selecting within one wording: best (known only afterwards), mean, worst; null without two. */
export function wordingSpread(record: RunRecord) {
  const all = [...byWording(record, 'value').values()];
  const tasks = Math.max(0, ...all.map(({ length }) => length));
  const means = all.filter(({ length }) => length === tasks).map(meanOf);
  if (means.length < 2) return null;
  return { wordings: means.length, best: Math.max(...means), mean: meanOf(means), worst: Math.min(...means) };
}

/** By task, the right samples of each of its wordings, from all samples of a run of imported samples; null of one without. */
export function wordingCounts(record: RunRecord) {
  const one = drawValues(record).get(ONE);
  const size = (record.draws ?? []).reduce((most, cell) => (cell.cell === ONE ? Math.max(most, cell.size) : most), 0);
  if (!one || size < 2) return null;
  const counts = [...one].map(
    ([taskId, { draws }]) =>
      [taskId, draws.map(({ random }) => ({ right: Math.round(random * size), samples: size }))] as const,
  );
  return new Map(counts);
}

/** How many pairs of runs are in another order under one wording alone than over all; ties are no change. */
export function rankingChanges(runs: readonly RunRecord[]) {
  const tables = runs.map((record) => {
    const wordings = new Map([...byWording(record, 'random')].map(([wording, values]) => [wording, meanOf(values)]));
    return { wordings, all: meanOf([...wordings.values()]) };
  });
  let compared = 0;
  let turned = 0;
  for (const [at, a] of tables.entries()) {
    for (const b of tables.slice(at + 1)) {
      for (const [wording, mine] of a.wordings) {
        const theirs = b.wordings.get(wording);
        if (theirs === undefined) continue;
        compared++;
        if ((mine - theirs) * (a.all - b.all) < 0) turned++;
      }
    }
  }
  return { compared, turned };
}
