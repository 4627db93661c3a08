/**
 * The tables of the study of approaches (reports/published/approaches), from a finished run of the recorded pools.
 *
 * npx tsx data/recordings/record-pool.ts …  (once per model)
 * cat POOL*\/programs.jsonl > programs.jsonl; cat POOL*\/tests.jsonl > tests.jsonl
 * npx mutagree run --dataset HumanEvalPlus.jsonl.gz --samples programs.jsonl --tests tests.jsonl --out STUDY
 * npx tsx bench/published/approaches.ts --study STUDY --pool programs.jsonl --tests tests.jsonl
 *
 * Nothing is executed. A task counts once, with its mean over the models; intervals are paired bootstraps over tasks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scorers } from '../../agreement/index.ts';
import type { ExecutionMatrix, Scorer } from '../../src/core/matrix.ts';
import { createRng, type Rng } from '../../src/core/random.ts';
import { rankDraw } from '../../src/pipeline/6-rank/rank-draws.ts';
import type { SampleRef } from '../../src/pipeline/plan-samples.ts';
import type { RunRecord } from '../../src/records/run-record.ts';
import { numberCell, percentCell, type Table, type TableCell } from '../../src/reporters/tables/table.ts';
import { meanOf } from '../../src/statistics/bootstrap.ts';
import { holmAdjust } from '../../src/statistics/holm.ts';
import { meanInterval } from '../../src/statistics/mean-interval.ts';
import { pairedBootstrap } from '../../src/statistics/paired-bootstrap.ts';
import { signFlipTest } from '../../src/statistics/sign-flip-test.ts';
import { loadStudy } from '../../src/store/load-study.ts';
import { publishTables } from './publish-tables.ts';

const { values } = parseArgs({
  options: {
    study: { type: 'string', default: join('.cache', 'approaches', 'study') },
    pool: { type: 'string', default: join('.cache', 'approaches', 'programs.jsonl') },
    tests: { type: 'string', default: join('.cache', 'approaches', 'tests.jsonl') },
    out: { type: 'string', default: join('reports', 'published', 'approaches') },
    draws: { type: 'string', default: '40' },
  },
});
const SEED = 0;
const SIZE = 5;
const ORIGINAL = 'original';
const DRAWS = Number(values.draws);
const rule = (name: string) => scorers.find((scorer) => scorer.name === name) as Scorer;

interface PoolLine {
  readonly task_id: string;
  readonly model: string;
  readonly variant: string;
  readonly sample: number;
  readonly tokens: { readonly prompt: number; readonly reply: number };
}
const poolLines = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PoolLine);
const pool = poolLines(values.pool);
const tests = poolLines(values.tests);
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** Tokens of samples where all of one prompt are one call, which reads it once. */
function tokensOf(lines: readonly PoolLine[]): number {
  const prompts = new Map(lines.map((line) => [line.variant, line.tokens.prompt]));
  return sum([...prompts.values()]) + sum(lines.map(({ tokens }) => tokens.reply));
}

/** The samples of one task and model by the prompt that they answer. */
interface TaskPool {
  readonly matrix: ExecutionMatrix;
  readonly byPrompt: ReadonlyMap<string, readonly SampleRef[]>;
  readonly passed: ReadonlySet<string>;
  /** Programs of the original prompt that cost as much as one of each prompt. */
  readonly affordable: number;
}

const promptOf = ({ variantId }: SampleRef) => variantId.split('::').at(-1) as string;

function taskPools(record: RunRecord): TaskPool[] {
  const official = new Map(
    record.official.map(({ taskId, candidateId, passed }) => [`${taskId} ${candidateId}`, passed]),
  );
  return record.matrices.map((matrix) => {
    const byPrompt = new Map<string, SampleRef[]>();
    for (const { origins } of matrix.candidates) {
      for (const ref of origins) byPrompt.set(promptOf(ref), [...(byPrompt.get(promptOf(ref)) ?? []), ref]);
    }
    const own = pool.filter((line) => line.task_id === matrix.taskId && line.model === record.manifest.model.id);
    const original = own.filter(({ variant }) => variant === ORIGINAL);
    const spent = tokensOf([...new Map(own.map((line) => [line.variant, line])).values()]);
    const counts = original.map((_, at) => at + 1).filter((count) => tokensOf(original.slice(0, count)) <= spent);
    const passed = matrix.candidates.flatMap(({ id }) => (official.get(`${matrix.taskId} ${id}`) ? [id] : []));
    return { matrix, byPrompt, passed: new Set(passed), affordable: Math.max(SIZE, counts.at(-1) ?? SIZE) };
  });
}

type Draw = (pool: TaskPool, rng: Rng) => readonly SampleRef[];
const some = (refs: readonly SampleRef[], count: number, rng: Rng) => rng.shuffle(refs).slice(0, count);
const originals =
  (count: (own: TaskPool) => number): Draw =>
  (own, rng) =>
    some(own.byPrompt.get(ORIGINAL) ?? [], count(own), rng);
const approachesOf = ({ byPrompt }: TaskPool) => [...byPrompt].filter(([name]) => name !== ORIGINAL);

/** Which samples an arm takes in one draw. */
const ARMS: Readonly<Record<string, Draw>> = {
  single: originals(() => 1),
  original: originals(() => SIZE),
  'original, equal tokens': originals(({ affordable }) => affordable),
  approaches: ({ byPrompt }, rng) => [...byPrompt.values()].flatMap((own) => some(own, 1, rng)),
  'approaches without the original': (own, rng) => {
    const refs = approachesOf(own).map(([, samples]) => rng.shuffle(samples));
    return rng.shuffle([
      ...refs.map(([first]) => first as SampleRef),
      ...some(
        refs.flatMap(([, ...rest]) => rest),
        1,
        rng,
      ),
    ]);
  },
  'approaches, labels shuffled': (own, rng) => {
    const each = Math.min(...approachesOf(own).map(([, refs]) => refs.length));
    return some(
      [...own.byPrompt.values()].flatMap((refs) => some(refs, each, rng)),
      SIZE,
      rng,
    );
  },
};

interface Value {
  readonly right: number;
  readonly covered: number;
  readonly behaviours: number;
}

function drawValue({ matrix, passed }: TaskPool, samples: readonly SampleRef[], scorer: Scorer): Value {
  const at = new Map(matrix.candidates.map(({ id }, index) => [id, index]));
  const isRight = (place: number) => passed.has(matrix.candidates[place]?.id ?? '');
  const { best, pool: all } = rankDraw(matrix, { wordings: [], samples }, scorer, at);
  const weight = sum(best.map(([, count]) => count));
  const behaviour = (place: number) => JSON.stringify([matrix.verdicts[place], matrix.probes?.outputs[place] ?? null]);
  return {
    right: weight === 0 ? 0 : sum(best.map(([place, count]) => (isRight(place) ? count : 0))) / weight,
    covered: all.some(([place]) => isRight(place)) ? 1 : 0,
    behaviours: new Set(all.map(([place]) => behaviour(place))).size,
  };
}

function meanValue(own: TaskPool, arm: string, scorer: Scorer): Value {
  const rng = createRng(SEED).fork(own.matrix.taskId, arm);
  const draws = Array.from({ length: DRAWS }, () => drawValue(own, (ARMS[arm] as Draw)(own, rng), scorer));
  const mean = (field: keyof Value) => meanOf(draws.map((value) => value[field]));
  return { right: mean('right'), covered: mean('covered'), behaviours: mean('behaviours') };
}

const { runs } = await loadStudy(values.study);
const poolsOf = new Map(runs.map((record) => [record.manifest.model.id, taskPools(record)]));
const taskIds = (poolsOf.values().next().value ?? [])
  .map(({ matrix }) => matrix.taskId)
  .filter((id) => [...poolsOf.values()].every((pools) => pools.some(({ matrix }) => matrix.taskId === id)));

const cache = new Map<string, Value>();
/** By task: the mean over the models named. */
function valuesOf(arm: string, scorer: string, models: readonly string[], field: keyof Value = 'right'): number[] {
  return taskIds.map((id) =>
    meanOf(
      models.map((model) => {
        const key = JSON.stringify([arm, scorer, model, id]);
        const own = (poolsOf.get(model) ?? []).find(({ matrix }) => matrix.taskId === id) as TaskPool;
        const value = cache.get(key) ?? meanValue(own, arm, rule(scorer));
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
  readonly field?: keyof Value;
}
const PAIR = ['approaches', 'original'] as const;
const contrasts: readonly Contrast[] = [
  { name: 'primary: equal programs', of: PAIR, scorer: 'evidence', group: models },
  { name: 'primary: equal tokens', of: ['approaches', 'original, equal tokens'], scorer: 'evidence', group: models },
  { name: 'with codet', of: PAIR, scorer: 'codet', group: models },
  ...models.map((model) => ({ name: model, of: PAIR, scorer: 'evidence', group: [model] })),
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

const promptNames = [...new Set(pool.map(({ variant }) => variant))];
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
        .flatMap(({ matrix, passed, byPrompt }) => {
          const count = byPrompt.get(name)?.length ?? 0;
          const right = sum(
            matrix.candidates.map(({ id, origins }) =>
              passed.has(id) ? origins.filter((ref) => promptOf(ref) === name).length : 0,
            ),
          );
          return count === 0 ? [] : [right / count];
        });
      return [
        model,
        name,
        numberCell(lines.length, 'count'),
        numberCell(meanOf(shares), 'percent'),
        numberCell(meanOf(lines.map(({ tokens }) => tokens.prompt)), 'number'),
        numberCell(meanOf(lines.map(({ tokens }) => tokens.reply)), 'number'),
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
const spent = (lines: readonly PoolLine[]) => sum(lines.map(({ tokens }) => tokens.reply));
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

publishTables(values.out, {
  title: 'Approaches against more samples',
  summary: `${models.join(', ')}; ${taskIds.length} tasks of HumanEval+, ${pool.length} programs.`,
  pictures: {},
  tables: [gains, arms, prompts, choice],
});
process.stdout.write(`${taskIds.length} tasks, ${models.length} models in ${values.out}\n`);
