import { agreeingText } from '../../core/plural.ts';
import { table } from '../../reporters/columns.ts';
import { calibrationFigures, curvePoints } from '../../reporters/confidence-figures.ts';
import { estimateText, plural } from '../../reporters/figures.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { Explanation } from '../selection/explain-task.ts';
import type { PlaceboResult } from '../selection/placebo.ts';
import type { CalibrationReport, SelectionDocument } from '../selection/selection-document.ts';

const percent = (fraction: number) => (100 * fraction).toFixed(1);
const points = (fraction: number) => `${fraction < 0 ? '' : '+'}${percent(fraction)}`;

function preparationLine({
  duplicatePrograms,
  duplicateTests,
  trivialTests,
  voidedTasks,
  flakyCells,
}: SelectionDocument['prepared']) {
  const parts = [`merged as duplicates: ${duplicatePrograms} programs, ${duplicateTests} tests`];
  if (trivialTests > 0) parts.push(`dropped: ${trivialTests} tests that don't name the function under test`);
  if (voidedTasks.length > 0) parts.push(`voided as by CodeT's harness: ${voidedTasks.join(', ')}`);
  if (flakyCells !== null) parts.push(`flaky: ${flakyCells} cells`);
  return `${parts.join('; ')}\n\n`;
}

function figures({ random, scorers, comparisons = [], tasks }: SelectionDocument, ks: readonly string[]): string {
  const row = (name: string, estimates: Record<string, Estimate>) => [
    name,
    ...ks.map((k) => (estimates[k] ? estimateText(estimates[k]) : '-')),
  ];
  const head = table([
    [`${tasks} tasks, 95 % intervals`, ...ks.map((k) => `pass@${k}`)],
    row('random', random ?? {}),
    ...Object.entries(scorers ?? {}).map(([name, of]) => row(name, of)),
  ]);
  if (comparisons.length === 0) return head;
  const lines = comparisons.map(({ scorer, against, difference: { value, low, high } }) => [
    `${scorer} - ${against}`,
    `${points(value)} points of pass@1 [${points(low)}, ${points(high)}]`,
    low > 0 || high < 0 ? '' : 'no claim',
  ]);
  return `${head}\nPaired by task, 95 % bootstrap intervals:\n${table(lines)}`;
}

function calibrationText({ scorer, ...calibration }: CalibrationReport) {
  return [
    `Confidence of ${scorer}, ${calibrationFigures(calibration)}\n`,
    table(
      curvePoints(calibration.curve).map(({ coverage, precision, threshold }) => [
        `  answering ${percent(coverage)} %`,
        `${percent(precision)} % right`,
        `--min-confidence ${threshold.toFixed(2)}`,
      ]),
    ),
  ].join('');
}

function placeboText(results: readonly PlaceboResult[]): string {
  const rows = results.map(({ scorer, option, gain, band, variants }) => [
    scorer,
    option,
    variants < 2 ? 'one variant only: nothing to measure' : points(gain),
    variants < 2 ? '' : `${points(band.low)} to ${points(band.high)}`,
    variants < 2 ? '' : gain > band.high || gain < band.low ? '' : 'no more than shuffled names',
  ]);
  return `\nProvenance, points of pass@1 over 20 shuffles of the variants' names:\n${table([['scorer', 'option', 'gain', 'placebo'], ...rows])}`;
}

/** The prompt's docstring is the longest part of a completion and says nothing of the program. */
function withoutDocstring(program: string): string {
  return program.replace(/\n[ \t]*[rR]?("{3}|'{3})[\s\S]*?\1[ \t]*(?=\n)/, '');
}

/** Why a task's pick was picked, for people. */
function explanationText(explanation: Explanation): string {
  const { taskId, scorer, samples, testOccurrences, sets, setsInAll, separating } = explanation;
  const lines = [
    `${taskId}: ${samples} samples, ${testOccurrences} test occurrences, ${setsInAll} sets ranked by ${scorer}`,
  ];
  for (const [at, set] of sets.entries()) {
    const correct = set.correct === null ? '' : `, ${set.correct} of them right by the official tests`;
    lines.push(
      '',
      `${at + 1}. ${plural(set.samples, 'sample')} (${plural(set.candidateIds.length, 'distinct program')}) pass ${set.testOccurrences} of ${testOccurrences} test occurrences${correct}`,
      `   ${set.byRule.map((rule) => (rule.rank === null ? `${rule.scorer} out` : `${rule.scorer} ${rule.score?.toPrecision(4)} (rank ${rule.rank})`)).join(', ')}`,
      ...withoutDocstring(set.program)
        .trimEnd()
        .split('\n')
        .slice(-12)
        .map((line) => `   | ${line}`),
    );
  }
  lines.push('');
  if (separating) {
    const { test, against, passedByFirst, occurrences, outputs } = separating;
    const [first, second] = outputs.map((output) => output ?? 'nothing');
    lines.push(
      `Smallest test between 1 and ${against}, the next that passes other tests; written ${plural(occurrences, 'time')}, passed by ${passedByFirst ? 1 : against}:`,
      ...test.split('\n').map((line) => `   | ${line}`),
      `   1 returns ${first}, ${against} returns ${second}`,
    );
  } else
    lines.push(
      setsInAll === 0
        ? 'No program passes any test: the pick is a plain draw.'
        : 'No test separates it from another set.',
    );
  return `${lines.join('\n')}\n`;
}

/** What a selection found, for people. */
export function selectionText(document: SelectionDocument, ks: readonly number[]): string {
  const { tasks, candidates, tests, cells, picks, timings, prepared, calibration = [], placebo } = document;
  const parts = [
    `${tasks} tasks, ${candidates} distinct programs, ${tests} distinct tests, ${cells} cells in ${(timings.matrixMs / 1000).toFixed(1)} s\n`,
    preparationLine(prepared),
  ];
  if (document.explanation) parts.push(explanationText(document.explanation));
  else if (document.scorers) {
    parts.push(figures(document, ks.map(String)));
    for (const report of calibration.slice(0, 1)) parts.push('\n', calibrationText(report));
  } else {
    parts.push(
      table(
        picks.map(({ taskId, scorer, candidateIds, consensus, tied, confidence, abstained }) => [
          taskId,
          scorer,
          candidateIds[0] ?? (abstained ? 'abstains' : 'no program'),
          consensus ? agreeingText(consensus.candidates, consensus.tests) : 'nothing passes: a plain draw',
          confidence === null ? '' : `confidence ${confidence.toFixed(2)}`,
          tied > 1 ? `${tied} tied` : '',
        ]),
      ),
    );
  }
  if (placebo) parts.push(placeboText(placebo));
  const abstained = picks.filter((pick) => pick.abstained).length;
  if (abstained > 0) parts.push(`\nAbstained below the confidence asked for: ${abstained}/${picks.length} picks\n`);
  return parts.join('');
}
