import { join, relative, resolve } from 'node:path';
import { pickConfidence } from '../../../agreement/confidence.ts';
import { findScorer } from '../../../agreement/index.ts';
import { stopReason } from '../../../agreement/stopping-rule.ts';
import { guards } from '../../../mutators/guards/index.ts';
import { selectMutators } from '../../../mutators/index.ts';
import { takeModelMutators } from '../../../mutators/llm/index.ts';
import { adaptiveSaving } from '../../core/adaptive-saving.ts';
import { summariseArms } from '../../core/arm-results.ts';
import { BudgetError, EXIT, type ExitCode, MutagreeError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import { judgedByParts, officialParts } from '../../core/official-parts.ts';
import type { RunRecord } from '../../core/run-record.ts';
import type { RunStore } from '../../core/run-store.ts';
import { studyOf } from '../../core/study.ts';
import { readDataset } from '../../datasets/read-dataset.ts';
import { requireOfficialTests } from '../../datasets/require-official-tests.ts';
import { selectTasks } from '../../pipeline/1-load-tasks.ts';
import { writeReports } from '../../pipeline/8-write-reports.ts';
import type { Deps } from '../../pipeline/deps.ts';
import { runStudy } from '../../pipeline/run-study.ts';
import { findPrompting } from '../../prompting/index.ts';
import { savingFigures } from '../../reporters/confidence-figures.ts';
import { reporters } from '../../reporters/index.ts';
import { terminalProgress } from '../../reporters/terminal-progress.ts';
import { renderTerminalSummary } from '../../reporters/terminal-summary.ts';
import { answerFolder, answerFolderPath } from '../../store/answer-folder.ts';
import { loadRun } from '../../store/load-run.ts';
import { openRunDirectory } from '../../store/run-directory.ts';
import { buildModel, storedModels } from '../build-model.ts';
import { identityOf, type RunConfig } from '../config.ts';
import { assertThreshold, parseThreshold } from '../fail-under.ts';
import { type Io, printJson } from '../io.ts';
import { openSandbox } from '../open-sandbox.ts';
import { readRunConfig } from '../read-config.ts';
import { readRecordedReplies, readRecordedRequests } from '../recording.ts';
import { beginManifest } from '../run-manifest.ts';
import { taskSelection } from '../task-selection.ts';
import { formatEstimate } from './evaluate.ts';

/** The same settings lead to the same directory, so that the same command resumes. */
function runDirectory(config: RunConfig, datasetName: string, sha256: string): string {
  if (config.out) return resolve(config.out);
  const safe = (text: string) => text.replace(/[^\w.-]+/g, '-').slice(-40);
  const hash = hashOf(identityOf(config), sha256, config.model).slice(0, 8);
  return resolve('runs', `${safe(datasetName)}-${safe(config.model)}-${hash}`);
}

/** pass@k of every arm by the parts of the official tests that the benchmark reports apart (EvalPlus). */
function armsByPart(record: RunRecord) {
  return officialParts(record.official).map((part) => {
    const official = record.official.map((one) => judgedByParts(one, part));
    const { arms } = summariseArms({ ...record, official });
    return [part, Object.fromEntries(arms.map(({ arm, passAtK }) => [arm, passAtK]))] as const;
  });
}

/** All that can be wrong with the settings is found here, before anything is written or asked. */
async function prepare(flags: Readonly<Record<string, unknown>>, io: Io) {
  const { config: file, json, ...settings } = flags;
  const config = await readRunConfig(settings, file as string | undefined);
  const dataset = await readDataset(config.dataset);
  const tasks = selectTasks(dataset.tasks, taskSelection(config));
  requireOfficialTests(dataset, tasks);
  const modelMutations = takeModelMutators(config.mutators);
  return {
    config,
    dataset,
    json: json === true,
    tasks,
    mutators: selectMutators(modelMutations.rest),
    modelMutators: modelMutations.chosen,
    prompting: findPrompting(config.prompting),
    scorer: findScorer(config.scorer),
    threshold: config.failUnder ? parseThreshold(config.failUnder) : null,
    recorded: config.variantsFrom ? await readRecordedRequests(config.variantsFrom) : null,
    recording: config.recording ? await readRecordedReplies(config.recording) : new Map<string, never>(),
    model: await buildModel(config.model, config, io),
    testModel: config.testModel ? await buildModel(config.testModel, config, io) : null,
    mutationModel: config.mutationModel ? await buildModel(config.mutationModel, config, io) : null,
    directory: runDirectory(config, dataset.name, dataset.sha256),
  };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

function depsOf(prepared: Prepared, store: RunStore, sandbox: Deps['sandbox'], io: Io): Deps {
  const { config, mutators, modelMutators, prompting, scorer, recorded, recording } = prepared;
  // One list, so that the models share the budget; a model that does two jobs is one model.
  const { model, testModel, mutationModel } = prepared;
  const [writer = model, tests = model, rewriter = model] = storedModels(
    [model, testModel ?? model, mutationModel ?? model],
    config,
    store,
    recording,
  );
  const { timeoutMs, memoryMib, giveUpAfterTimeouts } = config;
  return {
    plan: config,
    mutators,
    guards,
    prompting,
    scorer,
    confidence: pickConfidence,
    adaptive: config.adaptive ? { stopReason: (matrix, options) => stopReason(matrix, { ...options, scorer }) } : null,
    recorded,
    model: writer,
    testModel: testModel ? tests : writer,
    ...(modelMutators.length > 0
      ? { written: { mutators: modelMutators, model: mutationModel ? rewriter : writer } }
      : {}),
    sandbox,
    limits: { timeoutMs, memoryMib, ...(giveUpAfterTimeouts ? { giveUpAfterTimeouts } : {}) },
    answers: answerFolder(answerFolderPath()),
    reporters,
    store,
    progress: terminalProgress({ write: io.stderr, isTerminal: io.stderrIsTerminal }),
    signal: io.signal,
  };
}

function withResumeHint(error: unknown, directory: string, io: Io): unknown {
  const place = relative(process.cwd(), directory) || '.';
  if (io.signal.aborted)
    io.stderr(`\nInterrupted. What was done is in ${place}; the same command goes on from there.\n`);
  else if (error instanceof BudgetError || error instanceof MutagreeError) {
    io.stderr(`\nWhat was done is in ${place}; the same command goes on from there.\n`);
  }
  return error;
}

/** `mutagree run`: the whole pipeline, resuming where it stopped. */
export async function run(flags: Readonly<Record<string, unknown>>, io: Io): Promise<ExitCode> {
  const prepared = await prepare(flags, io);
  const { config, dataset, tasks, directory, threshold } = prepared;
  const { sandbox, description } = await openSandbox(config, io);
  try {
    const manifest = await beginManifest({
      config,
      dataset,
      tasks: tasks.length,
      sandbox: { name: sandbox.name, detail: description },
    });
    const store = await openRunDirectory(directory, manifest);
    const deps = depsOf(prepared, store, sandbox, io);
    try {
      await runStudy(tasks, dataset.oracles, deps);
      const record = await loadRun(directory);
      const files = await writeReports(studyOf(record), deps);
      deps.progress.finish();
      const reports = files.map((name) => join(directory, name));
      const summary = summariseArms(record);
      const parts = armsByPart(record);
      if (prepared.json)
        printJson(io, {
          status: 'finished',
          directory,
          ...summary,
          ...(parts.length > 0 ? { passAtKByPart: Object.fromEntries(parts) } : {}),
          adaptive: adaptiveSaving(record),
          reports,
        });
      else {
        io.stdout(`\n${renderTerminalSummary(record, { color: io.stdoutIsTerminal })}\n`);
        for (const [part, arms] of parts)
          for (const [arm, { '1': first }] of Object.entries(arms))
            if (first) io.stdout(`${part.padEnd(10)} ${arm.padEnd(18)} pass@1  ${formatEstimate(first)}\n`);
        const saving = adaptiveSaving(record);
        if (saving) io.stdout(`${savingFigures(saving)}\n`);
        io.stdout(`Report: ${join(directory, 'report.html')}\n`);
      }
      if (threshold) {
        const arm = threshold.arm ?? config.arms.at(-1) ?? 'baseline';
        const result = summary.arms.find((each) => each.arm === arm);
        assertThreshold(threshold, result?.passAtK[String(threshold.k)]?.value, arm);
      }
    } catch (error) {
      deps.progress.finish();
      throw withResumeHint(error, directory, io);
    } finally {
      await store.close();
    }
  } finally {
    await sandbox.close();
  }
  return EXIT.done;
}
