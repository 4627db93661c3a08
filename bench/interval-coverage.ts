/**
 * How often a nominal 95 % interval holds the true value, by simulation: `npx tsx bench/interval-coverage.ts [studies]`.
 * Per-task values are 0/1, the fractions that ties leave, or both; the paired rows draw two correlated arms.
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
    const truth = onlyFirst - onlySecond;
    const paired = coverage(truth, () => {
      const first: number[] = [];
      const second: number[] = [];
      for (let task = 0; task < tasks; task++) {
        const at = uniform();
        const shared = uniform() < 0.3 ? 1 : 0;
        first.push(at < onlyFirst ? 1 : at < onlyFirst + onlySecond ? 0 : shared);
        second.push(at < onlyFirst ? 0 : at < onlyFirst + onlySecond ? 1 : shared);
      }
      return pairedBootstrap(first, second, { rng, resamples });
    });
    console.log(`paired             ${onlyFirst} against ${onlySecond}, tasks ${tasks}: ${paired}`);
  }
}
