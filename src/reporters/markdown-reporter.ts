import { adaptiveSaving } from '../core/adaptive-saving.ts';
import { type StudySummary, summariseArms } from '../core/arm-results.ts';
import { armConfidence } from '../core/confidence-results.ts';
import type { Reporter } from '../core/reporter.ts';
import type { RunRecord } from '../core/run-record.ts';
import { groupByTask, reportedK, type TaskResult, taskResults } from '../core/task-results.ts';
import { answeredFigures, calibrationFigures, curvePoints, savingFigures } from './confidence-figures.ts';
import { count, dateText, duration, percent } from './figures.ts';
import { runFacts } from './run-facts.ts';
import {
  comparisonFigures,
  coverageNote,
  discordance,
  generatedFigures,
  passFigures,
  solvedFigures,
} from './sentences.ts';

/** Text of the data or the model as one table cell: nothing in it is markup. */
function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#~]/g, (character) => `\\${character}`);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map((_, at) => (at === 0 ? '---' : '--:'))) + rows.map(line).join('');
}

function armsTable({ arms }: StudySummary, record: RunRecord): string {
  const ks = reportedK(record.manifest).map(String);
  return table(
    ['arm', ...ks.map((k) => `pass@${k}`), 'picked program right', 'abstained', 'tokens in', 'tokens out'],
    arms.map((arm) => [
      arm.arm,
      ...ks.map((k) => cell(passFigures(arm, k))),
      solvedFigures(arm),
      String(arm.abstained),
      count(arm.tokens.inputTokens),
      count(arm.tokens.outputTokens),
    ]),
  );
}

function outcome({ arm, passAtK, pickPassed, abstained, pickedId }: TaskResult): string {
  if (arm === 'baseline') return percent(passAtK['1'] ?? 0);
  if (pickedId === null) return 'no program';
  return `${pickPassed ? 'right' : 'wrong'}${abstained ? ' (draw)' : ''}`;
}

function tasksTable({ tasks, manifest }: RunRecord, results: readonly TaskResult[]): string {
  const byTask = groupByTask(results);
  return table(
    ['task', ...manifest.arms],
    tasks.map(({ taskId }) => [
      cell(taskId),
      ...manifest.arms.map((arm) => {
        const result = byTask.get(taskId)?.find((candidate) => candidate.arm === arm);
        return result ? outcome(result) : 'not evaluated';
      }),
    ]),
  );
}

function confidenceText(record: RunRecord): string[] {
  const saving = adaptiveSaving(record);
  const arms = armConfidence(record);
  if (saving === null && arms.length === 0) return [];
  return [
    '## Confidence\n',
    ...(saving ? [`${savingFigures(saving)}.\n`] : []),
    ...arms.flatMap((arm) => {
      const answered = answeredFigures(arm);
      return [
        `${arm.arm}, ${calibrationFigures(arm)}.${answered ? ` ${answered}.` : ''}\n`,
        table(
          ['tasks answered', 'picks right', 'confidence from'],
          curvePoints(arm.curve).map(({ coverage, precision, threshold }) => [
            percent(coverage),
            percent(precision),
            threshold.toFixed(2),
          ]),
        ),
      ];
    }),
  ];
}

/** `report.md`: arms, comparisons, tasks and run facts, for pull requests and papers' appendices. */
export const markdownReporter: Reporter = {
  name: 'markdown',
  file: 'report.md',
  summary: 'Arms, comparisons, tasks and run facts as text with tables.',
  render({ runs: [record] }) {
    const { manifest } = record;
    const results = taskResults(record);
    const summary = summariseArms(record);
    const note = coverageNote(summary, manifest);
    const stages = Object.entries(manifest.stageMs).map(([stage, ms]) => [cell(stage), duration(ms)]);
    return [
      `# ${cell(manifest.dataset.name)} on ${cell(manifest.model.id)}\n`,
      `${manifest.samplesPerArm} programs and ${manifest.samplesPerArm} test replies a task and arm, ${dateText(manifest.updatedAt)}.\n`,
      ...(note ? [`${note}\n`] : []),
      '## Arms\n',
      armsTable(summary, record),
      'Intervals are 95 % over tasks. `baseline` selects nothing; its picked program is that of the first sample.\n',
      '## Comparisons\n',
      summary.comparisons
        .map(
          (comparison) =>
            `- ${comparison.arm} against ${comparison.against} at ${comparison.samplesPerArm} samples a task: ` +
            `${cell(comparisonFigures(comparison))}. ${discordance(comparison)}\n`,
        )
        .join('') || 'The run has no two arms to compare.\n',
      ...confidenceText(record),
      '## Tasks\n',
      'Share of right programs for `baseline`, otherwise whether the picked program passes the official tests.\n',
      tasksTable(record, results),
      '## Run\n',
      `${generatedFigures(record)}.\n`,
      table(
        ['fact', 'value'],
        runFacts(record).map(([name, value]) => [cell(name), cell(value)]),
      ),
      table(['stage', 'time'], stages),
    ].join('\n');
  },
};
