/**
 * How often a nominal 95 % interval holds the true value, by simulation: `npx tsx bench/interval-coverage.ts [studies]`
 * (4,000 when absent). First pass@1 of a study whose tasks differ in difficulty (a Beta draw per task, so many samples
 * each) and of one with a single sample per task, which needs no chance; then differences of picks or of expected values.
 */
import { createRng } from '../src/core/random.ts';
import { bootstrapMean } from '../src/statistics/bootstrap.ts';
import { meanInterval } from '../src/statistics/mean-interval.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { drawShares } from './simulation/beta-tasks.ts';
import { type Coverage, coverageOf, exactCoverage } from './simulation/coverage.ts';

const studies = Number(process.argv[2] ?? 4000);
/** The bootstraps draw a thousand times as much; they are here to compare, so fewer studies do. */
const bootstrapStudies = Math.ceil(studies / 8);
const rng = createRng(20260).fork('interval-coverage');
const resamples = 1000;
const uniform = () => rng.next();

const percentText = (share: number) => `${(100 * share).toFixed(1)} %`;
const coverageText = ({ held, width }: Coverage) => `${percentText(held)} (width ${width.toFixed(3)})`;

const outside: string[] = [];
for (const mean of [0.05, 0.2, 0.5]) {
  for (const tasks of [50, 164, 500]) {
    const note = (what: string, held: number) => {
      if (held < 0.935 || held > 0.965) outside.push(`${what}, pass@1 ${mean}, ${tasks} tasks: ${percentText(held)}`);
    };
    const exact = exactCoverage(tasks, mean, meanInterval);
    note('one sample', exact);
    console.log(`pass@1 ${mean}, ${tasks} tasks, one sample: ${(100 * exact).toFixed(2)} % (no chance in it)`);
    for (const [samples, spread] of [
      [5, 0.3],
      [5, 1],
      [20, 1],
      [5, 3],
      [20, 3],
    ] as const) {
      const sample = () => drawShares({ tasks, samples, mean, spread }, rng);
      const score = coverageOf(studies, mean, () => meanInterval(sample()));
      note(`${samples} samples, spread ${spread}`, score.held);
      const bca =
        tasks === 50
          ? `, BCa ${coverageText(coverageOf(bootstrapStudies, mean, () => bootstrapMean(sample(), { rng, resamples })))}`
          : '';
      console.log(`pass@1 ${mean}, ${tasks} tasks, ${samples} samples, spread ${spread}: ${coverageText(score)}${bca}`);
    }
  }
}
console.log(`outside 93.5 to 96.5 %: ${outside.length > 0 ? outside.join('; ') : 'none'}`);

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
      const paired = coverageOf(bootstrapStudies, truth, () => pairedBootstrap(sample(), none, { rng, resamples }));
      const bootstrap = coverageOf(bootstrapStudies, truth, () => bootstrapMean(sample(), { rng, resamples }));
      const name = `${shape}, better in ${onlyFirst}, worse in ${onlySecond}, tasks ${tasks}`;
      console.log(`${name}: paired bootstrap ${coverageText(paired)}, plain BCa ${coverageText(bootstrap)}`);
    }
  }
}
