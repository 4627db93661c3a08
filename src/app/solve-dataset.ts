import pLimit from 'p-limit';
import { z } from 'zod';
import { allOrAbort } from '../core/all-or-abort.ts';
import { ConfigError } from '../core/errors.ts';
import type { Task } from '../core/task.ts';
import { datasetFile, readDataset } from '../datasets/read-dataset.ts';
import { selectTasks } from '../pipeline/1-load-tasks.ts';
import type { Solution } from '../records/solution.ts';
import { openLog } from '../store/jsonl-log.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { type UseOptions, withContext } from './context.ts';
import type { TaskSettings } from './settings/config.ts';
import { openSolver, type SolveSettings } from './solve-question.ts';
import { givenTests } from './solving/solution-of.ts';

/** `dataset`: its official tests are not looked at; `output`: file of one JSON object per task. */
export type SolveTasksSettings = SolveSettings &
  TaskSettings & { readonly dataset: string; readonly output?: string | undefined };

const lineSchema = z.looseObject({
  task_id: z.string(),
  solution: z.string().nullable(),
}) as unknown as z.ZodType<SolvedLine>;
const AT_ONCE = 4;

const lineOf = (taskId: string, { program, problem, confidence, sets, counts, cost }: Solution) => ({
  task_id: taskId,
  /** null if there is none, for the reason that `problem` gives. */
  solution: program,
  problem,
  confidence,
  votes: sets[0]?.votes ?? 0,
  program_samples: counts.programSamples,
  tests: sets[0]?.tests ?? 0,
  usd: cost.usd,
});

/** One line of the output. */
export type SolvedLine = ReturnType<typeof lineOf>;

/**
 * Solves every task of a file that has no line in the output yet; a task's line is written when it is solved.
 *
 * @throws ConfigError, DatasetError, ModelError, SandboxError, BudgetError, StoreError, InterruptedError
 */
export async function solveTasks(settings: SolveTasksSettings, options: UseOptions = {}) {
  const { output } = settings;
  if (output === undefined) {
    throw new ConfigError('output-missing', 'many tasks need a file to go into', {
      hint: 'Name one (--output), such as solved.jsonl.',
    });
  }
  await refuseInputs([output], { 'task file': datasetFile(settings.dataset) });
  const tasks = selectTasks((await readDataset(settings.dataset)).tasks, settings);
  const target = tasks.find(({ repository }) => repository);
  if (target) {
    throw new ConfigError('dataset-repository', `${target.id} is a function of a repository`, {
      hint: 'Those run in images of their own: use run, or solve it in a checkout (--in).',
    });
  }
  const keyOf = ({ task_id }: SolvedLine) => task_id;
  const log = await openLog(output, { keyOf, schema: lineSchema, durable: true, isNamed: true });
  try {
    const { out = `${output}.replies`, given } = settings;
    const solver = await openSolver({ ...settings, out, ...options }, { endsTogether: true });
    const solveAll = withContext(options, ({ progress, signal, env }) => {
      const open = tasks.filter(({ id }) => !log.get(id));
      progress.start('solve', open.length);
      const solveOne = async (task: Task, own: AbortSignal) => {
        own.throwIfAborted();
        const solution = await solver.solveTask(task, { required: givenTests(task, {}, given), signal: own, env });
        await log.append(lineOf(task.id, solution));
        progress.advance();
      };
      const work = open.map((task) => (own: AbortSignal) => solveOne(task, own));
      return allOrAbort(signal, work, pLimit(AT_ONCE));
    });
    await solveAll.finally(() => solver.close());
    const lines = tasks.flatMap(({ id }) => log.get(id) ?? []);
    return { tasks: tasks.length, solved: lines.filter(({ solution }) => solution !== null).length, output };
  } finally {
    await log.close();
  }
}
