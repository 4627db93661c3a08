import { join, relative } from 'node:path';
import { summariseArms } from '../../analysis/arms/arm-results.ts';
import { callOutcomes } from '../../analysis/calls/call-outcomes.ts';
import { exceedsLimit, parseFailureLimit, tooManyFailures } from '../../analysis/calls/failure-limit.ts';
import { BudgetError, ModelError, type MutagreeError, SandboxError, StoreError } from '../../core/errors.ts';
import { datasetFile } from '../../datasets/read-dataset.ts';
import { writeReports } from '../../pipeline/8-write-reports.ts';
import type { RunRecord } from '../../records/run-record.ts';
import { reporters } from '../../reporters/index.ts';
import { loadStudy, readStudyManifest, STUDY_FILE } from '../../store/load-study.ts';
import { LOG_NAMES } from '../../store/open-logs.ts';
import type { InputPath } from '../../store/refuse-inputs.ts';
import { MANIFEST_FILE, readManifest } from '../../store/run-directory.ts';
import { openStudyDirectory, type StudyStore } from '../../store/study-directory.ts';
import type { Context } from '../context.ts';
import { modelsOf, type StudyConfig } from '../settings/config.ts';
import { shortfallBelow } from '../settings/thresholds.ts';
import type { PreparedStudy } from './prepare-study.ts';
import { differingSettings, identityOf, type StudyPlan } from './study-plan.ts';

/** Store errors that running again can hint, once there is room: the others say that the folder cannot be used as it is. */
const PASSING = /^store-(?:enospc|edquot|efbig|eio|emfile|enfile)$/;

/** How to resume a stopped run; null if the same command would end in the same way. */
function resumptionAfter(error: unknown, signal: AbortSignal): string | null {
  if (signal.aborted) return 'the same command';
  if (error instanceof BudgetError) return 'the same command with a higher limit';
  if (error instanceof ModelError || error instanceof SandboxError) return 'the same command';
  if (error instanceof StoreError && PASSING.test(error.code)) return 'the same command';
  return null;
}

/** Notes how to resume from a directory, if a run or a study of ours is stored there. */
export async function noteResumption(directory: string, error: unknown, { progress, signal }: Context): Promise<void> {
  const resumption = resumptionAfter(error, signal);
  const isStored = async () => ((await readManifest(directory)) ?? (await readStudyManifest(directory))) !== null;
  if (resumption === null || !(await isStored().catch(() => false))) return;
  const lead = signal.aborted ? 'Interrupted. ' : '';
  const place = relative(process.cwd(), directory) || '.';
  progress.note(`${lead}What was done is in ${place}; ${resumption} resumes from there.`);
}

export function runFiles({ directory, runs }: StudyPlan): readonly string[] {
  const folders = new Set([directory, ...runs.map((run) => join(directory, run.directory))]);
  const names = [
    MANIFEST_FILE,
    STUDY_FILE,
    'run.lock',
    ...LOG_NAMES.map((name) => `${name}.jsonl`),
    ...reporters.map(({ file }) => file),
  ];
  return [...folders].flatMap((folder) => names.map((name) => join(folder, name)));
}

/** All input files of a study; a recording may be the folder of the run itself, which resumes. */
export function studyInputs(
  { dataset, examples, variantsFrom, samplesFile, testsFile, variantsFile }: StudyConfig,
  config: unknown,
): readonly InputPath[] {
  return [
    { what: 'task file', path: datasetFile(dataset) },
    { what: 'examples', path: examples },
    { what: 'recorded variants', path: variantsFrom },
    { what: 'samples', path: samplesFile },
    { what: 'tests', path: testsFile },
    { what: 'variants', path: variantsFile },
    { what: 'config file', path: typeof config === 'string' ? config : undefined },
  ];
}

export async function openStudy({ config, dataset, imported, plan }: PreparedStudy): Promise<StudyStore | null> {
  const { directory, runs } = plan;
  if (runs.length === 1) return null;
  const samples = imported ? { givenSamples: imported.study.sha256 } : {};
  const settings = { ...identityOf(config), dataset: dataset.sha256, ...samples };
  const wanted = { models: modelsOf(config), repeats: config.repeats, settings, runs };
  return openStudyDirectory(directory, wanted, differingSettings);
}

export async function studyReports(study: StudyStore, { progress }: Context): Promise<readonly string[]> {
  const { directory } = study;
  const files = await writeReports(await loadStudy(directory), { reporters, store: study, progress });
  return files.map((name) => join(directory, name));
}

interface FinishedRun {
  readonly record: RunRecord;
  readonly model: string;
  readonly repeat: number;
}

/** Whether too many calls failed for the reports to be informative. */
function unanswered({ record }: FinishedRun, { config }: PreparedStudy): MutagreeError | null {
  const { failures = [], tasks } = record;
  const { calls } = callOutcomes(record);
  const isHopeless = failures.length > 0 && failures.length === calls;
  const limit = parseFailureLimit(String(config.maxFailures));
  const isOver = isHopeless || exceedsLimit(failures, calls, limit, { isWhole: true, tasks: tasks.length });
  return isOver ? tooManyFailures(failures, calls) : null;
}

function belowThreshold(
  { record, model, repeat }: FinishedRun,
  { threshold, config, plan }: PreparedStudy,
): MutagreeError | null {
  if (!threshold) return null;
  const arm = threshold.arm ?? config.arms.at(-1) ?? 'baseline';
  const result = summariseArms(record).arms.find((each) => each.arm === arm);
  const name = plan.runs.length > 1 ? `${arm} (${model}, repeat ${repeat})` : arm;
  return shortfallBelow(threshold, result?.passAtK[String(threshold.k)]?.value, name);
}

/** The shortfall of finished runs: failed calls or a missed threshold; null if none. */
export function shortfallOf(runs: readonly FinishedRun[], prepared: PreparedStudy): MutagreeError | null {
  for (const check of [unanswered, belowThreshold]) {
    for (const run of runs) {
      const shortfall = check(run, prepared);
      if (shortfall) return shortfall;
    }
  }
  return null;
}
