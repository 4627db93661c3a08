/**
 * Do other wordings make other programs? For each strength and family, on the starter tasks and recorded replies of
 * SmolLM2-135M-Instruct: distinct behaviours per sample, coverage (any right) and the share of right samples, beside as
 * many samples of the same wording, with 95 % intervals over tasks; and the same with the labels "same" and "reworded"
 * shuffled within each task, which shows what chance alone gives.
 *
 * npx tsx bench/diversification.ts [--counts 2,4,8,12] [--placebos 1000] [--sandbox auto]
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
    counts: { type: 'string', default: '2,4,8,12' },
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
const isComposed: Filter = ({ wording }) => wording === 'medium' || wording === 'strong';
const isLight: Filter = ({ wording }) => wording === 'light';
const familiesOf = (filter: Filter) => [...new Set(samples.filter(filter).flatMap((sample) => sample.families))].sort();

/** A kind of wording, and how many of its samples are looked at together. */
interface Group {
  readonly name: string;
  readonly filter: Filter;
  readonly counts: readonly number[];
}

const most = values.counts.split(',').map(Number);
const few = [1, 2];
const groups: readonly Group[] = [
  { name: 'same wording, asked anew', filter: ({ wording }) => wording === 'same, anew', counts: [1] },
  { name: 'light', filter: isLight, counts: [1, ...most] },
  { name: 'medium', filter: ({ wording }) => wording === 'medium', counts: [1, ...most] },
  { name: 'strong', filter: ({ wording }) => wording === 'strong', counts: [1, ...most] },
  { name: 'medium and strong', filter: isComposed, counts: [1, ...most] },
  ...familiesOf(isLight).map((family) => ({
    name: `light, ${family}`,
    filter: (sample: Judged) => isLight(sample) && sample.families.includes(family),
    counts: few,
  })),
  ...familiesOf(isComposed).map((family) => ({
    name: `medium and strong, with ${family}`,
    filter: (sample: Judged) => isComposed(sample) && sample.families.includes(family),
    counts: few,
  })),
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

const rows = groups.flatMap(({ name, filter, counts }) =>
  counts.flatMap((count) =>
    // One sample covers what it is right for, and has one behaviour or none.
    MEASURES.filter((measure) => (measure === 'right') === (count === 1)).flatMap(
      (measure) => rowOf(name, filter, count, measure) ?? [],
    ),
  ),
);
const corrected = holmAdjust(rows.map(({ p }) => p));
console.log(
  '| wording | tasks | samples | of them at once | measure | same wording | reworded | difference [95 %] | labels shuffled | p | p (Holm) |',
);
console.log('|---|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|');
for (const [index, { cells, p }] of rows.entries()) {
  console.log(`| ${[...cells, p.toFixed(3), (corrected[index] ?? 1).toFixed(2)].join(' | ')} |`);
}
