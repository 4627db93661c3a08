import { adaptiveSaving } from '../analysis/arms/adaptive-saving.ts';
import { type StudySummary, summariseArms } from '../analysis/arms/arm-results.ts';
import { reportedK, type TaskResult, taskResults } from '../analysis/arms/task-results.ts';
import { groupByTask } from '../analysis/by-key.ts';
import { armConfidence } from '../analysis/calibration/confidence-results.ts';
import { callOutcomes } from '../analysis/calls/call-outcomes.ts';
import { incidentsOf } from '../analysis/calls/incidents.ts';
import type { RunRecord } from '../records/run-record.ts';
import type { Reporter } from '../records/study.ts';
import { type Study, studyOf } from '../records/study.ts';
import { failureLines, lossRows, lossWarnings, notSentLine } from './call-figures.ts';
import { answeredFigures, calibrationFigures, curvePoints, savingFigures } from './confidence-figures.ts';
import { count, dateText, duration, percent } from './figures.ts';
import { notesText } from './notes.ts';
import { runFacts } from './run-facts.ts';
import { runNames, studyTitle } from './run-names.ts';
import {
  comparisonFigures,
  coverageNote,
  discordance,
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
import { failuresText } from './tables/failures-text.ts';
import { markdownTable } from './tables/markdown.ts';
import { markdownText } from './tables/markdown-text.ts';
import { modelsTable } from './tables/models-table.ts';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map((_, at) => (at === 0 ? '---' : '--:'))) + rows.map(line).join('');
}

function armsTable({ arms }: StudySummary, record: RunRecord): string {
  const ks = reportedK(record.manifest).map(String);
  return table(
    ['arm', ...ks.map((k) => `pass@${k}`), 'picked program right', 'abstained', 'tokens in', 'tokens out'],
    arms.map((arm) => [
      markdownText(arm.arm),
      ...ks.map((k) => markdownText(passFigures(arm, k))),
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
    ['task', ...manifest.arms.map(markdownText)],
    tasks.map(({ taskId }) => [
      markdownText(taskId),
      ...manifest.arms.map((arm) => {
        const result = byTask.get(taskId)?.find((candidate) => candidate.arm === arm);
        return result ? outcome(result) : 'not evaluated';
      }),
    ]),
  );
}

/** A line above a part. */
type Heading = (title: string) => string;

function confidenceText(record: RunRecord, heading: Heading): string[] {
  const saving = adaptiveSaving(record);
  const arms = armConfidence(record);
  if (saving === null && arms.length === 0) return [];
  return [
    heading('Confidence'),
    ...(saving ? [`${savingFigures(saving)}.\n`] : []),
    ...arms.flatMap((arm) => {
      const answered = answeredFigures(arm);
      return [
        `${markdownText(arm.arm)}, ${calibrationFigures(arm)}.${answered ? ` ${answered}.` : ''}\n`,
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

/** What was lost of the calls, and what the model refused; nothing where all went as asked. */
function callsText(record: RunRecord, heading: Heading): string[] {
  const outcomes = callOutcomes(record);
  const rows = lossRows(outcomes);
  const notSent = notSentLine(outcomes.sent);
  if (rows.length === 0 && notSent === null) return [];
  return [
    heading('Calls'),
    ...lossWarnings(outcomes).map((warning) => `**${markdownText(warning)}**\n`),
    ...(notSent ? [`${markdownText(notSent)}.\n`] : []),
    ...(rows.length > 0
      ? [
          table(
            ['lost', 'calls'],
            rows.map(([, name, figures]) => [markdownText(name), figures]),
          ),
        ]
      : []),
    failureLines(outcomes)
      .map((line) => `- ${markdownText(line)}\n`)
      .join(''),
  ];
}

/** All of one run but its title. */
function runText(record: RunRecord, heading: Heading): string[] {
  const { manifest } = record;
  const results = taskResults(record);
  const summary = summariseArms(record);
  const note = coverageNote(summary, manifest);
  const passRate = passRateSentence(summary);
  const strong = strongSentence(summary);
  const stages = Object.entries(manifest.stageMs).map(([stage, ms]) => [markdownText(stage), duration(ms)]);
  const alarm = lossAlarm(record);
  const unread = unreadSentence(record);
  return [
    ...(alarm ? [`**${markdownText(alarm)}**\n`] : []),
    `${count(manifest.samplesPerArm)} programs and ${count(manifest.samplesPerArm)} test replies per task and arm, ${markdownText(dateText(manifest.updatedAt))}.\n`,
    ...givenFigures(record).map((line) => `${markdownText(line)}\n`),
    ...(note ? [`${markdownText(note)}\n`] : []),
    ...(unread ? [`${markdownText(unread)}.\n`] : []),
    ...incidentsOf(record).map((incident) => `${markdownText(incidentSentence(incident))}\n`),
    heading('Arms'),
    armsTable(summary, record),
    ...(passRate ? [`${markdownText(passRate)}.\n`] : []),
    ...(strong ? [`${markdownText(strong)}.\n`] : []),
    'Intervals are 95 % over tasks. `baseline` selects nothing; its picked program is that of the first sample.\n',
    heading('Comparisons'),
    summary.comparisons
      .map(
        (comparison) =>
          `- ${markdownText(comparison.arm)} against ${markdownText(comparison.against)} at ${comparison.samplesPerArm} samples per task: ` +
          `${markdownText(comparisonFigures(comparison))}. ${markdownText(discordance(comparison))}\n`,
      )
      .join('') || 'The run has no two arms to compare.\n',
    ...confidenceText(record, heading),
    ...callsText(record, heading),
    ...failuresText(studyOf(record), heading),
    heading('Tasks'),
    'Share of right programs for `baseline`, otherwise whether the picked program passes the official tests.\n',
    tasksTable(record, results),
    heading('Run'),
    `${generatedFigures(record)}.\n`,
    table(
      ['fact', 'value'],
      runFacts(record).map(([name, value]) => [markdownText(name), markdownText(value)]),
    ),
    table(['stage', 'time'], stages),
  ];
}

/** A name that leads to the report of its own. */
function linked(name: string, folder: string | undefined): string {
  return folder === undefined ? name : `[${name}](./${folder.split('/').map(encodeURIComponent).join('/')}/report.md)`;
}

/** A study of several runs: each with a heading of its own, its parts one level below. */
function studyText(study: Study): string[] {
  const names = runNames(study).map(markdownText);
  const sideBySide = modelsTable(study);
  return [
    `# ${markdownText(studyTitle(study))}\n`,
    ...notesText(study),
    names.map((name, at) => `- ${linked(name, study.folders?.[at])}\n`).join(''),
    ...(sideBySide ? [markdownTable(sideBySide)] : []),
    'More on what sets the models apart is in `tables.md`.\n',
    ...study.runs.flatMap((record, at) => [`## ${names[at]}\n`, ...runText(record, (title) => `### ${title}\n`)]),
  ];
}

/** `report.md`: arms, comparisons, tasks and run facts of every run, for pull requests and papers' appendices. */
export const markdownReporter: Reporter = {
  name: 'markdown',
  file: 'report.md',
  summary: 'Arms, comparisons, tasks and run facts as text with tables.',
  render(study) {
    const [record, ...others] = study.runs;
    if (others.length > 0) return studyText(study).join('\n');
    const title = `# ${markdownText(studyTitle(study))}\n`;
    return [title, ...notesText(study), ...runText(record, (part) => `## ${part}\n`)].join('\n');
  },
};
