import picocolors from 'picocolors';
import { summariseArms } from '../analysis/arms/arm-results.ts';
import { repeatVariance } from '../analysis/arms/variance.ts';
import { callOutcomes } from '../analysis/calls/call-outcomes.ts';
import type { RunRecord } from '../records/run-record.ts';
import type { Study } from '../records/study.ts';
import { failureLines, lossLine, lossWarnings, notSentLine } from './call-figures.ts';
import { plainText, terminalTable } from './columns.ts';
import { count, percent, plural } from './figures.ts';
import { namedRuns, prefixed, ruleName, studyTitle } from './names.ts';
import { variantsHeadline } from './sections/index.ts';
import { armsTable, gainsTable } from './sections/overview-section.ts';
import { findings, generatedFigures, importedFigures, rateSentences, runNotes, studyAlarms } from './sentences.ts';
import { type Table, withoutRunColumn } from './tables/table.ts';

/** A screen of 24 lines holds so many rows of arms and gains; of more, those of the last arm, up to a few. */
const MOST_ROWS = 9;
const FEW_ROWS = 5;
const MOST_NOTES = 2;
const LONGEST_NAME = 28;

const shortened = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

/** The rows of a screen, whose names leave room for figures. */
function shownRows({ rows, ...table }: Table): Table {
  const last = rows.filter((row) => row.slice(0, 2).includes(rows.at(-1)?.[table.head.indexOf('arm')] ?? ''));
  const shown = rows.length > MOST_ROWS ? last.slice(0, FEW_ROWS) : rows;
  const named = shown.map(([name = null, ...cells]) => [typeof name === 'string' ? shortened(name) : name, ...cells]);
  return { ...table, rows: named };
}

/** Notes of all runs, the first few of them where there are several. */
function bounded(lines: readonly string[], isSingle: boolean): readonly string[] {
  if (isSingle || lines.length <= MOST_NOTES) return lines;
  return [...lines.slice(0, MOST_NOTES), `and ${count(lines.length - MOST_NOTES)} more such notes in the report`];
}

function repeatLines(study: Study): string[] {
  return repeatVariance(study)
    .filter(({ k, arm, values }) => k === 1 && values.length > 1 && arm === study.runs[0].manifest.arms.at(-1))
    .map(
      ({ model, arm, mean, standardDeviation, values }) =>
        `${shortened(model)}, ${arm} over ${values.length} repeats: mean ${percent(mean)}, standard deviation ${(100 * (standardDeviation ?? 0)).toFixed(2)} points`,
    );
}

function factLine({ runs }: Study): string {
  const [{ manifest }] = runs;
  const { tasks, samplesPerArm } = summariseArms(runs[0]);
  const counted = `${plural(tasks, 'task')}, ${plural(samplesPerArm, 'sample')} each`;
  if (runs.length === 1) {
    return `${counted}, scorer ${ruleName(manifest)}, sandbox ${manifest.sandbox.name}, seed ${manifest.seed}`;
  }
  const open = runs.filter((run) => run.manifest.status !== 'finished').length;
  return `${counted}, ${count(runs.length)} runs${open > 0 ? `, ${count(open)} of them not finished` : ''}`;
}

/** The generated and lost samples of a single run. */
function singleLines(record: RunRecord): readonly string[] {
  const outcomes = callOutcomes(record);
  const notSent = notSentLine(outcomes.sent);
  return [
    generatedFigures(record),
    ...importedFigures(record),
    ...[lossLine(outcomes)].flatMap((line) => line ?? []),
    ...failureLines(outcomes).map((line) => `  ${line}`),
    ...(notSent === null ? [] : [`${notSent}.`]),
  ];
}

/** The result of a study on one screen. Ends with a line feed. */
export function renderStudySummary(study: Study, { color }: { readonly color: boolean }): string {
  const { bold, dim, red, yellow } = picocolors.createColors(color);
  const runs = namedRuns(study);
  const isSingle = runs.length === 1;
  const ofEach = (sentences: (record: RunRecord) => readonly (string | null)[]) =>
    runs.flatMap(({ name, record }) =>
      sentences(record).flatMap((text) => (text === null ? [] : [prefixed(name && shortened(name), text)])),
    );
  const block = (whole: Table) => {
    const table = isSingle ? withoutRunColumn(whole) : whole;
    const [head = '', ...rows] = terminalTable(shownRows(table));
    const hidden = table.rows.length - rows.length;
    const more = hidden > 0 ? [dim(`  and ${plural(hidden, 'row')} more in the report`)] : [];
    return [`  ${dim(head)}`, ...rows.map((row) => `  ${row}`), ...more, ''];
  };
  const list = (lines: readonly string[]) =>
    lines.length === 0 ? [] : [...lines.map((line) => `  ${plainText(line)}`), ''];
  const lines = [
    ...studyAlarms(study).map((alarm) => bold(red(plainText(alarm)))),
    ...(isSingle ? findings(summariseArms(study.runs[0])).map(bold) : []),
    bold(plainText(studyTitle(study))),
    dim(plainText(factLine(study))),
    ...bounded(ofEach(runNotes), isSingle).map((note) => yellow(plainText(note))),
    '',
    ...block(armsTable(runs, isSingle ? 'arms' : 'runs')),
    ...block(gainsTable(study, runs)),
    ...list([...[variantsHeadline(study)].flatMap((line) => line ?? []), ...bounded(ofEach(rateSentences), isSingle)]),
    ...list(bounded(repeatLines(study), isSingle)),
    ...list(isSingle ? singleLines(study.runs[0]) : []),
    ...(isSingle ? lossWarnings(callOutcomes(study.runs[0])) : []).map((line) => yellow(`  ${plainText(line)}`)),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
