import { efficiencyOf, type MeasureComparison } from '../../analysis/arms/efficiency.ts';
import { type TestShare, testQuality } from '../../analysis/arms/test-quality.ts';
import { ablationOf } from '../../analysis/attribution/ablation.ts';
import type { Study } from '../../records/study.ts';
import { runNames } from '../names.ts';
import { numberCell, percentCell, type Table, type TableCell } from './table.ts';

/**
 * The four cells of an ablation, and the effects of mutated prompts on programs and tests; empty without `--ablate`.
 */
function ablationTables({ runs }: Study, names: readonly string[]): Table[] {
  const results = runs.flatMap((record, at) => {
    const result = ablationOf(record);
    return result ? [{ name: names[at] ?? '', result }] : [];
  });
  const [first] = results;
  if (!first) return [];
  const { tasks, samplesPerCell, scorer } = first.result;
  return [
    {
      id: 'ablation',
      caption: 'Ablation: original and mutated prompts',
      note:
        `Expected pass@1 of the pick, percent of ${tasks} tasks with 95 % intervals in brackets; ${samplesPerCell} programs ` +
        `and ${samplesPerCell} test replies per task in each cell, scorer ${scorer}.`,
      head: ['model', 'programs from', 'tests from', 'pass@1', 'picks right'],
      rows: results.flatMap(({ name, result }) =>
        result.cells.map(({ programs, tests, passAt1, solved }): TableCell[] => [
          name,
          programs,
          tests,
          percentCell(passAt1),
          `${solved}/${result.tasks}`,
        ]),
      ),
    },
    {
      id: 'ablation-effects',
      caption: 'Where the gain comes from',
      note:
        'Points of expected pass@1, paired over tasks, 95 % interval in brackets: mutated against original prompts for ' +
        'programs, for tests, what both do beyond the sum, and both together. p: exact McNemar over the picks, where two ' +
        'cells are compared; not corrected.',
      head: ['model', 'effect of', 'tasks', 'difference', 'p'],
      rows: results.flatMap(({ name, result }) =>
        result.effects.map(({ of, difference, pValue }): TableCell[] => [
          name,
          of,
          String(result.tasks),
          { ...difference, unit: 'points' },
          numberCell(pValue, 'p'),
        ]),
      ),
    },
  ];
}

const share = (own: TestShare | null): TableCell => (own === null || own.of === 0 ? null : percentCell(own));

function testQualityTables({ runs }: Study, names: readonly string[]): Table[] {
  const rows = runs.flatMap((record, at) =>
    testQuality(record).map(({ mutator, tests, valid, separating, validAndSeparating }): TableCell[] => [
      names[at] ?? '',
      mutator,
      numberCell(tests, 'count'),
      share(valid),
      share(separating),
      share(validAndSeparating),
    ]),
  );
  if (rows.length === 0) return [];
  return [
    {
      id: 'test-quality',
      caption: 'Generated tests by variant',
      note:
        'Percent of test occurrences with 95 % Wilson intervals in brackets; tests of one task are correlated, so the true ' +
        'ones are wider. Valid: the reference passes, run after all picks; distinguishing: some program passes and ' +
        'another does not.',
      head: ['model', 'mutation', 'tests', 'valid', 'distinguishing', 'both'],
      rows,
    },
  ];
}

const MEASURE_NAMES: Readonly<Record<MeasureComparison['measure'], string>> = {
  cpuMs: 'CPU time, ms',
  peakKib: 'peak memory, KiB',
};

function efficiencyTables({ runs }: Study, names: readonly string[]): Table[] {
  const rows = runs.flatMap((record, at) =>
    efficiencyOf(record).map(({ measure, tasks, programs, reference, medianRatio }): TableCell[] => [
      names[at] ?? '',
      MEASURE_NAMES[measure],
      numberCell(tasks, 'count'),
      numberCell(programs, 'number'),
      numberCell(reference, 'number'),
      numberCell(medianRatio, 'number'),
    ]),
  );
  if (rows.length === 0) return [];
  return [
    {
      id: 'efficiency',
      caption: 'Passing programs compared with the reference',
      note: 'Means over the tasks with a passing program; ratio: median over tasks of program to reference.',
      head: ['model', 'measure', 'tasks', 'programs', 'reference', 'ratio'],
      rows,
    },
  ];
}

/** The origin of a gain, the quality of generated tests, and the running cost of passing programs. */
export function attributionTables(study: Study): Table[] {
  const names = runNames(study);
  return [ablationTables, testQualityTables, efficiencyTables].flatMap((tablesOf) => tablesOf(study, names));
}
