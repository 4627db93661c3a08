import { resolve } from 'node:path';
import { examplesFirst } from '../../agreement/examples-first.ts';
import { findScorer, scorers } from '../../agreement/index.ts';
import { dropTests } from '../../agreement/preparation/drop-tests.ts';
import { ConfigError } from '../core/errors.ts';
import type { ExecutionMatrix, Scorer } from '../core/matrix.ts';
import { datasetFile } from '../datasets/read-dataset.ts';
import { mentionsEntryPoint, standsInFunction } from '../python-source/tests/test-purpose.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { writeLines } from '../store/write-lines.ts';
import type { Context } from './context.ts';
import { type CheckedSelection, type ExecutedSelection, withExecutedSelection } from './selection/execute-selection.ts';
import { explainTask } from './selection/explain-task.ts';
import { type ExecutedTask, writeMatrixFile } from './selection/matrix-file.ts';
import { calibrationOf, officialFigures, pickOf, rankAll } from './selection/selection-document.ts';
import { useOf } from './settings/check-settings.ts';
import { selectSettings } from './settings/verb-settings.ts';

function voided(matrix: ExecutionMatrix): ExecutionMatrix {
  const verdicts = matrix.verdicts.map((row) => row.map(() => 'not-run' as const));
  return { ...matrix, verdicts, ...(matrix.outputs && { outputs: matrix.outputs.map((row) => row.map(() => null)) }) };
}

/**
 * The matrices that scorers see, with a report of removed parts. Duplicates were merged before execution.
 *
 * @param asCodet treat tests as CodeT's own harness does, defects included, to reproduce published figures
 */
function prepareSelection(tasks: readonly ExecutedTask[], { asCodet }: { readonly asCodet: boolean }) {
  // CodeT's harness puts all tests of a task into one function; if one is not allowed in a function, the whole is not
  // Python, and no program passes anything.
  const isVoid = ({ tests }: ExecutedTask) =>
    asCodet && tests.some(({ body }) => body.kind === 'assertion' && !standsInFunction(body.code));
  let trivialTests = 0;
  const matrices = tasks.map((task) => {
    const { entryPoint, tests, matrix } = task;
    if (asCodet) return isVoid(task) ? voided(matrix) : matrix;
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
    /** Tasks whose verdicts were all voided, as CodeT's harness does. */
    voidedTasks: tasks.filter(isVoid).map(({ taskId }) => taskId),
  };
  return { matrices, report };
}

const EXPLAINED_SETS = 3;

const count = (matrices: readonly ExecutionMatrix[], of: (matrix: ExecutionMatrix) => number) =>
  matrices.reduce((sum, matrix) => sum + of(matrix), 0);

function chosenScorers({ scorer, given }: CheckedSelection): readonly Scorer[] {
  const named = scorer === 'all' ? scorers : [findScorer(scorer)];
  return given === 'examples' ? named.map(examplesFirst) : named;
}

function pathsOf({ dataset, solutions, tests, matrix, matrixOut, output }: CheckedSelection) {
  if (output !== undefined && matrixOut !== undefined && resolve(output) === resolve(matrixOut)) {
    throw new ConfigError('outputs-same', `the selection and the matrix would both be written to ${output}`, {
      hint: 'Name two files.',
    });
  }
  const inputs = [
    { what: 'task file', path: dataset === undefined ? undefined : datasetFile(dataset) },
    { what: 'solutions', path: solutions },
    { what: 'tests', path: tests },
    { what: 'matrix', path: matrix },
  ];
  return [[output, matrixOut].filter((path) => path !== undefined), inputs] as const;
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
  const { matrices, report } = prepareSelection(executed.tasks, flags);
  const rankings = rankAll(matrices, chosen, seed);
  const judged = executed.tasks.map(({ candidates, official }, at) => ({
    matrix: matrices[at] as ExecutionMatrix,
    passed: new Set(candidates.filter((_, row) => official?.[row]?.passed).map(({ id }) => id)),
  }));
  const [first] = chosen;
  const explained = (taskId: string) => {
    const at = executed.tasks.findIndex((task) => task.taskId === taskId);
    const [task, matrix] = [executed.tasks[at], matrices[at]];
    const how = { scorer: first as Scorer, others: scorers, limit: EXPLAINED_SETS };
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
    candidates: count(matrices, (matrix) => matrix.candidates.length),
    tests: count(matrices, (matrix) => matrix.tests.length),
    cells: count(matrices, (matrix) => matrix.candidates.length * matrix.tests.length),
    prepared: { ...report, flakyCells: executed.flakyCells },
    ...(flags.official
      ? {
          ...officialFigures(judged, rankings, { k, seed }),
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
  const chosen = chosenScorers(settings);
  await refuseInputs(...pathsOf(settings));
  const probes = settings.probes ?? Math.max(...chosen.map((scorer) => scorer.probes ?? 0));
  return withExecutedSelection({ ...settings, probes }, context, (executed) =>
    writeSelection(executed, chosen, settings, context),
  );
});

/** The picks and their evidence. */
export type SelectionDocument = Awaited<ReturnType<typeof selectPrograms>>;
