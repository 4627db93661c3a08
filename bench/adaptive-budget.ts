/**
 * Calls that `run --adaptive` would have saved on recorded samples, and what it costs in pass@1.
 *
 * npx tsx bench/adaptive-budget.ts --matrix FILE [--budget 100] [--rounds 10] [--draws 5] [--scorer fusion]
 * [--fewest-tests 0,10,20,30] [--seed 0]
 *
 * FILE as for bench/fit-confidence. A task asks for its budget in equal rounds of programs and test replies, in a drawn
 * order, until the rule of agreement/stopping-rule stops it. Intervals are over tasks.
 */
import { parseArgs } from 'node:util';
import { findScorer } from '../agreement/index.ts';
import { stopReason } from '../agreement/stopping-rule.ts';
import type { JudgedMatrix } from '../src/analysis/arms/selection-scores.ts';
import { restrictMatrix } from '../src/core/matrix.ts';
import { createRng } from '../src/core/random.ts';
import { bootstrapMean } from '../src/statistics/bootstrap.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { passAtKOf, readJudgedTasks } from './executed-tasks.ts';

const { values } = parseArgs({
  options: {
    matrix: { type: 'string' },
    budget: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '10' },
    draws: { type: 'string', default: '5' },
    scorer: { type: 'string', default: 'fusion' },
    'fewest-tests': { type: 'string', default: '0,10,20,30' },
    seed: { type: 'string', default: '0' },
  },
});
if (values.matrix === undefined) throw new Error('--matrix FILE is missing (see the head of bench/fit-confidence.ts)');
const scorer = findScorer(values.scorer);
const budget = Number(values.budget);
const rounds = Number(values.rounds);
const draws = Number(values.draws);
const SAMPLES = 100;
const SEED = Number(values.seed);

/** The matrix of the first `count` of two drawn orders. */
function firstOf(
  { matrix, passed }: JudgedMatrix,
  orders: readonly (readonly number[])[],
  count: number,
): JudgedMatrix {
  const [programs, tests] = orders.map((order) => new Set(order.slice(0, count)));
  return {
    passed,
    matrix: restrictMatrix(matrix, {
      program: ({ sample }) => programs?.has(sample) ?? false,
      test: ({ sample }) => tests?.has(sample) ?? false,
    }),
  };
}

function runTask(task: JudgedMatrix, draw: number, fewestTests: number) {
  const rng = createRng(SEED).fork('adaptive', task.matrix.taskId, draw);
  const all = Array.from({ length: SAMPLES }, (_, sample) => sample);
  const orders = [rng.shuffle(all), rng.shuffle(all)];
  let reason: string = 'budget spent';
  let asked = 0;
  for (let round = 1; round <= rounds && reason === 'budget spent'; round++) {
    asked = Math.round((round * budget) / rounds);
    if (asked === budget) break;
    const { matrix } = firstOf(task, orders, asked);
    const left = budget - asked;
    const remaining = { programs: left, testReplies: left, testsPerReply: 5 };
    reason = stopReason(matrix, { scorer, testReplies: asked, remaining, rng: rng.fork(round), fewestTests }) ?? reason;
  }
  const stopped = firstOf(task, orders, asked);
  const whole = firstOf(task, orders, budget);
  return {
    asked,
    reason,
    adaptive: passAtKOf(stopped, scorer.rank(stopped.matrix), 1),
    full: passAtKOf(whole, scorer.rank(whole.matrix), 1),
  };
}

const tasks = await readJudgedTasks(values.matrix);
const percent = (value: number) => (100 * value).toFixed(1);
const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;

function measure(fewestTests: number): void {
  const reasons = new Map<string, number>();
  const perTask = tasks.map((task) => {
    const outcomes = Array.from({ length: draws }, (_, draw) => runTask(task, draw, fewestTests));
    for (const { reason } of outcomes) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    return {
      saved: mean(outcomes.map(({ asked }) => 1 - asked / budget)),
      adaptive: mean(outcomes.map(({ adaptive }) => adaptive)),
      full: mean(outcomes.map(({ full }) => full)),
    };
  });
  const saved = bootstrapMean(
    perTask.map((task) => task.saved),
    { rng: createRng(SEED).fork('saved') },
  );
  const difference = pairedBootstrap(
    perTask.map(({ adaptive }) => adaptive),
    perTask.map(({ full }) => full),
    { rng: createRng(SEED).fork('difference') },
  );
  process.stdout.write(
    `${scorer.name}, from ${fewestTests} tests on, ${tasks.length} tasks, budget ${budget} in ${rounds} rounds, ${draws} drawn orders, seed ${SEED}\n` +
      `calls saved ${percent(saved.value)} % [${percent(saved.low)}, ${percent(saved.high)}]\n` +
      `pass@1 ${percent(mean(perTask.map(({ adaptive }) => adaptive)))} % against ${percent(mean(perTask.map(({ full }) => full)))} % of the whole budget: ` +
      `${percent(difference.value)} points [${percent(difference.low)}, ${percent(difference.high)}]\n` +
      `${[...reasons].map(([reason, count]) => `${reason}: ${count}`).join(', ')} of ${tasks.length * draws}\n`,
  );
}

for (const fewestTests of values['fewest-tests'].split(',').map(Number)) measure(fewestTests);
