import { join } from 'node:path';
import { savingFigures } from '../../reporters/confidence-figures.ts';
import { estimateText } from '../../reporters/figures.ts';
import { studyTable, wordingsLine } from '../../reporters/study-table.ts';
import { renderTerminalSummary } from '../../reporters/terminal-summary.ts';
import type { StudyOutcome } from '../run-study.ts';
import type { RunOutcome } from '../study/run-one.ts';
import { accountLine, failedLine } from './cost-lines.ts';

/** pass@1 by part of the official tests, one line per part and arm. */
function partLines(byPart: RunOutcome['byPart']): string {
  const lines = byPart.flatMap(([part, arms]) =>
    Object.entries(arms).flatMap(([arm, { '1': first }]) =>
      first ? [`${part.padEnd(10)} ${arm.padEnd(18)} pass@1  ${estimateText(first)}\n`] : [],
    ),
  );
  return lines.join('');
}

/** What one run found, for people. */
export function runText(
  { record, directory, byPart, adaptive, cost, calls }: RunOutcome,
  settings: { readonly color: boolean },
): string {
  return [
    `\n${renderTerminalSummary(record, settings)}\n`,
    partLines(byPart),
    adaptive ? `${savingFigures(adaptive)}\n` : '',
    `${accountLine([cost])}\nReport: ${join(directory, 'report.html')}\n${failedLine([calls])}`,
  ].join('');
}

/** What the runs of a study found, for people. */
export function studyText({ directory, runs }: StudyOutcome): string {
  const account = accountLine(runs.map(({ cost }) => cost));
  const failed = failedLine(runs.map(({ calls }) => calls));
  const records = runs.map(({ record }) => record);
  const report = `Report: ${join(directory, 'report.html')}`;
  return `\n${studyTable(records)}\n${wordingsLine(records)}${account}\n${report}\n${failed}`;
}
