import { resolve } from 'node:path';
import { pickConfidence } from '../../agreement/confidence.ts';
import { examplesFirst } from '../../agreement/examples-first.ts';
import { findScorer, scorers } from '../../agreement/index.ts';
import { dropTests } from '../../agreement/preparation/drop-tests.ts';
import { type JudgedMatrix, randomPassAtK, rankedPassAtK } from '../analysis/arms/selection-scores.ts';
import { calibrate } from '../analysis/calibration/confidence-results.ts';
import { ConfigError } from '../core/errors.ts';
import type { ExecutionMatrix, Scorer } from '../core/matrix.ts';
import { createRng } from '../core/random.ts';
import { datasetFile } from '../datasets/read-dataset.ts';
import { rankMatrix } from '../pipeline/6-rank/rank-candidates.ts';
import { mentionsEntryPoint } from '../python-source/tests/test-purpose.ts';
import type { RankingRecord } from '../records/run-record.ts';
import type { Forecast } from '../statistics/calibration.ts';
import type { Estimate } from '../statistics/estimate.ts';
import { meanInterval } from '../statistics/mean-interval.ts';
import { pairedBootstrap } from '../statistics/paired-bootstrap.ts';
import { writeLines } from '../store/files.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import type { Context } from './context.ts';
import { type CheckedSelection, type ExecutedSelection, withExecutedSelection } from './selection/execute-selection.ts';
import { explainTask } from './selection/explain-task.ts';
import { type ExecutedTask, writeMatrixFile } from './selection/matrix-file.ts';
import { useOf } from './settings/check-settings.ts';
import { selectSettings } from './settings/verb-settings.ts';

/** The rule that others are compared with. */
const REFERENCE = 'codet';

/** The pick; `candidateIds` are all with the best score, the drawn one first; empty if it abstains. */
function pickOf(record: RankingRecord, minConfidence: number | undefined) {
  const { taskId, scorer, sets, tiedIds, pickedId, confidence = null } = record;
  const best = sets.find(({ candidateIds }) => pickedId !== null && candidateIds.includes(pickedId)) ?? null;
  const abstains = minConfidence !== undefined && (confidence === null || confidence < minConfidence);
  return {
    taskId,
    scorer,
    candidateIds: pickedId === null || abstains ? [] : [pickedId, ...tiedIds.filter((id) => id !== pickedId)],
    score: best?.score ?? null,
    consensus: best ? { candidates: best.candidateIds.length, tests: best.testIds.length } : null,
    tied: tiedIds.length,
    confidence,
    ...(minConfidence === undefined ? {} : { abstained: abstains }),
  };
}

type Rankings = ReadonlyMap<string, readonly RankingRecord[]>;

/** Expected pass@k by rule and k, random among them, and each rule against `codet` at k = 1. */
function officialFigures(judged: readonly JudgedMatrix[], rankings: Rankings, ks: readonly number[], seed: number) {
  const perTask = (records: readonly RankingRecord[], k: number) =>
    judged.map((task, at) => rankedPassAtK(task, records[at] as RankingRecord, k));
  const scoresOf = (records: readonly RankingRecord[]): Record<string, Estimate> =>
    Object.fromEntries(ks.map((k) => [String(k), meanInterval(perTask(records, k))]));
  const scores = Object.fromEntries([...rankings].map(([name, records]) => [name, scoresOf(records)]));
  const reference = rankings.get(REFERENCE);
  const comparisons = [...rankings].flatMap(([name, records]) => {
    if (!reference || name === REFERENCE) return [];
    const rng = createRng(seed).fork('paired-bootstrap', name, REFERENCE);
    const difference = pairedBootstrap(perTask(records, 1), perTask(reference, 1), { rng });
    return [{ scorer: name, against: REFERENCE, k: 1, difference }];
  });
  return { random: randomPassAtK(judged, ks), scorers: scores, comparisons };
}

/** Confidence against outcome for every rule that has it; null for rules without. */
function calibrationOf(judged: readonly JudgedMatrix[], records: readonly RankingRecord[], seed: number) {
  const forecasts = records.flatMap((record, at): Forecast[] => {
    const { confidence: probability = null } = record;
    return probability === null ? [] : [{ probability, outcome: rankedPassAtK(judged[at] as JudgedMatrix, record, 1) }];
  });
  const calibration = calibrate(forecasts, seed);
  const [first] = records;
  return calibration && first ? { scorer: first.scorer, ...calibration } : null;
}

/** The matrices that scorers see, with a report of removed parts. Duplicates were merged before execution. */
function prepareSelection(tasks: readonly ExecutedTask[]) {
  let trivialTests = 0;
  const matrices = tasks.map((task) => {
    const { entryPoint, tests, matrix } = task;
    const trivial = tests.filter(({ body }) => entryPoint !== null && !mentionsEntryPoint(body, entryPoint));
    const dropped = dropTests(matrix, new Set(trivial.map(({ id }) => id)));
    trivialTests += dropped.removed.length;
    return dropped.matrix;
  });
  const surplus = (of: (task: ExecutedTask) => ExecutionMatrix['tests']) =>
    tasks.reduce((sum, task) => sum + of(task).reduce((extra, { weight }) => extra + weight - 1, 0), 0);
  const report = {
    /** Samples and occurrences that equal another one by syntax tree; they live on in its weight. */
    duplicatePrograms: surplus(({ matrix }) => matrix.candidates),
    duplicateTests: surplus(({ matrix }) => matrix.tests),
    /** Distinct tests that don't mention the function under test. */
    trivialTests,
  };
  return { matrices, report };
}

const EXPLAINED_SETS = 3;

/** @throws ConfigError if a file would be written over an input, or over the other one */
async function requireOutputs({ dataset, solutions, tests, matrix, matrixOut, output }: CheckedSelection) {
  if (output !== undefined && matrixOut !== undefined && resolve(output) === resolve(matrixOut)) {
    throw new ConfigError('outputs-same', `the selection and the matrix would both be written to ${output}`, {
      hint: 'Name two files.',
    });
  }
  const taskFile = dataset === undefined ? undefined : datasetFile(dataset);
  await refuseInputs([output, matrixOut], { 'task file': taskFile, solutions, tests, matrix });
}

/** Ranks the candidates of every task and writes the files that were asked for. */
async function writeSelection(
  executed: ExecutedSelection,
  chosen: readonly Scorer[],
  flags: CheckedSelection,
  { progress }: Context,
) {
  const { seed, minConfidence, k } = flags;
  if (flags.matrixOut !== undefined) await writeMatrixFile(flags.matrixOut, executed.tasks);
  if (flags.given === 'examples' && executed.tasks.every(({ matrix }) => !matrix.given)) {
    throw new ConfigError('given-missing', 'no task was held to the examples of its prompt', {
      hint: 'Execute with --given from the start, or leave it out: these prompts may have no example that can be run.',
    });
  }
  const { matrices, report } = prepareSelection(executed.tasks);
  const how = { arm: 'self-agreement', seed, confidence: pickConfidence } as const;
  const rank = (scorer: Scorer) => matrices.map((matrix) => rankMatrix(matrix, { ...how, scorer }));
  /** Every ranking of every chosen rule, by rule, in the order of the tasks. */
  const rankings = new Map(chosen.map((scorer) => [scorer.name, rank(scorer)]));
  const judged = executed.tasks.map(({ candidates, official }, at) => ({
    matrix: matrices[at] as ExecutionMatrix,
    passed: new Set(candidates.filter((_, row) => official?.[row]?.passed).map(({ id }) => id)),
  }));
  const count = (of: (matrix: ExecutionMatrix) => number) => matrices.reduce((sum, matrix) => sum + of(matrix), 0);
  const [first] = chosen;
  const explained = (taskId: string) => {
    const at = executed.tasks.findIndex((task) => task.taskId === taskId);
    const [task, matrix] = [executed.tasks[at], matrices[at]];
    const pickedId = (first && rankings.get(first.name)?.[at]?.pickedId) ?? null;
    const how = { scorer: first as Scorer, others: scorers, limit: EXPLAINED_SETS, pickedId };
    if (task && matrix) return explainTask(task, matrix, how);
    const ids = executed.tasks.slice(0, 3).map((each) => `"${each.taskId}"`);
    throw new ConfigError('unknown-task', `nothing to explain: there is no task "${taskId}" with programs`, {
      hint: `Ids look like ${ids.join(', ')}.`,
    });
  };
  const firstPicks = (first && rankings.get(first.name)) ?? [];
  if (flags.output !== undefined) {
    const kept = firstPicks.filter((record) => pickOf(record, minConfidence).candidateIds.length > 0);
    const lines = kept.map(({ taskId, pickedId }) => executed.recordOf(taskId, pickedId ?? ''));
    // A file of before is worth more than none.
    if (lines.length > 0) await writeLines(flags.output, lines, 'named');
    else progress.note(`nothing was picked, so that ${flags.output} is not written`);
  }
  return {
    tasks: matrices.length,
    candidates: count((matrix) => matrix.candidates.length),
    tests: count((matrix) => matrix.tests.length),
    cells: count((matrix) => matrix.candidates.length * matrix.tests.length),
    prepared: report,
    ...(flags.official
      ? {
          ...officialFigures(judged, rankings, k, seed),
          calibration: [...rankings.values()].flatMap((records) => calibrationOf(judged, records, seed) ?? []),
        }
      : {}),
    picks: [...rankings.values()].flat().map((record) => pickOf(record, minConfidence)),
    ...(flags.explain === undefined ? {} : { explanation: explained(flags.explain) }),
    timings: executed.timings,
  };
}

/**
 * A consensus program for every task of a set, from programs and tests that exist in files; without a model. What an
 * interrupted call has executed is kept, and the next call resumes from there.
 *
 * @throws ConfigError, DatasetError, SandboxError, StoreError, InterruptedError
 */
export const selectPrograms = useOf('select', selectSettings, async (settings, context) => {
  const named = settings.scorer === 'all' ? scorers : [findScorer(settings.scorer)];
  const chosen = settings.given === 'examples' ? named.map(examplesFirst) : named;
  await requireOutputs(settings);
  const probes = settings.probes ?? Math.max(...chosen.map((scorer) => scorer.probes ?? 0));
  return withExecutedSelection({ ...settings, probes }, context, (executed) =>
    writeSelection(executed, chosen, settings, context),
  );
});

/** The picks and their evidence. */
export type SelectionDocument = Awaited<ReturnType<typeof selectPrograms>>;
