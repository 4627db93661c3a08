/**
 * Rival ways to spend an arm's calls on recorded samples, their questions answered by a script that is right with
 * probability 0.5 to 1: expected pass@1 in %, by how good the answers are, and from where a rival beats the arm that
 * spends as much without it (95 % interval over tasks above zero). The rule is `evidence` with 40 probes.
 *
 * npx tsx bench/rivals.ts [--sources hardeval,codet] [--levels 2] [--cache DIR] [--sandbox process] [--draws 2]
 *
 * HardEval: 5 programs of one wording (the ensemble: of five) and AgentCoder's 5 test replies; CodeT: 10 and 20 of each.
 * What a right answer is, most programs that pass the official tests say, out of all recorded ones; where neither output
 * is theirs the answer is drawn. A repair succeeds by becoming a recorded right program, which is generous.
 */

import { parseArgs } from 'node:util';
import { activeEnsembleRival } from '../agreement/rivals/active-ensemble-rival.ts';
import { distinguishRival } from '../agreement/rivals/distinguish-rival.ts';
import { judgeRival } from '../agreement/rivals/judge-rival.ts';
import type { ExecutedTask } from '../src/app/selection/matrix-file.ts';
import type { Origin } from '../src/core/program.ts';
import { createRng, type Rng } from '../src/core/random.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { judged } from './regimes/cuts.ts';
import { executedSources, REGIME_OPTIONS } from './regimes/regime-options.ts';
import { add, byTask, mean, type Table } from './regimes/tables.ts';
import {
  type ArmValue,
  askingValue,
  type Pools,
  plainValue,
  type RivalTask,
  repairedValue,
} from './rivals/drawn-arms.ts';
import { truthOf } from './rivals/scripted-oracle.ts';

const { values } = parseArgs({
  options: {
    ...REGIME_OPTIONS,
    sources: { type: 'string', default: 'hardeval,codet' },
    levels: { type: 'string', default: '2' },
  },
});
const SEED = 0;
const RIGHT = [0.5, 0.6, 0.7, 0.8, 0.9, 1];
/** A repair succeeds less often than an answer is right: Olausson et al. report 10 to 40 % for GPT-3.5 and GPT-4. */
const MENDED = [0, 0.1, 0.2, 0.3, 0.5, 1];

const range = (length: number) => Array.from({ length }, (_, at) => at);

/** The draws of a task: which samples each arm may take. */
function* poolsOf(source: string, { matrix }: RivalTask, budget: number, rng: Rng): Iterable<Pools> {
  const origins = matrix.candidates.flatMap((entry) => entry.origins);
  const variants = [...new Set(origins.map(({ variantId }) => variantId))].sort();
  const replies = new Map(
    matrix.tests.flatMap((entry) => entry.origins).map((origin) => [JSON.stringify(origin), origin]),
  );
  for (let draw = 0; draw < Number(values.draws); draw++) {
    const tests = rng.shuffle([...replies.values()]);
    if (source === 'codet') {
      const own = rng.shuffle(range(100)).map((sample): Origin => ({ variantId: variants[0] ?? '', sample }));
      const all = rng.shuffle(range(100)).map((sample): Origin => ({ ...(tests[0] as Origin), sample }));
      yield { own: own.slice(0, budget), spread: [], tests: tests.length > 0 ? all : [] };
      continue;
    }
    for (const part of new Set(variants.map((variant) => variant.split('/').slice(0, 2).join('/')))) {
      const wordings = rng.shuffle(variants.filter((variant) => variant.startsWith(`${part}/`)));
      const own = range(5).map((sample): Origin => ({ variantId: wordings[0] ?? '', sample }));
      const spread = wordings.slice(0, 5).map((variantId): Origin => ({ variantId, sample: rng.below(5) }));
      yield { own: rng.shuffle(own), spread, tests };
    }
  }
}

const calls: Table = new Map();
const table: Table = new Map();
function note(regime: string, row: string, taskId: string, { value, calls: made }: ArmValue): void {
  add(table, regime, row, taskId, value);
  add(calls, regime, row, taskId, made);
}
const cell = (name: string, right: number) => `${name} @${right}`;

async function measure(regime: string, task: RivalTask, { own, spread, tests: all }: Pools, budget: number, rng: Rng) {
  const { taskId } = task.matrix;
  const tests = all.slice(0, budget);
  note(regime, 'self-agreement', taskId, plainValue(task, own, tests));
  note(
    regime,
    'more-tests',
    taskId,
    plainValue(task, own.slice(0, Math.ceil(budget / 2)), all.slice(0, 2 * budget - Math.ceil(budget / 2)), 'max-pass'),
  );
  if (spread.length > 0) note(regime, 'mutation-ensemble', taskId, plainValue(task, spread, tests));
  const half = Math.ceil(budget / 2);
  for (const right of MENDED) {
    const repair = { programs: own.slice(0, half), tests, repairs: budget - half };
    note(
      regime,
      cell('self-repair', right),
      taskId,
      repairedValue(task, repair, { right, rng: rng.fork('repair', right) }),
    );
  }
  for (const right of RIGHT) {
    const options = (name: string) => ({ right, rng: rng.fork(name, right) });
    const judge = { programs: own, tests: tests.slice(0, budget - 2), questions: 2 };
    note(regime, cell('judge', right), taskId, await askingValue(judgeRival, task, judge, options('judge')));
    for (const questions of [1, 3]) {
      const asked = { programs: own, tests: tests.slice(0, budget - questions), questions };
      const name = `distinguish ${questions}`;
      note(regime, cell(name, right), taskId, await askingValue(distinguishRival, task, asked, options(name)));
    }
    for (const questions of [1, 3, 6]) {
      const asked = { programs: spread.length > 0 ? spread : own, tests, questions };
      const name = `active ${questions}`;
      note(regime, cell(name, right), taskId, await askingValue(activeEnsembleRival, task, asked, options(name)));
    }
  }
}

const percent = (value: number) => (100 * value).toFixed(1).padStart(5);

function print(regime: string): void {
  const rules = table.get(regime) ?? new Map<string, Map<string, number[]>>();
  const spent = (row: string) =>
    mean(byTask(calls.get(regime)?.get(row)))
      .toFixed(1)
      .padStart(5);
  process.stdout.write(
    `${regime}, ${rules.get('self-agreement')?.size} tasks, ${values.draws} draws, seed ${SEED}; calls per task, pass@1 in %\n`,
  );
  for (const row of ['self-agreement', 'mutation-ensemble', 'more-tests'].filter((name) => rules.has(name))) {
    process.stdout.write(
      `  ${row.padEnd(18)} ${spent(row)}  ${percent(mean(byTask(rules.get(row))))}${gapText(regime, row, 'self-agreement')}\n`,
    );
  }
  for (const name of ['self-repair', 'judge', 'distinguish 1', 'distinguish 3', 'active 1', 'active 3', 'active 6']) {
    const steps = name === 'self-repair' ? MENDED : RIGHT;
    const against =
      name.startsWith('active') && rules.has('mutation-ensemble') ? 'mutation-ensemble' : 'self-agreement';
    const figures = steps.map((right) => percent(mean(byTask(rules.get(cell(name, right))))));
    const pays = steps.find((right) => gapOf(regime, cell(name, right), against).low > 0);
    process.stdout.write(
      `  ${name.padEnd(18)} ${spent(cell(name, steps[0] ?? 0))}  ${figures.join(' ')}  at ${steps.join(' ')}; above ${against} ${pays === undefined ? 'nowhere' : `from ${pays}`}${gapText(regime, cell(name, 1), against)} at 1\n`,
    );
  }
}

function gapOf(regime: string, row: string, against: string) {
  const rules = table.get(regime);
  const rng = createRng(SEED).fork('rivals', regime, row);
  return pairedBootstrap(byTask(rules?.get(row)), byTask(rules?.get(against)), { rng });
}

function gapText(regime: string, row: string, against: string): string {
  if (row === against) return '';
  const { value, low, high } = gapOf(regime, row, against);
  const signed = (of: number) => `${of < 0 ? '' : '+'}${(100 * of).toFixed(1)}`;
  return `  ${signed(value)} [${signed(low)}, ${signed(high)}]`;
}

function rivalTask(task: ExecutedTask): RivalTask {
  const { matrix, passed } = judged(task, 40);
  return { matrix, codes: new Map(task.candidates.map(({ id, code }) => [id, code])), truth: truthOf(matrix, passed) };
}

for await (const [source, executed] of executedSources<'hardeval' | 'codet'>(values)) {
  const tasks = executed.map(rivalTask);
  for (const budget of source === 'codet' ? [10, 20] : [5]) {
    const regime = `${source} ${budget}`;
    for (const task of tasks) {
      const rng = createRng(SEED).fork('rivals', source, budget, task.matrix.taskId);
      for (const [at, pools] of [...poolsOf(source, task, budget, rng)].entries()) {
        await measure(regime, task, pools, budget, rng.fork('draw', at));
      }
    }
    print(regime);
  }
}
