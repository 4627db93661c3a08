/**
 * How often a nominal 95 % interval holds the true value, by simulation: `npx tsx bench/interval-coverage.ts [studies]`.
 * Per-task values are 0/1, the fractions that ties leave, or both; differences are those of picks or of expected values.
 */
import { createRng } from '../src/core/random.ts';
import { bootstrapMean } from '../src/core/statistics/bootstrap.ts';
import type { Estimate } from '../src/core/statistics/estimate.ts';
import { meanInterval } from '../src/core/statistics/mean-interval.ts';
import { pairedBootstrap } from '../src/core/statistics/paired-bootstrap.ts';

const studies = Number(process.argv[2] ?? 1000);
const rng = createRng(20260).fork('interval-coverage');
const resamples = 1000;
const uniform = () => rng.next();

const shapes: Readonly<Record<string, (mean: number) => number>> = {
  'zero-or-one': (mean) => (uniform() < mean ? 1 : 0),
  'thirds under ties': (mean) => (uniform() < 2 * mean ? (uniform() < 0.5 ? 1 / 3 : 2 / 3) : 0),
  mixed: (mean) => {
    const at = uniform();
    return at < mean / 2 ? 1 : at < mean * 1.5 ? 0.5 : 0;
  },
};

function coverage(truth: number, study: () => Estimate): string {
  let held = 0;
  let width = 0;
  for (let i = 0; i < studies; i++) {
    const { low, high } = study();
    if (low <= truth + 1e-12 && truth - 1e-12 <= high) held++;
    width += high - low;
  }
  return `${((100 * held) / studies).toFixed(1).padStart(5)} % (width ${(width / studies).toFixed(3)})`;
}

for (const [shape, draw] of Object.entries(shapes)) {
  for (const mean of [0.05, 0.2, 0.5]) {
    for (const tasks of [30, 50, 164]) {
      const sample = () => Array.from({ length: tasks }, () => draw(mean));
      const score = coverage(mean, () => meanInterval(sample()));
      const bootstrap = coverage(mean, () => bootstrapMean(sample(), { rng, resamples }));
      console.log(`${shape.padEnd(18)} mean ${mean} tasks ${tasks}: mean interval ${score}, bootstrap ${bootstrap}`);
    }
  }
}

for (const [onlyFirst, onlySecond] of [
  [0.05, 0.05],
  [0.1, 0.02],
  [0.2, 0.1],
] as const) {
  for (const tasks of [30, 50, 164]) {
    for (const [shape, win, loss] of [
      ['picks', [1], [1]],
      ['expected values', [1 / 3, 1], [1 / 2, 1]],
    ] as const) {
      const average = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
      const truth = onlyFirst * average(win) - onlySecond * average(loss);
      const sample = () =>
        Array.from({ length: tasks }, () => {
          const at = uniform();
          return at < onlyFirst ? rng.pick<number>(win) : at < onlyFirst + onlySecond ? -rng.pick<number>(loss) : 0;
        });
      const none = new Array<number>(tasks).fill(0);
      const paired = coverage(truth, () => pairedBootstrap(sample(), none, { rng, resamples }));
      const bootstrap = coverage(truth, () => bootstrapMean(sample(), { rng, resamples }));
      const name = `${shape}, better in ${onlyFirst}, worse in ${onlySecond}, tasks ${tasks}`;
      console.log(`${name}: paired bootstrap ${paired}, plain BCa ${bootstrap}`);
    }
  }
}
