import type { SideComparison } from '../../analysis/comparison/compare-sides.ts';
import type { PairedDifference } from '../../analysis/comparison/paired-difference.ts';
import { compare } from '../../app/compare-runs.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { LABEL_AXIS_NAMES } from '../../reporters/axis-names.ts';
import { table } from '../../reporters/columns.ts';
import { count, percent, plural, pointsWithInterval, pValueText } from '../../reporters/figures.ts';
import { plainText, sideName } from '../../reporters/side-name.ts';
import { type Io, printJson } from '../io.ts';
import { listen } from '../listen.ts';

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

/** `mutagree compare A [B]`: paired differences of two runs or studies, or of the models of one study. */
export async function compareScreen(
  first: string,
  second: string | undefined,
  { json }: { json?: true },
  io: Io,
): Promise<ExitCode> {
  const { comparisons: compared, refused } = await compare(first, second, listen(io).use);
  if (json) {
    printJson(io, { correction: 'holm', comparisons: compared, refused });
    return EXIT.done;
  }
  const notes = refused.map(
    ({ first: a, second: b, reasons }) =>
      `not comparable: ${sideName(a)} and ${sideName(b)}: ${plainText(reasons.join('; '))}\n`,
  );
  io.stdout([...compared.map(comparisonText), ...notes].join('\n'));
  io.stdout(
    '\nIntervals: 95 %, paired bootstrap over tasks. A finding needs p (Holm) below 0.05 and an interval without zero.\n',
  );
  return EXIT.done;
}
