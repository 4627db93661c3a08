import { z } from 'zod';
import { DatasetError } from '../../../core/errors.ts';
import { type ImportedTests, sharedTestsOf } from '../../../core/imported-samples.ts';
import type { RawRecord } from '../../../core/raw-record.ts';
import type { Task } from '../../../core/task.ts';
import { splitCodetTests } from '../../../python-source/replies/codet-extraction.ts';
import { label, taskId } from '../../formats/fields.ts';
import { parseRecord } from '../../reading/parse-record.ts';
import { streamJsonLines } from '../../reading/stream-json-lines.ts';
import { joinTo, type TaskJoin } from '../join-samples.ts';
import { codetPredictions } from '../sample-formats/codet-sample-format.ts';
import { variantIdOf } from './imported-variants.ts';

/** CodeT's own limit of tests of a reply. */
const CODET_TESTS = 5;

type ModelTests = ImportedTests & { readonly model: string | null };

const line = z.object({
  task_id: taskId,
  model: label.nullish(),
  variant: label.nullish(),
  tests: z.array(z.string()).nullish(),
  reply: z.string().nullish(),
  module: z.string().nullish(),
});

interface TestLine {
  readonly task: Task;
  readonly model: string | null;
  readonly variant: string | null;
  readonly text: string;
}

function* linesOf(raw: RawRecord, join: TaskJoin): Iterable<TestLine> {
  if ('samples' in raw.value) {
    const { prompt, samples } = parseRecord(codetPredictions, raw);
    const task = join.byTestPrompt(prompt, raw);
    for (const sample of samples) {
      const text = splitCodetTests(sample, task.entryPoint ?? '', CODET_TESTS).join('\n');
      yield { task, model: null, variant: null, text };
    }
    return;
  }
  const { task_id, model, variant, tests, reply, module } = parseRecord(line, raw);
  const text = tests ? tests.join('\n') : (reply ?? module);
  if (typeof text !== 'string') {
    throw new DatasetError('tests-missing', { ...raw, field: 'tests' }, 'is missing', {
      hint: 'Give "tests" (a list of assertions), "reply" (as the model wrote it) or "module" (a test module).',
    });
  }
  yield { task: join.byId(task_id, raw, 'task_id'), model: model ?? null, variant: variant ?? null, text };
}

/**
 * The tests of a file by task, a reply each. Replies of a wording are numbered in the order of the file; those of no
 * wording are tests of every arm.
 *
 * @throws DatasetError
 */
export async function readImportedTests(
  file: string,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string, readonly ModelTests[]>> {
  const join = joinTo(tasks);
  const found = new Map<string, ModelTests[]>();
  const next = new Map<string, number>();
  for await (const raw of streamJsonLines(file)) {
    for (const { task, model, variant, text } of linesOf(raw, join)) {
      const variantId = variant === null ? sharedTestsOf(task.id) : variantIdOf(task.id, variant);
      const counter = JSON.stringify([model, variantId]);
      const sample = next.get(counter) ?? 0;
      next.set(counter, sample + 1);
      const own = found.get(task.id) ?? [];
      found.set(task.id, own);
      own.push({ model, variantId, sample, text });
    }
  }
  return found;
}
