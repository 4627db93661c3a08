import { type CellGain, type CellResult, cellGain, cellResult, hasWordings } from '../../analysis/draws/gain.ts';
import { rankingChanges, wordingSpread } from '../../analysis/draws/wordings.ts';
import { ONE, SPREAD } from '../../records/draws.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { holmAdjust } from '../../statistics/holm.ts';
import { count, percent } from '../figures.ts';
import { runNames } from '../run-names.ts';
import { numberCell, percentCell, type Table, type TableCell } from './table.ts';

/** The names of cells in tables, in order. */
const CELLS: readonly (readonly [cell: string, name: (result: CellResult) => string])[] = [
  [ONE, ({ size }) => `${size} of one variant`],
  ['spread-2', ({ size, wordings }) => `${size} of ${wordings} variants`],
  ['spread-3', ({ size, wordings }) => `${size} of ${wordings} variants`],
  [SPREAD, ({ size, wordings }) => `${size} of ${wordings} variants`],
  ['placebo-one', ({ size }) => `placebo: ${size} of one shuffled label`],
  ['placebo-spread', ({ size, wordings }) => `placebo: ${size} of ${wordings} shuffled labels`],
];

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
      'Expected pass@1 in percent: of a sample taken blindly, of selecting within one variant (mean over all variants), of ' +
      'selecting across variants (mean over draws), with 95 % intervals over tasks; gain of the last over the one before, in ' +
      'points, paired by task (over several runs each task counts once, with its mean). p: signs of the differences of tasks ' +
      'changed; Holm over the rows. Draws: standard error from the draws alone, in points.',
    head: ['run', 'tasks', 'blind', 'one variant', 'several variants', 'gain', 'p', 'Holm', 'draws'],
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
function largerCells(runs: readonly RunRecord[]): readonly (readonly [string, (result: CellResult) => string])[] {
  const names = [...new Set(runs.flatMap(({ draws = [] }) => draws.map(({ cell }) => cell)))];
  const larger = names
    .filter((name) => name.startsWith('larger-'))
    .sort((a, b) => Number(a.slice('larger-'.length)) - Number(b.slice('larger-'.length)));
  const name = ({ size, wordings }: CellResult) => `${size} of ${wordings} variants`;
  return [...larger, 'all'].map((cell) => [cell, name] as const);
}

/** Coverage, selection, growth, placebo and duplicates side by side. */
function cellsTable(runs: readonly RunRecord[]): Table {
  const found = [...CELLS, ...largerCells(runs)].flatMap(([cell, name]) => {
    const result = cellResult(runs, cell);
    return result ? [{ cell, name: name(result), result }] : [];
  });
  const gains = gainCells(
    found.map(({ cell }) =>
      cell === ONE ? null : cellGain(runs, cell, cell === 'placebo-spread' ? 'placebo-one' : ONE),
    ),
  );
  return {
    id: 'variants-explained',
    caption: 'What could explain the gain: coverage, selection, number of variants, size, placebo',
    note:
      `Percent, over ${Math.max(0, ...found.map(({ result }) => result.tasks))} tasks, a task counting once with its mean over the runs. ` +
      'Blind: share of right samples. Any right: arms that hold a right program. Found: picks that are ' +
      'right, of arms that hold one. Programs, behaviours: distinct ones of an arm, by syntax tree and by verdicts on the ' +
      'generated tests. Gain: against one variant, in points (the placebo, whose samples are dealt anew to the variants of ' +
      'their task, against its own one variant: it must be zero). Larger arms take more programs.',
    head: ['arm', 'pass@1', 'blind', 'any right', 'found', 'programs', 'behaviours', 'gain', 'p', 'Holm', 'draws'],
    rows: found.map(({ name, result }, at) => [
      name,
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

/** Single wordings, known only afterwards. */
function wordingsTable(runs: readonly RunRecord[], names: readonly string[]): Table {
  const { compared, turned } = rankingChanges(runs);
  const order =
    compared > 0
      ? ` Under ${count(turned)} of ${count(compared)} (${percent(turned / compared)}) pairs of runs and single wordings, the order of the two runs (blind) is another than over all wordings.`
      : '';
  return {
    id: 'variants-alone',
    caption: 'Single variants',
    note:
      `Percent, over ${cellResult(runs, ONE)?.tasks ?? 0} tasks. Expected pass@1 of selecting within one variant: of the variant ` +
      'that did worst, of all, of the one that did best ' +
      `(which is known only afterwards), beside several variants.${order}`,
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

/** Tables of studies from samples that several wordings were asked for; none for others. */
export function drawTables(study: Study): readonly Table[] {
  const names = runNames(study);
  const runs = study.runs.filter(hasWordings);
  if (runs.length === 0) return [];
  const own = names.filter((_, at) => hasWordings(study.runs[at] as RunRecord));
  return [armsTable(runs, own), cellsTable(runs), wordingsTable(runs, own)];
}
