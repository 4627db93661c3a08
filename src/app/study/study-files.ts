import { join, relative } from 'node:path';
import { summariseArms } from '../../analysis/arms/arm-results.ts';
import { callOutcomes } from '../../analysis/calls/call-outcomes.ts';
import { exceedsLimit, parseFailureLimit, tooManyFailures } from '../../analysis/calls/failure-limit.ts';
import { BudgetError, ModelError, type MutagreeError, SandboxError, StoreError } from '../../core/errors.ts';
import { datasetFile } from '../../datasets/read-dataset.ts';
import { RUN_SCHEMA_VERSION, type RunManifest, type RunRecord } from '../../records/run-record.ts';
import type { StudyRun } from '../../records/study.ts';
import { reporters } from '../../reporters/index.ts';
import { refuseInputs } from '../../store/refuse-inputs.ts';
import { LOG_NAMES, MANIFEST_FILE, readManifest } from '../../store/run-directory.ts';
import { openStudyDirectory, readStudyManifest, STUDY_FILE, type StudyStore } from '../../store/study-directory.ts';
import type { OpenedSandbox } from '../assembly/open-sandbox.ts';
import type { Context } from '../context.ts';
import { commitAround, ownVersion } from '../git-commit.ts';
import { shortfallBelow } from '../settings/check-settings.ts';
import { modelFile, recordedId } from '../settings/prices.ts';
import type { PreparedStudy } from './prepare-study.ts';
import { identityOf } from './study-plan.ts';

/** Store errors that running again can hint, once there is room: the others say that the folder cannot be used as it is. */
const PASSING = /^store-(?:enospc|edquot|efbig|eio|emfile|enfile)$/;

/** Notes how to resume from a directory, if a run or a study of ours is stored there. */
export async function noteResumption(directory: string, error: unknown, { progress, signal }: Context): Promise<void> {
  const isPassing = error instanceof StoreError && PASSING.test(error.code);
  const isResumable = [BudgetError, ModelError, SandboxError].some((kind) => error instanceof kind) || isPassing;
  const isStored = async () => ((await readManifest(directory)) ?? (await readStudyManifest(directory))) !== null;
  if (!(signal.aborted || isResumable) || !(await isStored().catch(() => false))) return;
  const isBudget = !signal.aborted && error instanceof BudgetError;
  const resumption = isBudget ? 'the same command with a higher limit' : 'the same command';
  const lead = signal.aborted ? 'Interrupted. ' : '';
  const place = relative(process.cwd(), directory) || '.';
  progress.note(`${lead}What was done is in ${place}; ${resumption} resumes from there.`);
}

/** @throws ConfigError if an input would be written over; a recording may be the folder of the run itself, which resumes */
export async function requireInputs({ config, plan }: PreparedStudy, configFile: string | undefined): Promise<void> {
  const { directory, runs } = plan;
  const folders = new Set([directory, ...runs.map((run) => join(directory, run.directory))]);
  const written = [...LOG_NAMES.map((name) => `${name}.jsonl`), ...reporters.map(({ file }) => file)];
  const names = [MANIFEST_FILE, STUDY_FILE, 'run.lock', ...written];
  const files = [...folders].flatMap((folder) => names.map((name) => join(folder, name)));
  await refuseInputs(files, {
    'task file': datasetFile(config.dataset),
    examples: config.examples,
    'recorded variants': config.variantsFrom,
    samples: config.samplesFile,
    tests: config.testsFile,
    variants: config.variantsFile,
    'config file': configFile,
  });
}

export async function openStudy({ config, dataset, imported, plan }: PreparedStudy): Promise<StudyStore | null> {
  const { directory, runs } = plan;
  if (runs.length === 1) return null;
  const samples = imported ? { givenSamples: imported.study.sha256 } : {};
  const settings = { ...identityOf(config), dataset: dataset.sha256, ...samples };
  return openStudyDirectory(directory, { settings, runs });
}

/** The shortfall of finished runs: so many failed calls that reports tell little, or a missed threshold; null if none. */
export function shortfallOf(
  runs: readonly { readonly record: RunRecord; readonly model: string; readonly repeat: number }[],
  { config, plan, threshold }: PreparedStudy,
): MutagreeError | null {
  const limit = parseFailureLimit(String(config.maxFailures));
  for (const { record } of runs) {
    const { failures = [], tasks } = record;
    const { calls } = callOutcomes(record);
    const isHopeless = failures.length > 0 && failures.length === calls;
    const isOver = isHopeless || exceedsLimit(failures, calls, limit, { isWhole: true, tasks: tasks.length });
    if (isOver) return tooManyFailures(failures, calls);
  }
  if (!threshold) return null;
  const arm = threshold.arm ?? config.arms.at(-1) ?? 'baseline';
  for (const { record, model, repeat } of runs) {
    const result = summariseArms(record).arms.find((each) => each.arm === arm);
    const name = plan.runs.length > 1 ? `${arm} (${model}, repeat ${repeat})` : arm;
    const missed = shortfallBelow(threshold, result?.passAtK[String(threshold.k)]?.value, name);
    if (missed) return missed;
  }
  return null;
}

/** Without user and password, which are secrets; a model file has none. */
function endpointOf(model: string, baseUrl: string | undefined): string | null {
  if (baseUrl === undefined || modelFile(model) !== undefined) return null;
  const url = new URL(baseUrl);
  url.username = '';
  url.password = '';
  // An address that hides nothing stays as it was written.
  return url.href === new URL(baseUrl).href ? baseUrl : url.href;
}

/** The manifest of a run that begins; no secret is in it. */
export async function manifestOf(prepared: PreparedStudy, run: StudyRun, opened: OpenedSandbox): Promise<RunManifest> {
  const { config, dataset, imported, plan, prices, tasks } = prepared;
  const { model, repeat } = run;
  const { sandbox, description, images } = opened;
  const now = new Date().toISOString();
  const commit = await commitAround(process.cwd());
  const samples = imported?.manifestOf(model);
  const { testModel = model, mutationModel = model } = config;
  const asked = new Set([model, testModel, mutationModel].map(recordedId));
  return {
    schemaVersion: RUN_SCHEMA_VERSION,
    status: 'running',
    createdAt: now,
    updatedAt: now,
    config: { ...identityOf(config), ...(samples ? { givenSamples: samples.files.sha256 } : {}) },
    seed: config.seed,
    dataset: { name: dataset.name, format: dataset.format, sha256: dataset.sha256, tasks: tasks.length },
    model: { id: model, endpoint: endpointOf(model, config.baseUrl) },
    sandbox: { name: sandbox.name, detail: description },
    ...(images ? { images } : {}),
    versions: {
      mutagree: ownVersion(),
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
    },
    git: commit === null ? null : { commit },
    samplesPerArm: samples?.size ?? config.variants * config.samples,
    arms: config.arms,
    scorer: config.scorer,
    k: config.k,
    stageMs: {},
    prices: Object.fromEntries(Object.entries(prices).filter(([id]) => asked.has(id))),
    ...(plan.runs.length > 1 ? { repeat } : {}),
    ...(samples ? { given: samples.files } : {}),
  };
}
