import type { SideComparison } from '../../analysis/comparison/compare-sides.ts';
import type { PairedDifference } from '../../analysis/comparison/paired-difference.ts';
import type { RunComparison } from '../../app/compare-runs.ts';
import { type CheckedOf, checkSettings } from '../../app/settings/check-settings.ts';
import { compareSettings } from '../../app/settings/verb-settings.ts';
import { ConfigError, ThresholdError } from '../../core/errors.ts';
import { plainText, table } from '../../reporters/columns.ts';
import { count, percent, plural, pointsWithInterval, pValueText } from '../../reporters/figures.ts';
import { gateMarkdown } from '../../reporters/gate-text.ts';
import { LABEL_AXIS_NAMES, sideName } from '../../reporters/names.ts';
import { type Io, printResult } from '../io.ts';
import { verb } from '../verb.ts';

function differenceTable<Row extends PairedDifference>(
  head: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): string {
  if (rows.length === 0) return '';
  const bare = (p: number) => pValueText(p).replace('p = ', '').replace('p ', '');
  return table([
    [head, 'tasks', 'first', 'second', 'second - first', 'only 1st/2nd', 'p', 'p (Holm)', ''],
    ...rows.map((row) => {
      const { tasks, first, second, difference, onlyFirst, onlySecond, pValue, adjustedP, finding } = row;
      const figures = [count(tasks), percent(first), percent(second), pointsWithInterval(difference)];
      const tests = [`${onlyFirst}/${onlySecond}`, bare(pValue), bare(adjustedP), finding ? 'a finding' : ''];
      return [plainText(nameOf(row)), ...figures, ...tests];
    }),
  ]);
}

function comparisonText(comparison: SideComparison): string {
  const { first, second, settings, tasks, samplesPerArm, arms, labels, mutators } = comparison;
  const differing = settings
    .map((one) => `  ${one.name}: ${plainText(one.first)} -> ${plainText(one.second)}\n`)
    .join('');
  const parts = [
    `first:  ${sideName(first)}\nsecond: ${sideName(second)}\n${plural(tasks, 'task')}, ${plural(samplesPerArm, 'sample')} per task and arm\n`,
    settings.length === 0 ? 'No setting differs: a difference would be chance.\n' : `They differ in\n${differing}`,
    differenceTable('arm (exact McNemar)', arms, ({ arm }) => arm),
    differenceTable('label (exact McNemar)', labels, ({ arm, label }) => {
      return `${arm}, ${LABEL_AXIS_NAMES[label.axis]} ${label.value}`;
    }),
    differenceTable('prompt (sign flips)', mutators, ({ mutator }) => mutator),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function comparisonsText({ comparisons, refused }: RunComparison): string {
  const notes = refused.map(
    ({ first, second, reasons }) =>
      `not comparable: ${sideName(first)} and ${sideName(second)}: ${plainText(reasons.join('; '))}\n`,
  );
  return `${[...comparisons.map(comparisonText), ...notes].join('\n')}
Intervals: 95 %, paired bootstrap over tasks. A finding needs p (Holm) below 0.05 and an interval without zero.
`;
}

async function gate(flags: CheckedOf<typeof compareSettings>, json: true | undefined, io: Io) {
  const { first, second, failIfWorse = 0, measure, arm, summary } = flags;
  const drop = failIfWorse / 100;
  if (measure === 'robust-pass' && arm !== undefined) {
    throw new ConfigError('settings-conflict', '--arm applies to pass@1 alone, and --measure is robust-pass', {
      hint: 'Leave --arm out: robust-pass is measured over the variants of a task.',
    });
  }
  const { appendSummary, regression } = await import('../../app/compare-runs.ts');
  const gates = await regression(first, second as string, { measure, drop, ...(arm ? { arm } : {}) }, io.use);
  const text = gateMarkdown(gates, drop);
  printResult(io, json, { gates }, () => text);
  if (summary !== undefined) await appendSummary(summary, text);
  const worse = gates.filter((each) => each.worse);
  if (worse.length === 0) return;
  const drops = worse.map(({ difference }) => pointsWithInterval(difference)).join('; ');
  throw new ThresholdError('gate-worse', `${second} is worse than ${first}: ${drops}`);
}

export const compareVerb = verb({
  name: 'compare',
  summary: 'Compare two runs, or the models of one study',
  settings: compareSettings,
  notes: `--fail-if-worse is a gate for CI: it compares a new model, prompt or setting with a base, task by task, repeats
averaged, and fails only if the drop is at least that large and its interval leaves out zero. --measure robust-pass
counts a task as solved if it is under every variant. --fail-under of run is a limit for one run.`,
  examples: [
    'mutagree compare runs/zero-shot runs/few-shot',
    'mutagree compare runs/study --json',
    'mutagree compare runs/base runs/new --fail-if-worse 2 --summary "$GITHUB_STEP_SUMMARY"',
  ],
  act: async ({ json, ...values }, io) => {
    const flags = checkSettings(compareSettings, values, { verb: 'compare' });
    if (flags.failIfWorse !== undefined) return gate(flags, json, io);
    const { compare } = await import('../../app/compare-runs.ts');
    const found = await compare(flags.first, flags.second, io.use);
    printResult(io, json, { correction: 'holm', ...found }, () => comparisonsText(found));
  },
});
