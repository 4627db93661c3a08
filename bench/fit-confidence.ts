/**
 * Fits the table of pick confidence (data/confidence.json) and says what cross-validation makes of it.
 *
 * npx tsx bench/fit-confidence.ts --matrix FILE [--write]
 *
 * FILE comes from `mutagree select --dataset ../shared/codet/tasks.jsonl --solutions … --tests … --timeout-ms 100
 * --official --matrix-out FILE`. Folds are of tasks; every task counts alike, whatever the budget; budgets below the
 * whole are 5 draws each.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONFIDENCE_FEATURES, confidenceFeatures } from '../agreement/confidence.ts';
import { scorers } from '../agreement/index.ts';
import type { JudgedMatrix } from '../src/analysis/arms/selection-scores.ts';
import type { Scorer } from '../src/core/matrix.ts';
import { createRng } from '../src/core/random.ts';
import { packageRoot } from '../src/package-root.ts';
import {
  brierScore,
  calibrationError,
  type Forecast,
  perfectCalibrationError,
  riskCoverage,
} from '../src/statistics/calibration.ts';
import { type LogisticCoefficients, logisticProbability } from '../src/statistics/logistic.ts';
import { meanInterval } from '../src/statistics/mean-interval.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { passAtKOf, readJudgedTasks, subsample } from './executed-tasks.ts';
import { fitLogistic } from './fitting/fit-logistic.ts';

const BUDGETS = [5, 10, 20, 50, 100] as const;
const DRAWS = 5;
const FOLDS = 10;
const SEED = 0;
/** Weak, and the same for all; 0.1 and 3 change the cross-validated Brier score by less than 0.001. */
const RIDGE = 1;

interface Pick {
  readonly task: number;
  readonly budget: number;
  readonly features: readonly number[];
  readonly outcome: number;
}

function picksOf(scorer: Scorer, tasks: readonly JudgedMatrix[]): Pick[] {
  return BUDGETS.flatMap((budget) =>
    Array.from({ length: budget === 100 ? 1 : DRAWS }, (_, draw) =>
      tasks.map((whole, task): Pick => {
        const rng = createRng(SEED).fork('confidence', whole.matrix.taskId, budget, draw);
        const part = budget === 100 ? whole : subsample(whole, budget, rng);
        const ranking = scorer.rank(part.matrix);
        const features = confidenceFeatures(part.matrix, ranking);
        return { task, budget, features, outcome: passAtKOf(part, ranking, 1) };
      }),
    ).flat(),
  );
}

const fitPicks = (picks: readonly Pick[]): LogisticCoefficients =>
  fitLogistic(
    picks.map(({ features, outcome, budget }) => ({
      features,
      outcome,
      weight: 1 / BUDGETS.length / (budget === 100 ? 1 : DRAWS),
    })),
    RIDGE,
  );

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Forecasts for every pick from the other folds' tasks, with those of a constant (the other folds' mean). */
function crossValidate(picks: readonly Pick[], tasks: number) {
  const order = createRng(SEED)
    .fork('folds')
    .shuffle([...Array(tasks).keys()]);
  const foldOf = new Map(order.map((task, at) => [task, at % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const training = picks.filter(({ task }) => foldOf.get(task) !== fold);
    const coefficients = fitPicks(training);
    const base = new Map(
      BUDGETS.map((budget) => [
        budget as number,
        mean(training.filter((pick) => pick.budget === budget).map(({ outcome }) => outcome)),
      ]),
    );
    return picks
      .filter(({ task }) => foldOf.get(task) === fold)
      .map(({ budget, features, outcome }) => ({
        budget,
        model: { probability: logisticProbability(coefficients, features), outcome },
        constant: { probability: base.get(budget) ?? 0, outcome },
      }));
  }).flat();
}

const percent = (value: number) => (100 * value).toFixed(1);

function report(name: string, forecasts: ReturnType<typeof crossValidate>): void {
  for (const budget of BUDGETS) {
    const of = forecasts.filter((each) => each.budget === budget);
    const models: Forecast[] = of.map(({ model }) => model);
    const constants: Forecast[] = of.map(({ constant }) => constant);
    const squared = (list: readonly Forecast[]) => list.map((forecast) => brierScore([forecast]));
    const gain = pairedBootstrap(squared(constants), squared(models), { rng: createRng(SEED).fork('brier', budget) });
    const probabilities = models.map(({ probability }) => probability);
    const limit = perfectCalibrationError(probabilities, { rng: createRng(SEED).fork('ece', budget) });
    const sorted = [...models].sort((a, b) => b.probability - a.probability);
    const half = sorted.slice(0, Math.round(sorted.length / 2));
    const precision = meanInterval(half.map(({ outcome }) => outcome));
    const whole = mean(models.map(({ outcome }) => outcome));
    const error = calibrationError(models);
    // Resampled forecasts, for the interval of the calibration error.
    const rng = createRng(SEED).fork('ece-interval', budget);
    const errors = Array.from({ length: 1000 }, () =>
      calibrationError(models.map(() => models[rng.below(models.length)] as Forecast)),
    ).sort((a, b) => a - b);
    process.stdout.write(
      `${name.padEnd(13)} ${String(budget).padStart(3)} samples, ${models.length} picks: pass ${percent(whole)} %; ` +
        `at 50 % coverage ${percent(precision.value)} % [${percent(precision.low)}, ${percent(precision.high)}]; ` +
        `Brier ${brierScore(models).toFixed(3)}, constant ${brierScore(constants).toFixed(3)}, ` +
        `gain ${gain.value.toFixed(3)} [${gain.low.toFixed(3)}, ${gain.high.toFixed(3)}]; ` +
        `calibration error ${percent(error)} points [${percent(errors[25] ?? 0)}, ${percent(errors[974] ?? 0)}], ` +
        `perfect forecaster's 95 % ${percent(limit)}\n`,
    );
    if (budget === 100 && name === 'fusion') {
      const curve = riskCoverage(models).filter((_, at, all) => at % Math.ceil(all.length / 10) === 0);
      for (const { coverage, threshold, precision: share } of curve)
        process.stdout.write(
          `    coverage ${percent(coverage).padStart(5)} %: precision ${percent(share)} % (confidence from ${threshold.toFixed(2)})\n`,
        );
    }
  }
}

const { values } = parseArgs({ options: { matrix: { type: 'string' }, write: { type: 'boolean', default: false } } });
if (values.matrix === undefined) throw new Error('--matrix FILE is missing (see the head of this file)');
const tasks = await readJudgedTasks(values.matrix);
const coefficients: Record<string, number[]> = {};
for (const scorer of scorers) {
  const picks = picksOf(scorer, tasks);
  report(scorer.name, crossValidate(picks, tasks.length));
  coefficients[scorer.name] = fitPicks(picks).map((value) => Number(value.toFixed(4)));
  process.stdout.write(`${scorer.name.padEnd(13)} ${JSON.stringify(coefficients[scorer.name])}\n`);
}
if (values.write) {
  const source =
    `CodeT's CodeGen-16B samples (MIT) on ${tasks.length} HumanEval tasks of even number, budgets ${BUDGETS.join(', ')}; ` +
    `bench/fit-confidence.ts, ridge ${RIDGE}, seed ${SEED}`;
  const file = join(packageRoot(), 'data', 'confidence.json');
  writeFileSync(file, `${JSON.stringify({ source, features: CONFIDENCE_FEATURES, coefficients }, null, 2)}\n`);
}
