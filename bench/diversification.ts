/**
 * Do other wordings make other programs? For each strength and family, on the starter tasks and recorded replies of
 * SmolLM2-135M-Instruct: distinct behaviours per sample, coverage (any right) and the share of right samples, beside as
 * many samples of the same wording, with 95 % intervals over tasks; and the same with the labels "same" and "reworded"
 * shuffled within each task, which shows what chance alone gives.
 *
 * npx tsx bench/diversification.ts [--counts 2,3] [--placebos 1000] [--sandbox auto]
 */
import { parseArgs } from 'node:util';
import { createRng } from '../src/core/random.ts';
import { readDataset } from '../src/datasets/read-dataset.ts';
import { holmAdjust } from '../src/statistics/holm.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { type Judged, judgeSamples } from './diversification/behaviours.ts';
import { MEASURES, worthOf } from './diversification/measures.ts';
import { readSamples } from './diversification/samples.ts';

const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '2,3' },
    placebos: { type: 'string', default: '1000' },
    sandbox: { type: 'string', default: 'auto' },
  },
});
const { tasks } = await readDataset('starter');
const samples = await judgeSamples(tasks, readSamples(tasks), values.sandbox);

/** Fewer say nothing. */
const LEAST_TASKS = 10;

type Filter = (sample: Judged) => boolean;
const isSame: Filter = ({ wording }) => wording === 'same';
const families = [
  ...new Set(samples.filter(({ wording }) => wording === 'light').flatMap((sample) => sample.families)),
];
const groups: readonly (readonly [string, Filter])[] = [
  ['same wording, asked anew', ({ wording }) => wording === 'same, anew'],
  ['light (one mutator)', ({ wording }) => wording === 'light'],
  ['medium', ({ wording }) => wording === 'medium'],
  ['strong', ({ wording }) => wording === 'strong'],
  ...families
    .sort()
    .map(
      (family) =>
        [
          `light, ${family}`,
          ({ wording, families: own }: Judged) => wording === 'light' && own.includes(family),
        ] as const,
    ),
  ...['naming', 'layout', 'tensor'].map(
    (family) =>
      [
        `medium and strong, with ${family}`,
        ({ wording, families: own }: Judged) => /^(?:medium|strong)$/.test(wording) && own.includes(family),
      ] as const,
  ),
];

/** Task by task, the samples of the same wording and of another, where there are enough of the other. */
function pairsOf(filter: Filter, count: number): { same: Judged[]; other: Judged[] }[] {
  return tasks
    .map(({ id }) => {
      const own = samples.filter(({ taskId }) => taskId === id);
      return { same: own.filter(isSame), other: own.filter(filter) };
    })
    .filter(({ same, other }) => same.length >= count && other.length >= count);
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
const points = (share: number) => `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)}`;
const percent = (share: number) => (100 * share).toFixed(1);

console.log(
  `${samples.length} replies of ${tasks.length} tasks; a program in ${samples.filter(({ code }) => code !== null).length}`,
);
interface Row {
  readonly cells: readonly string[];
  readonly p: number;
}

function rowOf(name: string, filter: Filter, count: number, measure: (typeof MEASURES)[number]): Row | null {
  const pairs = pairsOf(filter, count);
  if (pairs.length < LEAST_TASKS) return null;
  const first = pairs.map(({ other }) => worthOf(other, count)[measure]);
  const second = pairs.map(({ same }) => worthOf(same, count)[measure]);
  const rng = createRng(0).fork('diversification', name, count, measure);
  const gap = pairedBootstrap(first, second, { rng });
  const shuffled = Array.from({ length: Number(values.placebos) }, () =>
    mean(
      pairs.map(({ same, other }) => {
        const mixed = rng.shuffle([...same, ...other]);
        const [rest, drawn] = [mixed.slice(0, same.length), mixed.slice(same.length)];
        return worthOf(drawn, count)[measure] - worthOf(rest, count)[measure];
      }),
    ),
  ).sort((a, b) => a - b);
  const at = (share: number) => shuffled[Math.round(share * (shuffled.length - 1))] ?? 0;
  const asFar = shuffled.filter((value) => Math.abs(value) >= Math.abs(gap.value) - 1e-12).length;
  const all = pairs.reduce((sum, { other }) => sum + other.length, 0);
  const cells = [
    name,
    `${pairs.length}`,
    `${all}`,
    `${count}`,
    measure,
    percent(mean(second)),
    percent(mean(first)),
    `${points(gap.value)} [${points(gap.low)}, ${points(gap.high)}]`,
    `${points(at(0.025))} to ${points(at(0.975))}`,
  ];
  return { cells, p: (1 + asFar) / (1 + shuffled.length) };
}

const counts = values.counts.split(',').map(Number);
const [least = 1] = counts;
const rows = groups.flatMap(([name, filter]) => {
  if (name.startsWith('same')) return rowOf(name, filter, 1, 'right') ?? [];
  // Single families have few samples per task.
  const own = name.includes(',') ? [least] : counts;
  return own.flatMap((count) =>
    MEASURES.flatMap((measure) =>
      measure === 'right' && count !== least ? [] : (rowOf(name, filter, count, measure) ?? []),
    ),
  );
});
const corrected = holmAdjust(rows.map(({ p }) => p));
console.log(
  '| wording | tasks | samples | of them at once | measure | same wording | reworded | difference [95 %] | labels shuffled | p | p (Holm) |',
);
console.log('|---|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|');
for (const [index, { cells, p }] of rows.entries()) {
  console.log(`| ${[...cells, p.toFixed(3), (corrected[index] ?? 1).toFixed(2)].join(' | ')} |`);
}
