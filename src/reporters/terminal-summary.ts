import picocolors from 'picocolors';
import { type StudySummary, summariseArms } from '../core/arm-results.ts';
import type { RunRecord } from '../core/run-record.ts';
import { reportedK } from '../core/task-results.ts';
import { count, plural } from './figures.ts';
import { comparisonFigures, coverageNote, generatedFigures, passFigures, solvedFigures } from './sentences.ts';

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

function armRows({ arms }: StudySummary, ks: readonly string[]): string[][] {
  const rows = arms.map((arm) => [
    arm.arm,
    ...ks.map((k) => passFigures(arm, k)),
    solvedFigures(arm),
    String(arm.abstained),
    arm.tokens.uncounted === arm.tokens.replies
      ? 'not counted'
      : count(arm.tokens.inputTokens + arm.tokens.outputTokens),
  ]);
  const head = ['arm', ...ks.map((k) => `pass@${k}`), 'picks right', 'abstained', 'tokens'];
  return columns(
    [head, ...rows],
    head.map((_, at) => (at === 0 ? 'left' : 'right')),
  );
}

/**
 * What a run came to, on one screen: the arms with their intervals, the paired comparisons, and what they rest on. Ends
 * with a line feed.
 */
export function renderTerminalSummary(record: RunRecord, { color }: { readonly color: boolean }): string {
  const { bold, dim, green, yellow } = picocolors.createColors(color);
  const { manifest } = record;
  const summary = summariseArms(record);
  const [head = [], ...rows] = armRows(summary, reportedK(manifest).map(String));
  const note = coverageNote(summary, manifest);
  const lines = [
    bold(plain(`${manifest.dataset.name} on ${manifest.model.id}`)),
    dim(
      plain(
        `${plural(summary.tasks, 'task')}, ${plural(summary.samplesPerArm, 'sample')} a task and arm, scorer ${manifest.scorer}, sandbox ${manifest.sandbox.name}, seed ${manifest.seed}`,
      ),
    ),
    ...(note ? [yellow(note)] : []),
    '',
    `  ${dim(head.join('   '))}`,
    ...rows.map(([arm = '', ...figures]) => `  ${bold(arm)}   ${figures.join('   ')}`),
    '',
    ...summary.comparisons.flatMap((comparison) => [
      `  ${bold(comparison.arm)} against ${comparison.against} at ${plural(comparison.samplesPerArm, 'sample')} a task`,
      `    ${(comparison.finding ? green : dim)(comparisonFigures(comparison))}`,
    ]),
    ...(summary.comparisons.length > 0 ? [''] : []),
    dim(`  ${generatedFigures(record)}`),
  ];
  return `${lines.join('\n')}\n`;
}
