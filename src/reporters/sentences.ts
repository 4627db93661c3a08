import { type StudySummary, summariseArms } from '../analysis/arms/arm-results.ts';
import { programLosses } from '../analysis/calls/call-outcomes.ts';
import { type Warning, warningsOf } from '../analysis/calls/warnings.ts';
import type { Arm } from '../core/arm.ts';
import type { RunRecord } from '../records/run-record.ts';
import type { Study } from '../records/study.ts';
import { count, estimateText, percent, plural, points } from './figures.ts';
import { namedRuns, prefixed } from './names.ts';

const STEPS: Readonly<Partial<Record<Arm, string>>> = {
  'self-agreement': 'selecting by agreement takes pass@1',
  'mutation-ensemble': 'varying the prompt takes it',
};

/** The findings of a run, a sentence for each step from one usual arm to the next. */
export function findings({ arms, comparisons, tasks }: StudySummary): readonly string[] {
  const share = (name: Arm) => arms.find(({ arm }) => arm === name)?.passAtK['1'];
  const steps = comparisons.flatMap(({ arm, against, difference, finding }) => {
    const [step, from, to] = [STEPS[arm], share(against), share(arm)];
    if (!step || !from || !to) return [];
    const gain = `${points(difference.value)}, ${finding ? 'a finding' : 'not a finding'}`;
    return [`${step} from ${percent(from.value)} to ${percent(to.value)} (${gain}).`];
  });
  return steps.map((step, at) =>
    at === 0 ? `On ${plural(tasks, 'task')}, ${step}` : `${step.charAt(0).toUpperCase()}${step.slice(1)}`,
  );
}

/** Why a number is over fewer tasks than the run has, or null. */
function coverageNote({ tasks, notEvaluated }: StudySummary, { status }: RunRecord['manifest']): string | null {
  if (notEvaluated === 0) return status === 'finished' ? null : `The run is ${status}.`;
  const all = tasks + notEvaluated;
  return `The run is ${status}: ${count(tasks)} of ${plural(all, 'task')} have official verdicts in every arm; all numbers are over these.`;
}

/** The share of official tests that programs pass, arm by arm; null where tasks have one test each. */
function passRateSentence({ arms }: StudySummary): string | null {
  const rates = arms.flatMap(({ arm, averagePassRate: rate }) => (rate ? [`${arm} ${estimateText(rate)}`] : []));
  if (rates.length === 0) return null;
  return `Average passing rate over functions (official tests passed by the pick; baseline: by its samples): ${rates.join('; ')}`;
}

/** The result of selection without forgeable passes; null if no task has one. */
function strongSentence({ arms, tasks }: StudySummary): string | null {
  const found = arms.flatMap(({ arm, strong }) => (strong ? [{ arm, ...strong }] : []));
  if (found.length === 0) return null;
  const figures = found.map(({ arm, passAt1 }) => `${arm} ${estimateText(passAt1)}`).join('; ');
  const most = Math.max(...found.map((each) => each.tasks));
  return `Without weak passes (a program shares the process with its test; ${most}/${tasks} tasks have some): ${figures}`;
}

const WARNINGS: Readonly<Record<Warning['kind'], (figures: string, count: number) => string>> = {
  'fatal-generated': (figures, cells) =>
    `${figures} cells crashed the sandbox process and ${cells === 1 ? 'counts' : 'count'} as errors`,
  'fatal-official': (figures, programs) =>
    `${figures} programs crashed the sandbox process under the official tests and ${programs === 1 ? 'counts' : 'count'} as wrong`,
  reference: (figures) => `the references of ${figures} tasks could not be run on the generated tests`,
  efficiency: (figures) => `${figures} programs could not be measured for efficiency`,
};

/** Longest reason shown; the run directory has it whole. */
const LONGEST_REASON = 160;

/** The first line of a report whose programs were lost in extraction, so that nothing else in it counts; else null. */
function lossAlarm(record: RunRecord): string | null {
  const { lost, replies, alarming } = programLosses(record);
  if (!alarming) return null;
  return `Programs were lost: ${count(lost)} of ${count(replies)} replies (${percent(lost / replies)}) contain code that parses, but the extracted program does not. No difference below is a finding; please report this with the run directory.`;
}

/** The alarms of a study's runs. */
export const studyAlarms = (study: Study): readonly string[] =>
  namedRuns(study).flatMap(({ name, record }) => {
    const alarm = lossAlarm(record);
    return alarm === null ? [] : [prefixed(name, alarm)];
  });

/** Such as `12 of 400 replies (3.0 %) contain no program that parses`; null if all contain one. */
function unreadSentence(record: RunRecord): string | null {
  const { without, lost, replies, alarming } = programLosses(record);
  const parts = [
    ...(without > 0
      ? [
          `${count(without)} of ${count(replies)} replies (${percent(without / replies)}) contain no program that parses`,
        ]
      : []),
    ...(lost > 0 && !alarming
      ? [`of ${count(lost)} (${percent(lost / replies)}) the program was lost in extraction`]
      : []),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

/** Such as `2/9,000 cells crashed the sandbox process and count as errors: ended with SIGKILL.` */
function warningSentence({ kind, count: found, of, reason }: Warning): string {
  const calm = reason.replace(/\s+/g, ' ');
  const shown = calm.length > LONGEST_REASON ? `${calm.slice(0, LONGEST_REASON - 1)}…` : calm;
  return `${WARNINGS[kind](`${count(found)}/${count(of)}`, found)}: ${shown}`;
}

/** How far the figures of a run can be trusted, in sentences. */
export const runNotes = (record: RunRecord): readonly (string | null)[] => [
  coverageNote(summariseArms(record), record.manifest),
  unreadSentence(record),
  ...warningsOf(record).map(warningSentence),
];

/** Pass rates besides pass@1, in sentences. */
export const rateSentences = (record: RunRecord): readonly (string | null)[] => [
  passRateSentence(summariseArms(record)),
  strongSentence(summariseArms(record)),
];

/** The source of imported programs and tests, and the omitted parts of the files. */
export function importedFigures({ manifest }: RunRecord): readonly string[] {
  const { given } = manifest;
  if (!given) return [];
  const { counts, samples, tests } = given;
  const left: readonly (readonly [number, string])[] = [
    [counts.tasksWithoutSamples, 'tasks without samples, excluded'],
    [counts.tasksWithoutTests, 'tasks without tests, whose picks are random draws'],
    [counts.tasksWithFewerWordings, 'tasks with fewer variants than others'],
    [counts.shortWordings, 'variants with too few samples for an arm of their own'],
    [counts.repeated, 'duplicate samples, dropped'],
  ];
  const notes = left.flatMap(([found, text]) => (found > 0 ? [`${count(found)} ${text}`] : []));
  return [
    `Programs of ${samples} (${plural(counts.samples, 'sample')} of this model, up to ${plural(counts.wordings, 'variant')} of ${plural(counts.tasks, 'task')}), tests of ${tests} (${count(counts.testReplies)} replies); no model was asked.`,
    'Arms are means over all variants alone, and over draws across variants; picks and matrices show one draw of each.',
    ...(counts.withoutOriginal
      ? ['No sample was made from an original prompt: the first variant replaces it in tables that need one.']
      : []),
    ...(notes.length > 0 ? [`In the files: ${notes.join('; ')}.`] : []),
  ];
}

/** The generated samples, in one line. */
export function generatedFigures({ candidates, tests, problems, replies, manifest }: RunRecord): string {
  const lost = (purpose: string) => count(problems.filter((problem) => problem.purpose === purpose).length);
  return (
    `${manifest.given ? `${plural(manifest.given.counts.samples, 'imported program')}, ${count(manifest.given.counts.testReplies)} imported test replies` : `${count(replies.length)} replies`}: ${plural(candidates.length, 'program')} (${lost('program')} replies without), ` +
    `${plural(tests.length, 'generated test')} (${lost('tests')} without)`
  );
}
