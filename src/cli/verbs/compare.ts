import { conditionOutcomes } from '../../core/analysis/conditions.ts';
import { type ComparedSide, compareStudies, type SideComparison } from '../../core/comparison/compare-sides.ts';
import type { PairedDifference } from '../../core/comparison/paired-difference.ts';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import { LABEL_AXIS_NAMES } from '../../reporters/axis-names.ts';
import { count, percent, plural, pointsWithInterval, pValueText } from '../../reporters/figures.ts';
import { loadStudy } from '../../store/load-study.ts';
import { type Io, printJson } from '../io.ts';
import { table } from '../table.ts';

/** Names come from files: nothing in them may steer the terminal. */
const plain = (text: string) => text.replace(/\p{Cc}+/gu, ' ');

const nameOf = ({ model, temperature, repeats }: ComparedSide) =>
  `${plain(model)}${temperature === null ? '' : `, T ${temperature}`}${repeats > 1 ? `, ${repeats} repeats` : ''}`;

function differenceTable(head: string, rows: readonly (PairedDifference & { readonly name: string })[]): string {
  if (rows.length === 0) return '';
  return table([
    [head, 'tasks', 'first', 'second', 'second - first', 'only 1st/2nd', 'p', 'p (Holm)', ''],
    ...rows.map(({ name, tasks, first, second, difference, onlyFirst, onlySecond, pValue, adjustedP, finding }) => [
      plain(name),
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
    .map((setting) => `  ${setting.name}: ${plain(setting.first)} -> ${plain(setting.second)}\n`)
    .join('');
  const parts = [
    `first:  ${nameOf(first)}\nsecond: ${nameOf(second)}\n${plural(tasks, 'task')}, ${plural(samplesPerArm, 'sample')} a task and arm\n`,
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
export async function compare(
  firstDirectory: string,
  secondDirectory: string | undefined,
  { json }: { json?: true },
  io: Io,
): Promise<ExitCode> {
  const first = await loadStudy(firstDirectory);
  const second = secondDirectory === undefined ? null : await loadStudy(secondDirectory);
  const outcomes = compareStudies(first, second);
  if (outcomes.length === 0) {
    const models = (study: typeof first) =>
      conditionOutcomes(study)
        .map(({ model }) => model)
        .join(', ');
    throw second
      ? new ConfigError('not-comparable', `no model is in both: ${models(first)} there, ${models(second)} here`, {
          mend: 'Compare runs of a single model each, or studies that share a model.',
        })
      : new ConfigError('not-comparable', `${firstDirectory} holds one model: there is nothing to compare it with`, {
          mend: 'Name a second run directory: mutagree compare A B.',
        });
  }
  const refused = outcomes.flatMap((outcome) => (outcome.comparable ? [] : [outcome]));
  const compared = outcomes.flatMap((outcome) => (outcome.comparable ? [outcome.comparison] : []));
  if (compared.length === 0) {
    const reasons = refused.map(
      ({ first: a, second: b, reasons }) =>
        `${nameOf(a)} and ${nameOf(b)}\n${reasons.map((reason) => `    ${plain(reason)}`).join('\n')}`,
    );
    throw new ConfigError('not-comparable', `these are not comparable:\n  ${reasons.join('\n  ')}`, {
      mend: 'A paired comparison needs finished runs over the same tasks of the same file, at the same sample budget.',
    });
  }
  if (json) {
    printJson(io, {
      correction: 'holm',
      comparisons: compared,
      refused: refused.map(({ comparable: _, ...rest }) => rest),
    });
    return EXIT.done;
  }
  const notes = refused.map(
    ({ first: a, second: b, reasons }) =>
      `not comparable: ${nameOf(a)} and ${nameOf(b)}: ${plain(reasons.join('; '))}\n`,
  );
  io.stdout([...compared.map(comparisonText), ...notes].join('\n'));
  io.stdout(
    '\nIntervals: 95 %, paired bootstrap over tasks. A finding needs p (Holm) below 0.05 and an interval without zero.\n',
  );
  return EXIT.done;
}
