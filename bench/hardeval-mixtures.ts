/**
 * Models mixed against wordings mixed, at equal count, on HardEval's programs of one level of detail: four programs of one
 * model and one wording, of one model and four wordings, of four models and one wording, and of four models with a wording
 * of its own each. AgentCoder's tests, HardEval's own verdicts (HumanEval+).
 *
 * npx tsx bench/hardeval-mixtures.ts [--level 2] [--cache DIR] [--sandbox auto] [--probes 40] [--draws 24]
 *   [--out .cache/hardeval/mixtures.json]
 *
 * Programs, tests and probes are executed once and kept in DIR, as those of bench/regimes.ts; the same command goes on
 * where it was ended. A task's value is its mean over draws (seed 0) and over models where there is one of them; intervals
 * are over tasks, differences paired.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRng } from '../src/core/random.ts';
import { markdownTable } from '../src/reporters/tables/markdown.ts';
import { type Condition, modelsOf, pooled } from './difftrust/conditions.ts';
import { conditionsTable, pairsTable } from './difftrust/difftrust-tables.ts';
import { averaged, DEFAULT_RULE, meanOf, type TaskValues, taskValues } from './difftrust/task-values.ts';
import { writeTableFile } from './published/table-file.ts';
import { judged } from './regimes/cuts.ts';
import { executedPools } from './regimes/execute-pools.ts';
import { executedFolder } from './regimes/executed-folder.ts';

const { values } = parseArgs({
  options: {
    level: { type: 'string', default: '2' },
    cache: { type: 'string' },
    sandbox: { type: 'string', default: 'auto' },
    probes: { type: 'string', default: '40' },
    draws: { type: 'string', default: '24' },
    out: { type: 'string', default: join('.cache', 'hardeval', 'mixtures.json') },
  },
});
const level = Number(values.level);
const draws = Number(values.draws);
const executed = await executedPools('hardeval', executedFolder(values.cache), values.sandbox, { levels: [level] });
const pools = executed.map((task) => pooled({ taskId: task.taskId, ...judged(task, Number(values.probes)) }));
const models = modelsOf(pools);
const COUNT = models.length;

/** Four programs: of which model and of which of the shuffled wordings each is, by its number. */
type Way = (at: number) => { readonly model: string; readonly wording: number };

function valuesOf(pool: (typeof pools)[number], name: string, way: Way): TaskValues {
  const wordings = [...new Set([...pool.cells.keys()].map((cell) => cell.split('/')[2] ?? ''))].sort();
  return taskValues(pool.task, draws, (draw) => {
    const rng = createRng(0).fork('hardeval-mixtures', pool.task.taskId, name, draw);
    const order = rng.shuffle(wordings);
    const taken = new Set<unknown>();
    return Array.from({ length: COUNT }, (_, at) => {
      const { model, wording } = way(at);
      const own = pool.cells.get(`${model}/${level}/${order[wording]}`) ?? [];
      const [found] = rng.shuffle(own.filter((origin) => !taken.has(origin)));
      if (!found) throw new Error(`${pool.task.taskId}: ${model} has too few programs of a wording`);
      taken.add(found);
      return found;
    });
  });
}

const condition = (name: string, ways: readonly Way[]): Condition => ({
  name,
  count: COUNT,
  tasks: pools.map((pool) => averaged(ways.map((way, at) => valuesOf(pool, `${name} ${at}`, way)))),
});
const single = (wordingOf: (at: number) => number) =>
  models.map(
    (model): Way =>
      (at) => ({ model, wording: wordingOf(at) }),
  );
const mixed = (wordingOf: (at: number) => number): Way[] => [
  (at) => ({ model: models[at] ?? '', wording: wordingOf(at) }),
];
const one = () => 0;
const own = (at: number) => at;

const plain = condition('one model, one wording', single(one));
const wordings = condition(`one model, ${COUNT} wordings`, single(own));
const mixture = condition(`${COUNT} models, one wording`, mixed(one));
const both = condition(`${COUNT} models, ${COUNT} wordings`, mixed(own));
const ofModels = models.flatMap((model) => [
  condition(`${model}, one wording`, [() => ({ model, wording: 0 })]),
  condition(`${model}, ${COUNT} wordings`, [(at) => ({ model, wording: at })]),
]);
const scoreOf = ({ tasks }: Condition) => meanOf(tasks.map(({ mean }) => mean[DEFAULT_RULE]));
const [best = plain] = ofModels.toSorted((a, b) => scoreOf(b) - scoreOf(a));
const family = {
  conditions: [plain, wordings, mixture, both, ...ofModels],
  pairs: [
    [wordings, plain],
    [mixture, plain],
    [both, plain],
    [both, wordings],
    [both, mixture],
    [mixture, wordings],
    [both, best],
  ] as const,
};
const note = `${COUNT} programs a task of level ${level}; one model: mean over ${models.join(', ')}.`;
const tables = [
  conditionsTable('hardeval-mixture', 'Models and wordings, alone and mixed at equal count', note, family),
  pairsTable('hardeval-mixture-pairs', 'Mixtures compared', family),
];
for (const table of tables) process.stdout.write(`${markdownTable(table)}\n`);
writeTableFile(values.out, tables);
