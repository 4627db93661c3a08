import { dropTests } from '../../../agreement/preparation/drop-tests.ts';
import type { ExecutionMatrix } from '../../core/matrix.ts';
import { mentionsEntryPoint, standsInFunction } from '../../python-source/tests/test-purpose.ts';
import type { ExecutedTask } from './matrix-file.ts';

function withoutTrivialTests({ entryPoint, tests, matrix }: ExecutedTask) {
  if (entryPoint === null) return { matrix, removed: [] };
  const trivial = tests.filter(({ body }) => !mentionsEntryPoint(body, entryPoint));
  return dropTests(matrix, new Set(trivial.map(({ id }) => id)));
}

/**
 * CodeT's harness puts all tests of a task into one function; if one of them is not allowed in a function, the whole is
 * not Python, and no program passes anything.
 */
function isVoidInCodet({ tests }: ExecutedTask): boolean {
  return tests.some(({ body }) => body.kind === 'assertion' && !standsInFunction(body.code));
}

function voided(matrix: ExecutionMatrix): ExecutionMatrix {
  return {
    ...matrix,
    verdicts: matrix.verdicts.map((row) => row.map(() => 'not-run' as const)),
    ...(matrix.outputs ? { outputs: matrix.outputs.map((row) => row.map(() => null)) } : {}),
  };
}

/**
 * The matrices that scorers see, with a report of removed parts. Duplicates were merged before execution.
 *
 * @param asCodet treat tests as CodeT's own harness does, defects included, to reproduce published figures
 */
export function prepareSelection(tasks: readonly ExecutedTask[], { asCodet }: { readonly asCodet: boolean }) {
  const voidedTasks = asCodet ? tasks.filter(isVoidInCodet).map(({ taskId }) => taskId) : [];
  const isVoided = new Set(voidedTasks);
  let trivialTests = 0;
  const matrices = tasks.map((task) => {
    if (asCodet) return isVoided.has(task.taskId) ? voided(task.matrix) : task.matrix;
    const { matrix, removed } = withoutTrivialTests(task);
    trivialTests += removed.length;
    return matrix;
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
    voidedTasks,
  };
  return { matrices, report };
}
