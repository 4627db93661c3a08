import picocolors from 'picocolors';
import { type ArmResult, summariseArms } from '../analysis/arms/arm-results.ts';
import { reportedK } from '../analysis/arms/task-results.ts';
import { callOutcomes } from '../analysis/calls/call-outcomes.ts';
import { incidentsOf } from '../analysis/calls/incidents.ts';
import type { RunRecord } from '../records/run-record.ts';
import { failureLines, lossLine, lossWarnings, notSentLine } from './call-figures.ts';
import { count, plural } from './figures.ts';
import { datasetTitle, ruleName } from './run-names.ts';
import {
  comparisonFigures,
  coverageNote,
  generatedFigures,
  givenFigures,
  incidentSentence,
  lossAlarm,
  passFigures,
  passRateSentence,
  solvedFigures,
  strongSentence,
  unreadSentence,
} from './sentences.ts';

type Align = 'left' | 'right';

/** Columns of plain text, padded; a style is put on afterwards so that it does not count as width. */
function columns(rows: readonly (readonly string[])[], aligns: readonly Align[]): string[][] {
  const widths = aligns.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows.map((row) =>
    row.map((cell, at) =>
      aligns[at] === 'right' ? cell.padStart(widths[at] as number) : cell.padEnd(widths[at] as number),
    ),
  );
}

/** Names come from files and endpoints: nothing in them may steer the terminal. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** A head and a row per arm, the figures aligned to the right. */
function armRows(
  arms: readonly ArmResult[],
  head: readonly string[],
  figures: (arm: ArmResult) => readonly string[],
): string[][] {
  const rows = arms.map((arm) => [arm.arm, ...figures(arm)]);
  return columns([['arm', ...head], ...rows], ['left', ...head.map((): Align => 'right')]);
}

function tokensText({ tokens }: ArmResult): string {
  return tokens.uncounted === tokens.replies ? 'not counted' : count(tokens.inputTokens + tokens.outputTokens);
}

/**
 * What a run came to, on one screen: the arms with their intervals, the paired comparisons, and what they rest on. Ends
 * with a line feed.
 */
export function renderTerminalSummary(record: RunRecord, { color }: { readonly color: boolean }): string {
  const { bold, dim, green, red, yellow } = picocolors.createColors(color);
  const { manifest } = record;
  const summary = summariseArms(record);
  const tableLines = ([head = [], ...rows]: readonly (readonly string[])[]) => [
    `  ${dim(head.join('   '))}`,
    ...rows.map(([arm = '', ...figures]) => `  ${bold(arm)}   ${figures.join('   ')}`),
    '',
  ];
  const main = armRows(summary.arms, ['pass@1', 'picks right', 'abstained', 'tokens'], (arm) => [
    passFigures(arm, '1'),
    solvedFigures(arm),
    count(arm.abstained),
    tokensText(arm),
  ]);
  const ks = reportedK(manifest).slice(1).map(String);
  const furtherHead = ks.map((k) => `pass@${k}`);
  const further = armRows(summary.arms, furtherHead, (arm) => ks.map((k) => passFigures(arm, k)));
  const note = coverageNote(summary, manifest);
  const passRate = passRateSentence(summary);
  const strong = strongSentence(summary);
  const outcomes = callOutcomes(record);
  const lost = lossLine(outcomes);
  const notSent = notSentLine(outcomes.sent);
  const alarm = lossAlarm(record);
  const unread = unreadSentence(record);
  const lines = [
    ...(alarm ? [bold(red(alarm))] : []),
    bold(plain(`${datasetTitle(manifest.dataset.name)} on ${manifest.model.id}`)),
    dim(
      plain(
        `${plural(summary.tasks, 'task')}, ${plural(summary.samplesPerArm, 'sample')} each, scorer ${ruleName(manifest)}, sandbox ${manifest.sandbox.name}, seed ${manifest.seed}`,
      ),
    ),
    ...(note ? [yellow(note)] : []),
    ...incidentsOf(record).map((incident) => yellow(plain(incidentSentence(incident)))),
    '',
    ...tableLines(main),
    ...(ks.length > 0 ? tableLines(further) : []),
    ...summary.comparisons.flatMap((comparison) => [
      `  ${bold(comparison.arm)} against ${comparison.against} at ${plural(comparison.samplesPerArm, 'sample')} per task`,
      `    ${(comparison.finding ? green : dim)(comparisonFigures(comparison))}`,
    ]),
    ...(summary.comparisons.length > 0 ? [''] : []),
    ...(passRate ? [`  ${passRate}`, ''] : []),
    ...(strong ? [dim(`  ${strong}`), ''] : []),
    dim(`  ${generatedFigures(record)}`),
    ...givenFigures(record).map((line) => dim(plain(`  ${line}`))),
    ...(unread ? [`  ${unread}.`] : []),
    ...(lost ? [`  ${lost}`] : []),
    ...lossWarnings(outcomes).map((warning) => yellow(plain(`  ${warning}`))),
    ...failureLines(outcomes).map((line) => dim(plain(`    ${line}`))),
    ...(notSent ? [yellow(plain(`  ${notSent}.`))] : []),
  ];
  return `${lines.join('\n')}\n`;
}
