/**
 * False alarms and power of `compare --fail-if-worse 2` on simulated pairs of runs: tasks whose solve rates are drawn
 * from Beta(0.5, 0.4), ten samples of each on either side, and a planted drop of 0, 2 or 5 points spread over the tasks.
 * `npx tsx bench/regression-gate.ts [--pairs 1000]`
 */
import { parseArgs } from 'node:util';
import { gateDecision } from '../src/analysis/comparison/regression-gate.ts';
import { createRng, type Rng } from '../src/core/random.ts';
import { wilsonInterval } from '../src/statistics/wilson.ts';

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '1000' } } });
const pairs = Number(values.pairs);
const SAMPLES = 10;

/** Beta(0.5, 0.4) by Jöhnk's method. */
function solveRate(rng: Rng): number {
  for (;;) {
    const [x, y] = [rng.next() ** 2, rng.next() ** 2.5];
    if (x + y > 0 && x + y <= 1) return x / (x + y);
  }
}

const share = (rate: number, rng: Rng) =>
  Array.from({ length: SAMPLES }, () => rng.next() < rate).filter(Boolean).length / SAMPLES;

/** Rates lowered in proportion, so that their mean falls by the drop. */
const lowered = (rates: readonly number[], drop: number) => {
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  return rates.map((rate) => rate * Math.max(0, 1 - drop / mean));
};

console.log('tasks  drop  fails the gate [95 %]');
for (const tasks of [100, 500, 1000]) {
  for (const drop of [0, 0.02, 0.05]) {
    let alarms = 0;
    for (let pair = 0; pair < pairs; pair++) {
      const rng = createRng(pair).fork('gate-simulation', tasks, drop);
      const rates = Array.from({ length: tasks }, () => solveRate(rng));
      const first = rates.map((rate) => share(rate, rng));
      const second = lowered(rates, drop).map((rate) => share(rate, rng));
      if (gateDecision(first, second, 0.02, pair).worse) alarms++;
    }
    const { low, high } = wilsonInterval(alarms, pairs);
    const percent = (value: number) => (100 * value).toFixed(1);
    console.log(`${tasks}  ${100 * drop}  ${percent(alarms / pairs)} % [${percent(low)}, ${percent(high)}]`);
  }
}
