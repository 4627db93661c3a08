import type { Origin } from '../../src/core/program.ts';
import { createRng } from '../../src/core/random.ts';
import { averaged, DEFAULT_RULE, type JudgedTask, meanOf, type TaskValues, taskValues } from './task-values.ts';

/** One row of a table: a way to take N programs of a task, over the tasks that have as many. */
export interface Condition {
  readonly name: string;
  /** Programs of a task. */
  readonly count: number;
  readonly tasks: readonly TaskValues[];
}

/** Rows of which the later ones are compared with others. */
export interface Family {
  readonly conditions: readonly Condition[];
  /** Names of pairs: the first against the second. */
  readonly pairs: readonly (readonly [Condition, Condition])[];
}

interface Pooled {
  readonly task: JudgedTask;
  /** Samples by cell, `model/temperature`, in their order. */
  readonly cells: ReadonlyMap<string, readonly Origin[]>;
}

const SEED = 0;
/** Where nearly all tasks have as many programs; the others of the row are said by its number of tasks. */
const FEWEST_TASKS = 0.9;

/** The samples of every cell of a task. */
export function pooled(task: JudgedTask): Pooled {
  const cells = new Map<string, Origin[]>();
  for (const origin of task.matrix.candidates.flatMap(({ origins }) => origins)) {
    cells.set(origin.variantId, [...(cells.get(origin.variantId) ?? []), origin]);
  }
  for (const own of cells.values()) own.sort((a, b) => a.sample - b.sample);
  return { task, cells };
}

function drawn(own: readonly Origin[], count: number, ...keys: (string | number)[]): readonly Origin[] {
  return createRng(SEED)
    .fork('difftrust', ...keys)
    .shuffle(own)
    .slice(0, count);
}

/** So many programs of a task, as many of each cell; null where one has too few. */
function ofCells({ task, cells }: Pooled, names: readonly string[], count: number, draws: number): TaskValues | null {
  const each = count / names.length;
  const own = names.map((name) => cells.get(name) ?? []);
  if (own.some((origins) => origins.length < each)) return null;
  const times = own.every((origins) => origins.length === each) ? 1 : draws;
  return taskValues(task, times, (draw) =>
    own.flatMap((origins, at) => drawn(origins, each, task.taskId, names[at] ?? '', count, draw)),
  );
}

/** The tasks' means over several ways; tasks that lack one are left out. */
function overWays(
  pools: readonly Pooled[],
  ways: readonly (readonly string[])[],
  count: number,
  draws: number,
): readonly TaskValues[] {
  return pools.flatMap((pool) => {
    const values = ways.flatMap((names) => ofCells(pool, names, count, draws) ?? []);
    return values.length === ways.length ? [averaged(values)] : [];
  });
}

/** The models of the cells, in alphabetical order. */
export function modelsOf(pools: readonly Pooled[]): readonly string[] {
  const names = new Set(pools.flatMap(({ cells }) => [...cells.keys()]));
  return [...new Set([...names].map((name) => name.split('/')[0] ?? ''))].sort();
}

/** N programs of one model at one temperature. */
export function byCount(pools: readonly Pooled[], counts: readonly number[], draws: number, temperature = 0.6): Family {
  const conditions = modelsOf(pools).flatMap((model) =>
    counts.flatMap((count): Condition[] => {
      const tasks = overWays(pools, [[`${model}/${temperature}`]], count, draws);
      return tasks.length >= FEWEST_TASKS * pools.length ? [{ name: model, count, tasks }] : [];
    }),
  );
  return { conditions, pairs: [] };
}

const TEMPERATURES = [0.2, 0.6, 1];

/** Models with samples at all three temperatures. */
export function modelsAtAllTemperatures(pools: readonly Pooled[]): readonly string[] {
  const names = new Set(pools.flatMap(({ cells }) => [...cells.keys()]));
  return modelsOf(pools).filter((model) => TEMPERATURES.every((t) => names.has(`${model}/${t}`)));
}

/** Temperatures alone and mixed, mean over models, at equal count. */
export function byTemperature(
  pools: readonly Pooled[],
  models: readonly string[],
  count: number,
  draws: number,
): Family {
  const ways = [...TEMPERATURES.map((t) => [t]), TEMPERATURES];
  const conditions = ways.map((temperatures) => ({
    name: temperatures.length === 1 ? `temperature ${temperatures[0]}` : 'three temperatures',
    count,
    tasks: overWays(
      pools,
      models.map((model) => temperatures.map((t) => `${model}/${t}`)),
      count,
      draws,
    ),
  }));
  const mixed = conditions.at(-1) as Condition;
  return { conditions, pairs: conditions.slice(0, -1).map((alone) => [mixed, alone] as const) };
}

/** One model against several, at equal count; of the single ones also the best, which is known only afterwards. */
export function byMixture(
  pools: readonly Pooled[],
  models: readonly string[],
  counts: readonly number[],
  draws: number,
  temperature = 0.6,
): Family {
  const cells = models.map((model) => `${model}/${temperature}`);
  const families = counts.map((count): Family => {
    const complete = pools.filter((pool) => cells.every((cell) => (pool.cells.get(cell) ?? []).length >= count));
    const single = cells.map((cell, at) => ({ model: models[at], tasks: overWays(complete, [[cell]], count, draws) }));
    const scoreOf = (tasks: readonly TaskValues[]) => meanOf(tasks.map(({ mean }) => mean[DEFAULT_RULE]));
    const best = single.toSorted((a, b) => scoreOf(b.tasks) - scoreOf(a.tasks))[0];
    const alone = {
      name: 'one model, mean',
      count,
      tasks: overWays(
        complete,
        cells.map((cell) => [cell]),
        count,
        draws,
      ),
    };
    const top = { name: `best model afterwards (${best?.model})`, count, tasks: best?.tasks ?? [] };
    const mixed = { name: `${models.length} models`, count, tasks: overWays(complete, [cells], count, draws) };
    return {
      conditions: [alone, top, mixed],
      pairs: [
        [mixed, alone],
        [mixed, top],
      ],
    };
  });
  return {
    conditions: families.flatMap(({ conditions }) => conditions),
    pairs: families.flatMap(({ pairs }) => pairs),
  };
}
