/**
 * The tables of the study of approaches (reports/published/approaches), from a finished run of the recorded pools.
 *
 * npx tsx data/recordings/record-pool.ts …  (once per model)
 * cat POOL*\/programs.jsonl > programs.jsonl; cat POOL*\/tests.jsonl > tests.jsonl
 * npx mutagree run --dataset HumanEvalPlus.jsonl.gz --samples programs.jsonl --tests tests.jsonl --out STUDY
 * npx tsx bench/published/approaches.ts --study STUDY --pool programs.jsonl --tests tests.jsonl
 *   [--tasks MBPP] [--out DIR] [--picks FILE]  (picks for bench/fit-confidence.ts --picks FILE)
 *
 * Nothing is executed. A task counts once, with its mean over the models; intervals are paired bootstraps over tasks.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scorers } from '../../agreement/index.ts';
import { type PoolRecord, poolRecord } from '../../data/recordings/pool-record.ts';
import type { Scorer } from '../../src/core/matrix.ts';
import { createRng } from '../../src/core/random.ts';
import { numberCell, percentCell, type Table, type TableCell } from '../../src/reporters/tables/table.ts';
import { meanOf } from '../../src/statistics/bootstrap.ts';
import { holmAdjust } from '../../src/statistics/holm.ts';
import { meanInterval } from '../../src/statistics/mean-interval.ts';
import { pairedBootstrap } from '../../src/statistics/paired-bootstrap.ts';
import { signFlipTest } from '../../src/statistics/sign-flip-test.ts';
import { loadStudy } from '../../src/store/study-directory.ts';
import { ARMS, meanValue, rightShare, type TaskPool, taskPools } from './approach-arms.ts';
import { calibrationTables, picksOf } from './approach-calibration.ts';
import type { DrawnValue } from './drawn-values.ts';
import { publishTables } from './publish-tables.ts';

const { values } = parseArgs({
  options: {
    study: { type: 'string', default: join('.cache', 'approaches', 'study') },
    pool: { type: 'string', default: join('.cache', 'approaches', 'programs.jsonl') },
    tests: { type: 'string', default: join('.cache', 'approaches', 'tests.jsonl') },
    out: { type: 'string', default: join('reports', 'published', 'approaches') },
    tasks: { type: 'string', default: 'HumanEval+' },
    draws: { type: 'string', default: '40' },
    picks: { type: 'string' },
  },
});
const SEED = 0;
const DRAWS = Number(values.draws);
const rule = (name: string) => scorers.find((scorer) => scorer.name === name) as Scorer;

const readPool = (file: string): PoolRecord[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => poolRecord.parse(JSON.parse(line)));
const pool = readPool(values.pool);
const tests = readPool(values.tests);

const { runs } = await loadStudy(values.study);
const poolsOf = new Map(runs.map((record) => [record.manifest.model.id, taskPools(record, pool)]));
const promptNames = [...new Set(pool.flatMap(({ variant }) => variant ?? []))];
const countOf = (records: readonly PoolRecord[], model: string, id: string, name: string | undefined) =>
  records.filter((each) => each.model === model && each.task_id === id && each.variant === name).length;
const wanted = [...promptNames.map((name) => [pool, name] as const), [tests, undefined] as const].map(
  ([records, name]) => ({
    records,
    name,
    most: Math.max(...records.map((r) => countOf(records, r.model, r.task_id, name))),
  }),
);
/** Of both models all samples of all prompts, and all tests: a recording that was stopped has tasks without. */
const isComplete = (model: string, id: string) =>
  wanted.every(({ records, name, most }) => countOf(records, model, id, name) === most);
const taskIds = [...new Set(pool.map(({ task_id }) => task_id))].filter((id) =>
  [...poolsOf].every(([model, pools]) => isComplete(model, id) && pools.some(({ matrix }) => matrix.taskId === id)),
);

const cache = new Map<string, DrawnValue>();
/** By task: the mean over the models named. */
function valuesOf(arm: string, scorer: string, models: readonly string[], field: keyof DrawnValue = 'right'): number[] {
  return taskIds.map((id) =>
    meanOf(
      models.map((model) => {
        const key = JSON.stringify([arm, scorer, model, id]);
        const own = (poolsOf.get(model) ?? []).find(({ matrix }) => matrix.taskId === id) as TaskPool;
        const value = cache.get(key) ?? meanValue(own, arm, rule(scorer), DRAWS);
        cache.set(key, value);
        return value[field];
      }),
    ),
  );
}

const models = [...poolsOf.keys()];
const groups = models.length > 1 ? [models, ...models.map((model) => [model])] : [models];
const named = (group: readonly string[]) => (group.length > 1 ? 'both' : (group[0] ?? ''));

const arms: Table = {
  id: 'approaches-arms',
  caption: 'Arms by model and rule',
  note: `Expected pass@1 in percent, mean over ${DRAWS} draws, 95 % intervals over tasks; one of them right: share of draws with a right program; behaviours: distinct rows of verdicts and probe outputs.`,
  head: ['models', 'arm', 'evidence', 'codet', 'one of them right', 'behaviours'],
  rows: groups.flatMap((group) =>
    Object.keys(ARMS).map((arm): TableCell[] => [
      named(group),
      arm,
      percentCell(meanInterval(valuesOf(arm, 'evidence', group))),
      percentCell(meanInterval(valuesOf(arm, 'codet', group))),
      numberCell(meanOf(valuesOf(arm, 'evidence', group, 'covered')), 'percent'),
      numberCell(meanOf(valuesOf(arm, 'evidence', group, 'behaviours')), 'number'),
    ]),
  ),
};

interface Contrast {
  readonly name: string;
  readonly of: readonly [string, string];
  readonly scorer: string;
  readonly group: readonly string[];
  readonly field?: keyof DrawnValue;
}
const PAIR = ['approaches', 'original'] as const;
const contrasts: readonly Contrast[] = [
  { name: 'primary: equal programs', of: PAIR, scorer: 'evidence', group: models },
  { name: 'primary: equal tokens', of: ['approaches', 'original, equal tokens'], scorer: 'evidence', group: models },
  { name: 'with codet', of: PAIR, scorer: 'codet', group: models },
  ...(models.length > 1 ? models : []).map((model) => ({ name: model, of: PAIR, scorer: 'evidence', group: [model] })),
  {
    name: 'without the original',
    of: ['approaches without the original', 'original'],
    scorer: 'evidence',
    group: models,
  },
  { name: 'placebo', of: ['approaches', 'approaches, labels shuffled'], scorer: 'evidence', group: models },
  { name: 'one of five right', of: PAIR, scorer: 'evidence', group: models, field: 'covered' },
];
const measured = contrasts.map(({ name, of: [first, second], scorer, group, field }) => {
  const [a, b] = [valuesOf(first, scorer, group, field), valuesOf(second, scorer, group, field)];
  const gain = pairedBootstrap(a, b, { rng: createRng(SEED).fork('approaches', name) });
  return { name, first, second, a: meanOf(a), b: meanOf(b), gain, p: signFlipTest(a.map((x, at) => x - (b[at] ?? 0))) };
});
const PRIMARY = 2;
const adjusted = [
  ...measured.slice(0, PRIMARY).map(({ p }) => p),
  ...holmAdjust(measured.slice(PRIMARY).map(({ p }) => p)),
];
const gains: Table = {
  id: 'approaches-gains',
  caption: 'Gains, paired by task',
  note: 'In points, 95 % paired bootstrap over tasks. p: signs of the tasks’ differences changed; the secondary ones corrected by Holm together.',
  head: ['contrast', 'of', 'against', '%', '% against', 'gain', 'p', 'corrected'],
  rows: measured.map(({ name, first, second, a, b, gain, p }, at): TableCell[] => [
    name,
    first,
    second,
    numberCell(a, 'percent'),
    numberCell(b, 'percent'),
    { ...gain, unit: 'points' },
    numberCell(p, 'p'),
    numberCell(adjusted[at] ?? 1, 'p'),
  ]),
};

const prompts: Table = {
  id: 'approaches-prompts',
  caption: 'Right programs by prompt',
  note: 'Share of right programs in percent (mean over tasks), and mean tokens of a prompt and of a reply.',
  head: ['model', 'prompt', 'programs', 'right', 'prompt tokens', 'reply tokens'],
  rows: models.flatMap((model) =>
    promptNames.map((name): TableCell[] => {
      const lines = pool.filter(
        (line) => line.model === model && line.variant === name && taskIds.includes(line.task_id),
      );
      const shares = (poolsOf.get(model) ?? [])
        .filter(({ matrix }) => taskIds.includes(matrix.taskId))
        .flatMap((own) => rightShare(own, name) ?? []);
      return [
        model,
        name,
        numberCell(lines.length, 'count'),
        numberCell(meanOf(shares), 'percent'),
        numberCell(meanOf(lines.flatMap(({ tokens }) => tokens.prompt ?? [])), 'number'),
        numberCell(meanOf(lines.flatMap(({ tokens }) => tokens.reply ?? [])), 'number'),
      ];
    }),
  ),
};

/** The arm that the tasks and models left in would have chosen, and its gain where it was left out. */
function chosenBy(kept: readonly number[], group: readonly string[]): boolean {
  const [a, b] = PAIR.map((arm) => valuesOf(arm, 'evidence', group)) as [number[], number[]];
  return meanOf(kept.map((at) => (a[at] ?? 0) - (b[at] ?? 0))) > 0;
}
const FOLDS = 10;
const everyTask = taskIds.map((_, at) => at);
const folds = Array.from({ length: FOLDS }, (_, fold) =>
  chosenBy(
    everyTask.filter((at) => at % FOLDS !== fold),
    models,
  ),
);
const leftOut =
  models.length > 1
    ? models.map((model) =>
        chosenBy(
          everyTask,
          models.filter((each) => each !== model),
        ),
      )
    : [];
const spent = (records: readonly PoolRecord[]) => records.reduce((sum, { tokens }) => sum + (tokens.reply ?? 0), 0);
const choice: Table = {
  id: 'approaches-choice',
  caption: 'How firm the choice is, and what the study took',
  note: 'How often the part that is left would choose the approaches by its mean gain; tokens that the models wrote, of all recorded samples.',
  head: ['what', 'count', 'of'],
  rows: [
    ['folds of tasks left out', numberCell(folds.filter(Boolean).length, 'count'), String(FOLDS)],
    ['models left out', numberCell(leftOut.filter(Boolean).length, 'count'), String(leftOut.length)],
    ['tasks in the contrasts', numberCell(taskIds.length, 'count'), ''],
    ['tokens of programs', numberCell(spent(pool), 'count'), ''],
    ['tokens of tests', numberCell(spent(tests), 'count'), ''],
  ],
};

const judged = new Map(
  [...poolsOf].map(([model, pools]) => [model, pools.filter(({ matrix }) => taskIds.includes(matrix.taskId))]),
);
const picks = picksOf(judged, rule('evidence'), DRAWS);
if (values.picks) writeFileSync(values.picks, JSON.stringify(picks));

publishTables(values.out, {
  title: 'Approaches against more samples',
  summary: `${models.join(', ')}; ${taskIds.length} tasks of ${values.tasks}, ${pool.length} programs.`,
  pictures: {},
  tables: [gains, arms, prompts, choice, ...calibrationTables(picks, 'evidence')],
});
process.stdout.write(`${taskIds.length} tasks, ${models.length} models in ${values.out}\n`);
