import { type CellGain, type CellResult, cellGain, cellResult, hasWordings } from '../../analysis/draws/gain.ts';
import { rankingChanges, wordingSpread } from '../../analysis/draws/wordings.ts';
import { ONE, type RunRecord, SPREAD } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { holmAdjust } from '../../statistics/holm.ts';
import { count, percent } from '../figures.ts';
import { runNames } from '../names.ts';
import { numberCell, percentCell, type Table, type TableCell } from './table.ts';

/** The cells of the table, in order; larger ones follow. */
const CELLS = [ONE, 'spread-2', 'spread-3', SPREAD, 'placebo-one', 'placebo-spread'];

function cellName({ cell, size, wordings }: CellResult): string {
  if (cell === ONE) return `${size} of one variant`;
  if (cell === 'placebo-one') return `placebo: ${size} of one shuffled label`;
  if (cell === 'placebo-spread') return `placebo: ${size} of ${wordings} shuffled labels`;
  return `${size} of ${wordings} variants`;
}

const pointsCell = ({ difference }: CellGain): TableCell => ({ ...difference, unit: 'points' });
const errorCell = (value: number): TableCell => (value === 0 ? 'exact' : numberCell(value, 'percent'));

/** A gain with its two p values, of which the second is corrected over all gains of its table. */
function gainCells(gains: readonly (CellGain | null)[]): readonly (readonly TableCell[])[] {
  const tested = gains.filter((gain) => gain !== null);
  const adjusted = holmAdjust(tested.map(({ pValue }) => pValue));
  return gains.map((gain) =>
    gain
      ? [
          pointsCell(gain),
          numberCell(gain.pValue, 'p'),
          numberCell(adjusted[tested.indexOf(gain)] ?? 1, 'p'),
          errorCell(gain.monteCarlo),
        ]
      : [null, null, null, null],
  );
}

/** Arms and gain of every run, and over all of them. */
function armsTable(runs: readonly RunRecord[], names: readonly string[]): Table {
  const groups = runs.map((record, at) => ({ name: names[at] ?? '', records: [record] }));
  if (runs.length > 1) groups.push({ name: `all ${runs.length}, by task`, records: [...runs] });
  const gains = gainCells(groups.map(({ records }) => cellGain(records, SPREAD, ONE)));
  return {
    id: 'variants-arms',
    caption: 'One variant against several, at the same number of programs',
    note:
      'Expected pass@1 in percent: of a random sample, of selecting within one variant (mean over all variants), of ' +
      'selecting across variants (mean over draws), with 95 % intervals over tasks; gain of the last over the one before, in ' +
      'points, paired by task (over several runs each task counts once, with its mean). p: sign-flip permutation test; ' +
      'Holm over the rows. Draws: standard error from the draws alone, in points.',
    head: ['run', 'tasks', 'random', 'one variant', 'several variants', 'gain', 'p', 'Holm', 'draws'],
    rows: groups.map(({ name, records }, at) => {
      const one = cellResult(records, ONE);
      const spread = cellResult(records, SPREAD);
      return [
        name,
        String(spread?.tasks ?? 0),
        numberCell(one?.random ?? null, 'percent'),
        one && percentCell(one.value),
        spread && percentCell(spread.value),
        ...(gains[at] ?? []),
      ];
    }),
  };
}

/** Larger cells by size, then everything at once. */
function largerCells(runs: readonly RunRecord[]): readonly string[] {
  const names = new Set(runs.flatMap(({ draws = [] }) => draws.map(({ cell }) => cell)));
  const sizeOf = (name: string) => Number(name.slice('larger-'.length));
  const larger = [...names].filter((name) => name.startsWith('larger-'));
  return [...larger.toSorted((one, other) => sizeOf(one) - sizeOf(other)), 'all'];
}

/** Coverage, selection, growth, placebo and duplicates side by side. */
function cellsTable(runs: readonly RunRecord[]): Table {
  const found = [...CELLS, ...largerCells(runs)].flatMap((cell) => cellResult(runs, cell) ?? []);
  const gains = gainCells(
    found.map(({ cell }) =>
      cell === ONE ? null : cellGain(runs, cell, cell === 'placebo-spread' ? 'placebo-one' : ONE),
    ),
  );
  return {
    id: 'variants-explained',
    caption: 'What could explain the gain: coverage, selection, number of variants, size, placebo',
    note:
      `Percent, over ${Math.max(0, ...found.map(({ tasks }) => tasks))} tasks, a task counting once with its mean over the runs. ` +
      'Random: share of right samples. Coverage: arms with a right program. Selected: picks that are right, of arms ' +
      'with a right program. Programs, behaviours: distinct ones of an arm, by syntax tree and by verdicts on the generated ' +
      'tests. Gain: against one variant, in points (the placebo, whose samples are randomly reassigned to the variants of ' +
      'their task, against its own one variant: expected to be zero). Larger arms take more programs.',
    head: ['arm', 'pass@1', 'random', 'coverage', 'selected', 'programs', 'behaviours', 'gain', 'p', 'Holm', 'draws'],
    rows: found.map((result, at) => [
      cellName(result),
      percentCell(result.value),
      numberCell(result.random, 'percent'),
      numberCell(result.anyRight, 'percent'),
      numberCell(result.anyRight === 0 ? null : result.value.value / result.anyRight, 'percent'),
      numberCell(result.programs, 'number'),
      numberCell(result.behaviours, 'number'),
      ...(gains[at] ?? []),
    ]),
  };
}

/** Single variants; the best one is known only in hindsight. */
function variantsTable(runs: readonly RunRecord[], names: readonly string[]): Table {
  const { compared, turned } = rankingChanges(runs);
  const order =
    compared > 0
      ? ` Under ${count(turned)} of ${count(compared)} (${percent(turned / compared)}) pairs of runs and single variants, the order of the two runs by random samples differs from that over all variants.`
      : '';
  return {
    id: 'variants-alone',
    caption: 'Single variants',
    note:
      `Percent, over ${cellResult(runs, ONE)?.tasks ?? 0} tasks. Expected pass@1 of selecting within one variant: of the variant ` +
      'that did worst, of all, of the one that did best ' +
      `(known only in hindsight), and of several variants.${order}`,
    head: ['run', 'variants', 'worst', 'mean', 'best', 'several'],
    rows: runs.map((record, at) => {
      const spread = wordingSpread(record);
      return [
        names[at] ?? '',
        String(spread?.wordings ?? 0),
        numberCell(spread?.worst ?? null, 'percent'),
        numberCell(spread?.mean ?? null, 'percent'),
        numberCell(spread?.best ?? null, 'percent'),
        numberCell(cellResult([record], SPREAD)?.value.value ?? null, 'percent'),
      ];
    }),
  };
}

/** Tables of studies with samples of several variants; none for others. */
export function drawTables(study: Study): readonly Table[] {
  const names = runNames(study);
  const runs = study.runs.filter(hasWordings);
  if (runs.length === 0) return [];
  const own = names.filter((_, at) => hasWordings(study.runs[at] as RunRecord));
  return [armsTable(runs, own), cellsTable(runs), variantsTable(runs, own)];
}
