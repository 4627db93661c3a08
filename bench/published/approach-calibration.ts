import { confidenceFeatures, confidenceTable } from '../../agreement/confidence.ts';
import type { Scorer } from '../../src/core/matrix.ts';
import { armMatrix } from '../../src/pipeline/plan-samples.ts';
import { numberCell, type Table, type TableCell } from '../../src/reporters/tables/table.ts';
import { meanOf } from '../../src/statistics/bootstrap.ts';
import { brierScore, calibrationBins, calibrationError, type Forecast } from '../../src/statistics/calibration.ts';
import { logisticProbability } from '../../src/statistics/logistic.ts';
import { crossValidate, type Pick } from '../confidence/picks.ts';
import { passAtKOf } from '../executed-tasks.ts';
import { drawsOfArm, type TaskPool } from './approach-arms.ts';

const ARMS = ['original', 'approaches'] as const;
const FOLDS = 10;
const BINS = 5;

/** The picks of a rule in draws of both arms, for fitting and judging its confidence. */
export function picksOf(pools: ReadonlyMap<string, readonly TaskPool[]>, scorer: Scorer, draws: number): Pick[] {
  return [...pools].flatMap(([model, own]) =>
    own.flatMap((pool) =>
      ARMS.flatMap((arm) =>
        drawsOfArm(pool, arm, draws).map((samples): Pick => {
          const matrix = armMatrix(pool.matrix, samples);
          const ranking = scorer.rank(matrix);
          const features = confidenceFeatures(matrix, ranking);
          const outcome = passAtKOf({ matrix, passed: pool.passed }, ranking, 1);
          return { source: 'approaches', regime: `${model}, ${arm}`, taskId: pool.matrix.taskId, features, outcome };
        }),
      ),
    ),
  );
}

const row = (name: string, forecasts: readonly Forecast[]): TableCell[] => [
  name,
  numberCell(meanOf(forecasts.map(({ outcome }) => outcome)), 'percent'),
  numberCell(meanOf(forecasts.map(({ probability }) => probability)), 'percent'),
  numberCell(calibrationError(forecasts), 'percent'),
  numberCell(brierScore(forecasts), 'number'),
];

/** Confidence against truth: of the table that is shipped, of one fitted on the other tasks, and of their mean alone. */
export function calibrationTables(picks: readonly Pick[], scorer: string): readonly Table[] {
  const shipped = confidenceTable().coefficients[scorer] ?? [];
  const tasks = [...new Set(picks.map(({ taskId }) => taskId))];
  const held = crossValidate(picks, ({ taskId }) => tasks.indexOf(taskId) % FOLDS);
  const forecasts = {
    'the table that is shipped': picks.map(({ features, outcome }) => ({
      probability: logisticProbability(shipped, features),
      outcome,
    })),
    'fitted on the other tasks': held.map(({ model, pick: { outcome } }) => ({ probability: model, outcome })),
    'mean of the other tasks': held.map(({ constant, pick: { outcome } }) => ({ probability: constant, outcome })),
  };
  return [
    {
      id: 'approaches-confidence',
      caption: `Confidence of ${scorer} against truth`,
      note: `In percent, over draws of both arms of ${tasks.length} tasks; fits leave out one tenth of the tasks in turn. Calibration error over ${BINS} bins of equal mass.`,
      head: ['forecast', 'right', 'mean forecast', 'calibration error', 'Brier score'],
      rows: Object.entries(forecasts).map(([name, each]) => row(name, each)),
    },
    {
      id: 'approaches-calibration',
      caption: 'Calibration curve of the table that is shipped',
      note: `Picks by ascending confidence, in bins of equal mass; ${tasks.length} tasks.`,
      head: ['bin', 'picks', 'mean forecast', 'right'],
      rows: calibrationBins(forecasts['the table that is shipped'], BINS).map((bin, at): TableCell[] => [
        String(at + 1),
        numberCell(bin.size, 'count'),
        numberCell(bin.meanProbability, 'percent'),
        numberCell(bin.meanOutcome, 'percent'),
      ]),
    },
  ];
}
