import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { PublishedOutcome } from '../../analysis/comparison/outcome-comparison.ts';
import { DatasetError } from '../../core/errors.ts';
import { DATA_TYPES, ML_TASKS, STAGES, type TaskLabels } from '../../core/task.ts';

const outcomeSchema = z.object({
  task_id: z.string(),
  model: z.string(),
  prompting: z.string(),
  status: z.string(),
  stage: z.string().optional(),
  task: z.string().optional(),
  data: z.string().optional(),
});

const MEND =
  'A line is {"task_id", "model", "prompting", "status"} and may have DL-Bench\'s "stage", "task" and "data".';

const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** DL-Bench's name for what a file writes in another case or with other white space. */
function canonical<Name extends string>(names: readonly Name[], written: string | undefined): Name | undefined | null {
  if (written === undefined) return undefined;
  return names.find((name) => letters(name) === letters(written)) ?? null;
}

function labelsIn({ stage, task, data }: z.infer<typeof outcomeSchema>, file: string, line: number): TaskLabels {
  const found = {
    stage: canonical(STAGES, stage),
    task: canonical(ML_TASKS, task),
    data: canonical(DATA_TYPES, data),
  };
  for (const [field, name] of Object.entries(found)) {
    if (name === null)
      throw new DatasetError('dataset-field', { file, line, field }, 'is not a label of DL-Bench', { mend: MEND });
  }
  return {
    ...(found.stage ? { stage: found.stage } : {}),
    ...(found.task ? { mlTask: found.task } : {}),
    ...(found.data ? { dataType: found.data } : {}),
  };
}

function parseLine(text: string, file: string, line: number): PublishedOutcome {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DatasetError('dataset-json', { file, line }, 'is not valid JSON', { mend: MEND, cause });
  }
  const parsed = outcomeSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') ?? '';
    throw new DatasetError('dataset-field', { file, line, field }, issue?.message ?? 'is wrong', { mend: MEND });
  }
  const { task_id: taskId, model, prompting, status } = parsed.data;
  return { taskId, model, prompting, status, passed: status === 'pass', labels: labelsIn(parsed.data, file, line) };
}

/**
 * Outcomes that another harness published, one per line; the last of a task, model and prompting counts.
 *
 * @throws DatasetError with file, line and field.
 */
export async function readOutcomes(file: string): Promise<readonly PublishedOutcome[]> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new DatasetError('dataset-unreadable', { file }, 'cannot be read', { cause });
  });
  const outcomes = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [parseLine(line, file, at + 1)]));
  if (outcomes.length === 0) throw new DatasetError('dataset-empty', { file }, 'holds no outcome', { mend: MEND });
  const last = new Map(
    outcomes.map((outcome) => [JSON.stringify([outcome.taskId, outcome.model, outcome.prompting]), outcome]),
  );
  return [...last.values()];
}
