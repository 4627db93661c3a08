/**
 * Fits the table of pick confidence (data/confidence.json) on the regimes of bench/regimes, and says how well the picks
 * of tasks, and of whole sources, that had no part in a fit are foretold.
 *
 * npx tsx bench/fit-confidence.ts [--sources codet,hardeval] [--cache DIR] [--sandbox auto] [--draws 2]
 *   [--rules evidence] [--picks FILE] [--write]
 *
 * Programs, tests and probes are executed once and kept in DIR, as bench/regimes does. Folds are of tasks; sources count
 * by their tasks, their regimes alike. The constant is the mean of the other folds in this regime; where a whole source
 * is left out, that of the others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONFIDENCE_FEATURES } from '../agreement/confidence.ts';
import { scorers } from '../agreement/index.ts';
import { createRng } from '../src/core/random.ts';
import { packageRoot } from '../src/package-root.ts';
import { brierScore, calibrationError } from '../src/statistics/calibration.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import {
  crossValidate,
  type Executed,
  fitPicks,
  type HeldOut,
  type Pick,
  picksByRule,
  RIDGE,
} from './confidence/picks.ts';
import { executedPools } from './regimes/execute-pools.ts';
import { executedFolder } from './regimes/executed-folder.ts';
import type { SOURCES } from './regimes/pool.ts';

const FOLDS = 10;
const SEED = 0;
const PROBES = 40;

const { values } = parseArgs({
  options: {
    sources: { type: 'string', default: 'codet,hardeval' },
    cache: { type: 'string' },
    sandbox: { type: 'string', default: 'auto' },
    draws: { type: 'string', default: '2' },
    rules: { type: 'string' },
    picks: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const sources = values.sources.split(',') as (typeof SOURCES)[number][];

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const percent = (value: number) => (100 * value).toFixed(1);
const brierOf = (probability: number, outcome: number) => brierScore([{ probability, outcome }]);

/** A task's value is its mean over picks; intervals are over tasks. */
function gainOverConstant(held: readonly HeldOut[]) {
  const tasks = [...new Set(held.map(({ pick }) => pick.taskId))];
  const byTask = (of: (each: HeldOut) => number) =>
    tasks.map((taskId) => mean(held.filter(({ pick }) => pick.taskId === taskId).map(of)));
  return pairedBootstrap(
    byTask(({ constant, pick }) => brierOf(constant, pick.outcome)),
    byTask(({ model, pick }) => brierOf(model, pick.outcome)),
    { rng: createRng(SEED).fork('brier') },
  );
}

function print(held: readonly HeldOut[]): void {
  for (const regime of [...new Set(held.map(({ pick }) => pick.regime))].sort()) {
    const own = held.filter(({ pick }) => pick.regime === regime);
    const outcomes = own.map(({ pick }) => pick.outcome);
    const forecasts = own.map(({ model, pick }) => ({ probability: model, outcome: pick.outcome }));
    const surest = own.toSorted((a, b) => b.model - a.model).slice(0, Math.round(own.length / 2));
    const gain = gainOverConstant(own);
    const [less, least, most] = [gain.value, gain.low, gain.high].map((value) => value.toFixed(3));
    process.stdout.write(
      `  ${regime.padEnd(18)} right ${percent(mean(outcomes))} %, forecast ${percent(mean(own.map(({ model }) => model)))} %, ` +
        `the surer half ${percent(mean(surest.map(({ pick }) => pick.outcome)))} %; ` +
        `Brier ${brierScore(forecasts).toFixed(3)}, less than the constant's by ${less} [${least}, ${most}]; ` +
        `calibration error ${percent(calibrationError(forecasts))} points\n`,
    );
  }
}

function foldsOf(picks: readonly Pick[]): ReadonlyMap<string, number> {
  const tasks = [...new Set(picks.map(({ taskId }) => taskId))];
  const order = createRng(SEED).fork('folds').shuffle(tasks);
  return new Map(order.map((taskId, at) => [taskId, at % FOLDS]));
}

const executed: [(typeof SOURCES)[number], Executed[number][1]][] = [];
for (const source of sources) {
  executed.push([source, await executedPools(source, executedFolder(values.cache), values.sandbox)]);
}
const wanted = values.rules?.split(',') ?? scorers.map(({ name }) => name);
const rules = scorers.filter(({ name }) => wanted.includes(name));
const coefficients: Record<string, number[]> = {};
/** Picks of the default rule from elsewhere, as bench/published/approaches.ts writes them. */
const more: readonly Pick[] = values.picks ? JSON.parse(readFileSync(values.picks, 'utf8')) : [];
for (const [rule, own] of picksByRule(executed, rules, { draws: Number(values.draws), probes: PROBES })) {
  const picks = rule === 'evidence' ? [...own, ...more] : own;
  const folds = foldsOf(picks);
  process.stdout.write(`${rule}, tasks held out\n`);
  print(crossValidate(picks, ({ taskId }) => folds.get(taskId) ?? 0));
  if (new Set(picks.map(({ source }) => source)).size > 1) {
    process.stdout.write(`${rule}, sources held out\n`);
    print(crossValidate(picks, ({ source }) => source));
  }
  coefficients[rule] = fitPicks(picks).map((value) => Number(value.toFixed(4)));
  process.stdout.write(`${rule} ${JSON.stringify(coefficients[rule])}\n`);
}
if (values.write) {
  const others = more.length > 0 ? ' and, of evidence, the picks of bench/published/approaches.ts' : '';
  const source =
    `${sources.join(' and ')} as bench/regimes.ts has them (even HumanEval tasks; CodeGen-16B; gpt-3.5-turbo, ` +
    `DeepSeek-Coder, CodeLlama and Magicoder)${others}, ${PROBES} probes; bench/fit-confidence.ts, ridge ${RIDGE}, seed ${SEED}`;
  const file = join(packageRoot(), 'data', 'confidence.json');
  writeFileSync(file, `${JSON.stringify({ source, features: CONFIDENCE_FEATURES, coefficients }, null, 2)}\n`);
}
