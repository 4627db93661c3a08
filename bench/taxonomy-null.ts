/**
 * How often a study without any true effect calls a mutator helpful or harmful (at most 5 % are promised), and how often
 * a planted effect is found: `npx tsx bench/taxonomy-null.ts [studies]` (200 when absent).
 */
import { taxonomyCells } from '../src/analysis/taxonomy/taxonomy.ts';
import { createRng } from '../src/core/random.ts';
import { wilsonInterval } from '../src/statistics/wilson.ts';
import { type SimulatedStudy, simulateStudy } from './simulation/mutator-study.ts';

const studies = Number(process.argv[2] ?? 200);
const rng = createRng(4711).fork('taxonomy-null');
const percentText = (share: number) => `${(100 * share).toFixed(1)} %`;

const base: SimulatedStudy = {
  tasks: 164,
  mutators: 12,
  originalSamples: 10,
  variantSamples: 2,
  mean: 0.3,
  jitter: 0,
  effect: 0,
};

function share(study: SimulatedStudy, of: (cells: ReturnType<typeof taxonomyCells>[number]) => boolean, key: string) {
  let hits = 0;
  let tested = 0;
  for (let at = 0; at < studies; at++) {
    const [cells = []] = taxonomyCells([simulateStudy(study, rng.fork(key, at))], 2);
    tested += cells.filter(({ pValue }) => pValue !== null).length / studies;
    if (of(cells)) hits++;
  }
  const { low, high } = wilsonInterval(hits, studies);
  return `${hits}/${studies} studies, ${percentText(hits / studies)} [${percentText(low)}, ${percentText(high)}], ${tested.toFixed(0)} cells tested`;
}

const claims = (cells: ReturnType<typeof taxonomyCells>[number]) =>
  cells.some(({ effect }) => effect === 'helps' || effect === 'harms');

console.log('No true effect: studies that call some mutator helpful or harmful');
for (const [name, change] of [
  ['48 tasks, 1 sample per variant', { tasks: 48, variantSamples: 1 }],
  ['164 tasks, 2 samples per variant', {}],
  ['164 tasks, pass@1 0.05', { mean: 0.05 }],
  ['164 tasks, one greedy sample of each prompt', { originalSamples: 1, variantSamples: 1 }],
  ['164 tasks, rewordings move chances by 20 points both ways', { jitter: 0.2 }],
  ['164 tasks, 10 samples each, 20 points both ways', { jitter: 0.2, variantSamples: 10 }],
] as const) {
  console.log(`  ${name}: ${share({ ...base, ...change }, claims, name)}`);
}

console.log('A planted effect on one of 12 mutators: studies that find it, on all tasks');
for (const effect of [-0.1, -0.2, -0.3, 0.2]) {
  for (const variantSamples of [2, 10]) {
    const found = (cells: ReturnType<typeof taxonomyCells>[number]) =>
      cells.some(
        (cell) =>
          cell.mutator === 'mutator-0' && cell.label.axis === 'all' && cell.effect === (effect > 0 ? 'helps' : 'harms'),
      );
    const name = `${100 * effect} points, ${variantSamples} samples per variant`;
    console.log(`  ${name}: ${share({ ...base, effect, variantSamples, mean: 0.5 }, found, name)}`);
  }
}
