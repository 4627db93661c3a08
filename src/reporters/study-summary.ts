import picocolors from 'picocolors';
import { summariseArms } from '../analysis/arms/arm-results.ts';
import { type GainOverRuns, gainsOverRuns } from '../analysis/arms/gains-over-runs.ts';
import { repeatVariance } from '../analysis/arms/variance.ts';
import { incidentsOf } from '../analysis/calls/incidents.ts';
import { modelComparisons } from '../analysis/comparison/compare-sides.ts';
import type { Study } from '../records/study.ts';
import { count, percent, plural, pointsWithInterval, pValueText } from './figures.ts';
import { runNames, studyTitle } from './run-names.ts';
import { incidentSentence, lossAlarm, passFigures } from './sentences.ts';
import { renderTerminalSummary } from './terminal-summary.ts';

/** A screen of 24 lines holds the title, so many runs, their gains and so many pairs of models. */
const MOST_RUNS = 6;
const MOST_PAIRS = 3;
const LONGEST_NAME = 28;

const calm = (text: string) => text.replace(/\p{Cc}+/gu, ' ');

/** Names come from files and endpoints: nothing in them may steer the terminal, and they leave room for figures. */
function plain(text: string): string {
  const quiet = calm(text);
  return quiet.length > LONGEST_NAME ? `${quiet.slice(0, LONGEST_NAME - 1)}…` : quiet;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  );
}

function gainOf(comparisons: readonly GainOverRuns[]): string {
  const comparison = comparisons.find(({ arm }) => arm === 'mutation-ensemble') ?? comparisons.at(-1);
  return comparison ? `${pointsWithInterval(comparison.difference)}${comparison.finding ? ' *' : ''}` : '-';
}

function armLines({ runs }: Study, names: readonly string[]): string[] {
  const { arms } = runs[0].manifest;
  const shown = runs.slice(0, MOST_RUNS);
  const head = [
    'pass@1',
    ...arms.map((arm) => arm.replace('mutation-ensemble', 'ensemble').replace('self-agreement', 'self')),
  ];
  const rows = shown.map((record, at) => [
    plain(names[at] ?? ''),
    ...arms.map((arm) => {
      const result = summariseArms(record).arms.find((one) => one.arm === arm);
      return result ? passFigures(result, '1').replace(' %', '') : '-';
    }),
  ]);
  return aligned([head, ...rows]);
}

function gainLines(study: Study, names: readonly string[]): string[] {
  const gains = gainsOverRuns(study);
  const rows = gains.slice(0, MOST_RUNS).map((ofRun, at) => [plain(names[at] ?? ''), gainOf(ofRun)]);
  const hidden = gains.length - rows.length;
  return [
    ...aligned([['gain of the ensemble', 'at equal samples'], ...rows]),
    ...(hidden > 0 ? [`and ${plural(hidden, 'run')} more in the report`] : []),
  ];
}

function pairLines(study: Study): string[] {
  const pairs = modelComparisons(study);
  const rows = pairs.slice(0, MOST_PAIRS).flatMap(({ first, second, arms }) => {
    const last = arms.at(-1);
    return last
      ? [
          `${plain(second.model)} against ${plain(first.model)}, ${last.arm}: ${pointsWithInterval(last.difference)}, McNemar (Holm) ${pValueText(last.adjustedP)}${last.finding ? ', a finding' : ''}`,
        ]
      : [];
  });
  const hidden = pairs.length - Math.min(pairs.length, MOST_PAIRS);
  return [...rows, ...(hidden > 0 ? [`and ${plural(hidden, 'pair')} of models more in the report`] : [])];
}

function repeatLines(study: Study): string[] {
  return repeatVariance(study)
    .filter(({ k, arm, values }) => k === 1 && values.length > 1 && arm === study.runs[0].manifest.arms.at(-1))
    .slice(0, MOST_PAIRS)
    .map(
      ({ model, arm, mean, standardDeviation, values }) =>
        `${plain(model)}, ${arm} over ${values.length} repeats: mean ${percent(mean)}, standard deviation ${(100 * (standardDeviation ?? 0)).toFixed(2)} points`,
    );
}

function incidentLines({ runs }: Study, names: readonly string[]): string[] {
  const all = runs.flatMap((record, at) =>
    incidentsOf(record).map((incident) => `${plain(names[at] ?? '')}: ${calm(incidentSentence(incident))}`),
  );
  const hidden = all.length - Math.min(all.length, MOST_PAIRS);
  return [...all.slice(0, MOST_PAIRS), ...(hidden > 0 ? [`and ${count(hidden)} more such notes in the report`] : [])];
}

/** What a study came to, on one screen; a single run as `renderTerminalSummary` has it. Ends with a line feed. */
export function renderStudySummary(study: Study, { color }: { readonly color: boolean }): string {
  const [first] = study.runs;
  if (study.runs.length === 1) return renderTerminalSummary(first, { color });
  const { bold, dim, red } = picocolors.createColors(color);
  const names = runNames(study);
  const unfinished = study.runs.filter(({ manifest }) => manifest.status !== 'finished').length;
  const block = ([head = '', ...rows]: readonly string[]) => [`  ${dim(head)}`, ...rows.map((row) => `  ${row}`), ''];
  const list = (rows: readonly string[]) => (rows.length === 0 ? [] : [...rows.map((row) => `  ${row}`), '']);
  const alarms = study.runs.flatMap((record, at) => {
    const alarm = lossAlarm(record);
    return alarm ? [bold(red(`${plain(names[at] ?? '')}: ${alarm}`))] : [];
  });
  const lines = [
    ...alarms,
    bold(studyTitle(study).replace(/\p{Cc}+/gu, ' ')),
    dim(
      `${plural(summariseArms(first).tasks, 'task')}, ${plural(first.manifest.samplesPerArm, 'sample')} each, ${count(study.runs.length)} runs${unfinished > 0 ? `, ${count(unfinished)} of them not finished` : ''}; * a finding (Holm over the runs)`,
    ),
    '',
    ...block(armLines(study, names)),
    ...block(gainLines(study, names)),
    ...list(pairLines(study)),
    ...list(repeatLines(study)),
    ...list(incidentLines(study, names)),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
