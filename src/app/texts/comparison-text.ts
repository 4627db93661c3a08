import type { SideComparison } from '../../analysis/comparison/compare-sides.ts';
import type { PairedDifference } from '../../analysis/comparison/paired-difference.ts';
import { LABEL_AXIS_NAMES } from '../../reporters/axis-names.ts';
import { table } from '../../reporters/columns.ts';
import { count, percent, plural, pointsWithInterval, pValueText } from '../../reporters/figures.ts';
import { plainText, sideName } from '../../reporters/side-name.ts';
import type { RunComparison } from '../compare-runs.ts';

function differenceTable(head: string, rows: readonly (PairedDifference & { readonly name: string })[]): string {
  if (rows.length === 0) return '';
  return table([
    [head, 'tasks', 'first', 'second', 'second - first', 'only 1st/2nd', 'p', 'p (Holm)', ''],
    ...rows.map(({ name, tasks, first, second, difference, onlyFirst, onlySecond, pValue, adjustedP, finding }) => [
      plainText(name),
      count(tasks),
      percent(first),
      percent(second),
      pointsWithInterval(difference),
      `${onlyFirst}/${onlySecond}`,
      pValueText(pValue).replace('p = ', '').replace('p ', ''),
      pValueText(adjustedP).replace('p = ', '').replace('p ', ''),
      finding ? 'a finding' : '',
    ]),
  ]);
}

function comparisonText(comparison: SideComparison): string {
  const { first, second, settings, tasks, samplesPerArm, arms, labels, mutators } = comparison;
  const differing = settings
    .map((setting) => `  ${setting.name}: ${plainText(setting.first)} -> ${plainText(setting.second)}\n`)
    .join('');
  const parts = [
    `first:  ${sideName(first)}\nsecond: ${sideName(second)}\n${plural(tasks, 'task')}, ${plural(samplesPerArm, 'sample')} per task and arm\n`,
    settings.length === 0 ? 'No setting differs: a difference would be chance.\n' : `They differ in\n${differing}`,
    differenceTable(
      'arm (exact McNemar)',
      arms.map((row) => ({ name: row.arm, ...row })),
    ),
    differenceTable(
      'label (exact McNemar)',
      labels.map((row) => ({ name: `${row.arm}, ${LABEL_AXIS_NAMES[row.label.axis]} ${row.label.value}`, ...row })),
    ),
    differenceTable(
      'prompt (sign flips)',
      mutators.map((row) => ({ name: row.mutator, ...row })),
    ),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Comparisons of runs or studies, and why others were refused, for people. */
export function comparisonsText({ comparisons, refused }: Pick<RunComparison, 'comparisons' | 'refused'>): string {
  const notes = refused.map(
    ({ first, second, reasons }) =>
      `not comparable: ${sideName(first)} and ${sideName(second)}: ${plainText(reasons.join('; '))}\n`,
  );
  return `${[...comparisons.map(comparisonText), ...notes].join('\n')}
Intervals: 95 %, paired bootstrap over tasks. A finding needs p (Holm) below 0.05 and an interval without zero.
`;
}
