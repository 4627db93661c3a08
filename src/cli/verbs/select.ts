import { findScorer, scorers } from '../../../agreement/index.ts';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import type { ExecutionMatrix, Scorer } from '../../core/matrix.ts';
import type { JudgedMatrix } from '../../core/selection-scores.ts';
import { type Io, printJson } from '../io.ts';
import { writeMatrixFile } from '../matrix-file.ts';
import { type ExecutedSelection, executeSelection } from '../selection/execute-selection.ts';
import { type Explanation, explainTask } from '../selection/explain-task.ts';
import { measurePlacebo } from '../selection/placebo.ts';
import { prepareSelection } from '../selection/prepare-selection.ts';
import { type SelectionDocument, selectionText } from '../selection/print-selection.ts';
import { withProvenance } from '../selection/provenance-option.ts';
import type { SelectFlags } from '../selection/select-flags.ts';
import { calibrationOf, officialFigures, pickOf, rankAll } from '../selection/selection-document.ts';
import { writeLines } from '../write-lines.ts';

/** Sets that `--explain` shows. */
const EXPLAINED_SETS = 3;

const PLACEBO_OPTIONS = ['distinct-variants', 'leave-own-variant-out'] as const;

const count = (matrices: readonly ExecutionMatrix[], of: (matrix: ExecutionMatrix) => number) =>
  matrices.reduce((sum, matrix) => sum + of(matrix), 0);

function judge({ tasks }: ExecutedSelection, matrices: readonly ExecutionMatrix[]): readonly JudgedMatrix[] {
  return tasks.map(({ candidates, official }, at) => ({
    matrix: matrices[at] as ExecutionMatrix,
    passed: new Set(candidates.filter((_, row) => official?.[row]?.passed).map(({ id }) => id)),
  }));
}

function explain(
  { tasks }: ExecutedSelection,
  matrices: readonly ExecutionMatrix[],
  chosen: readonly Scorer[],
  taskId: string,
): Explanation {
  const at = tasks.findIndex((task) => task.taskId === taskId);
  const task = tasks[at];
  const [scorer] = chosen;
  if (!task || !scorer) {
    throw new ConfigError('unknown-task', `--explain: there is no task "${taskId}" with programs`, {
      mend: `Ids look like ${tasks
        .slice(0, 3)
        .map((each) => `"${each.taskId}"`)
        .join(', ')}.`,
    });
  }
  return explainTask(task, matrices[at] as ExecutionMatrix, { scorer, others: scorers, limit: EXPLAINED_SETS });
}

/** What can be wrong with flags alone is said before anything is executed. */
function checkFlags({ official, placebo, provenance = 'samples', scorer }: SelectFlags): readonly Scorer[] {
  const chosen = scorer === 'all' ? scorers : [findScorer(scorer)];
  for (const each of chosen) withProvenance(each, provenance);
  if (placebo && !official) {
    throw new ConfigError('placebo-unjudged', '--placebo measures gains in pass@1 and needs the official tests', {
      mend: 'Add --official.',
    });
  }
  return chosen;
}

/** `mutagree select`: a consensus program for every task, from generations that exist. */
export async function select(flags: SelectFlags, io: Io): Promise<ExitCode> {
  const chosen = checkFlags(flags);
  const { seed, provenance = 'samples', minConfidence } = flags;
  const executed = await executeSelection(flags, io);
  if (flags.matrixOut !== undefined) await writeMatrixFile(flags.matrixOut, executed.tasks);
  const { matrices, report } = prepareSelection(executed.tasks, { asCodet: flags.asCodet === true });
  const rankings = rankAll(matrices, chosen, { seed, provenance });
  const judged = judge(executed, matrices);
  const [first] = chosen;
  const firstPicks = (first && rankings.get(first.name)) ?? [];
  if (flags.output !== undefined) {
    const kept = firstPicks.filter((record) => pickOf(record, minConfidence).candidateIds.length > 0);
    await writeLines(
      flags.output,
      kept.map(({ taskId, pickedId }) => executed.recordOf(taskId, pickedId ?? '')),
    );
  }
  const measured = provenance === 'samples' ? PLACEBO_OPTIONS : [provenance];
  const document: SelectionDocument = {
    tasks: matrices.length,
    candidates: count(matrices, (matrix) => matrix.candidates.length),
    tests: count(matrices, (matrix) => matrix.tests.length),
    cells: count(matrices, (matrix) => matrix.candidates.length * matrix.tests.length),
    prepared: { ...report, flakyCells: executed.flakyCells },
    ...(flags.official
      ? {
          ...officialFigures(judged, rankings, flags),
          calibration: [...rankings.values()].flatMap((records) => calibrationOf(judged, records, seed) ?? []),
        }
      : {}),
    ...(flags.placebo
      ? {
          placebo: chosen.flatMap((scorer) =>
            measured.map((option) => measurePlacebo(judged, { scorer, option, seed })),
          ),
        }
      : {}),
    picks: [...rankings.values()].flat().map((record) => pickOf(record, minConfidence)),
    ...(flags.explain === undefined ? {} : { explanation: explain(executed, matrices, chosen, flags.explain) }),
    timings: executed.timings,
  };
  if (flags.json) printJson(io, document);
  else {
    io.stdout(selectionText(document, flags.k));
    if (flags.output !== undefined) io.stdout(`\nPicked programs: ${flags.output}\n`);
  }
  return EXIT.done;
}
