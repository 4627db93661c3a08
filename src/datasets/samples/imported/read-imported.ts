import { z } from 'zod';
import { DatasetError } from '../../../core/errors.ts';
import { groupBy } from '../../../core/group-by.ts';
import { type ImportedTask, type ImportedText, sharedTestsOf } from '../../../core/imported-samples.ts';
import type { Variant } from '../../../core/mutation.ts';
import type { Task } from '../../../core/task.ts';
import { filledText, label } from '../../formats/record-task.ts';
import { streamJsonLines } from '../../reading/json-records.ts';
import { parseRecord } from '../../reading/parse-record.ts';
import { sha256Of } from '../../reading/read-file.ts';
import { chooseSampleFormat, counter, joinTo } from '../read-samples.ts';
import { readTestReplies } from '../read-tests.ts';
import { type SampleFormat, type SampleLine, wholeText } from '../sample-format.ts';

/** The files of a study from samples, as they were named. */
interface ImportedPaths {
  readonly samples: string;
  readonly tests: string;
  readonly variants?: string | undefined;
}

/** The samples of one task and model. */
interface Found {
  readonly wordings: ImportedVariant[];
  readonly programs: ImportedText[];
  readonly byKey: Map<string, { readonly text: string; readonly line: number }>;
  readonly next: Map<string, number>;
  repeated: number;
}

function take(found: Found, line: SampleLine, task: Task): void {
  const { variant, mutator, prompt, place } = line;
  const label = variant ?? 'original';
  const next = found.next.get(label) ?? 0;
  const sample = line.sample ?? next;
  found.next.set(label, Math.max(next, sample + 1));
  found.wordings.push({ label, mutator, prompt });
  const text = wholeText(task, line.program, prompt ?? undefined);
  const key = JSON.stringify([label, sample]);
  const earlier = found.byKey.get(key);
  if (earlier?.text === text) found.repeated++;
  else if (earlier) {
    const which = `sample ${sample} of variant "${label}" of ${task.id}`;
    const problem = `gives another program for ${which} than line ${earlier.line}`;
    throw new DatasetError('samples-contradict', { ...place, field: 'sample' }, problem, {
      hint: 'Number the samples of a task, model and variant from 0, or leave "sample" out.',
    });
  } else {
    found.byKey.set(key, { text, line: place.line });
    found.programs.push({ variantId: variantIdOf(task.id, label), sample, text });
  }
}

/** Samples by model (null where the file names none) and task. */
async function readPrograms(file: string, format: SampleFormat, tasks: readonly Task[]) {
  const { taskOf } = joinTo(tasks);
  const models = new Map<string | null, Map<Task, Found>>();
  for await (const line of format.read(file)) {
    const task = taskOf(line);
    const model = line.model ?? null;
    const own = models.get(model) ?? new Map<Task, Found>();
    const found = own.get(task) ?? { wordings: [], programs: [], byKey: new Map(), next: new Map(), repeated: 0 };
    models.set(model, own.set(task, found));
    take(found, line, task);
  }
  if (models.size > 1 && models.has(null)) {
    throw new DatasetError('samples-model', { file }, 'names a model in some lines and none in others', {
      hint: 'Give every line its "model".',
    });
  }
  return models;
}

/** The tests of a file, a reply each, numbered by wording; those of no wording are tests of every arm. */
async function readTests(file: string, tasks: readonly Task[]) {
  const found: { readonly task: Task; readonly model: string | null; readonly test: ImportedText }[] = [];
  const next = counter();
  for await (const { task, model, variant, text } of readTestReplies(file, tasks)) {
    const variantId = !variant ? sharedTestsOf(task.id) : variantIdOf(task.id, variant);
    found.push({
      task,
      model: model ?? null,
      test: { variantId, sample: next(JSON.stringify([model, variantId])), text },
    });
  }
  return groupBy(found, ({ task }) => task);
}

/**
 * Reads programs, tests and wordings that exist, for runs that take them in place of a model's replies.
 *
 * @param tasks the whole task set, to which all is joined
 * @throws DatasetError with file, line and field
 */
export async function readImportedStudy(
  { samples, tests: testsFile, variants }: ImportedPaths,
  tasks: readonly Task[],
) {
  const format = await chooseSampleFormat(samples);
  const models = await readPrograms(samples, format, tasks);
  const texts = variants ? await readImportedVariants(variants, tasks) : new Map<string, readonly ImportedVariant[]>();
  const tests = await readTests(testsFile, tasks);
  const labels = [...models.values()].flatMap((own) => [...own.values()]).flatMap(({ wordings }) => wordings);
  const withoutOriginal = !labels.some(({ label }) => label === 'original');
  const toImported = (model: string | null, task: Task, { wordings, programs }: Found): ImportedTask => {
    const sampled = new Set(wordings.map(({ label }) => label));
    const texted = (texts.get(task.id) ?? []).filter(({ label }) => sampled.has(label));
    const own = (tests.get(task) ?? []).filter((each) => (each.model ?? model) === model);
    return { variants: toVariants(task, [...wordings, ...texted]), programs, tests: own.map(({ test }) => test) };
  };
  const imported = new Map(
    [...models].map(([model, own]) => [
      model,
      new Map([...own].map(([task, found]) => [task.id, toImported(model, task, found)])),
    ]),
  );
  const of = (model: string | null): ReadonlyMap<string, ImportedTask> => imported.get(model) ?? new Map();
  return {
    sha256: await sha256Of([samples, testsFile, ...(variants ? [variants] : [])]),
    format: format.name,
    /** In the order of the file; one without a name where the file names none. */
    models: [...models.keys()],
    /** Whether the first wording stands for an original prompt that no sample was made from. */
    withoutOriginal,
    of,
    counts: (model: string | null, wanted: readonly Task[]) => {
      const own = wanted.flatMap(({ id }) => of(model).get(id) ?? []);
      const wordings = Math.max(0, ...own.map(({ variants: { length } }) => length));
      const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
      return {
        samples: sum(own.map(({ programs }) => programs.length)),
        tasks: own.length,
        tasksWithoutSamples: wanted.length - own.length,
        tasksWithoutTests: own.filter(({ tests: { length } }) => length === 0).length,
        testReplies: sum(own.map(({ tests: { length } }) => length)),
        wordings,
        tasksWithFewerWordings: own.filter(({ variants: { length } }) => length < wordings).length,
        repeated: sum(wanted.map((task) => models.get(model)?.get(task)?.repeated ?? 0)),
        withoutOriginal,
      };
    },
  };
}

export type ImportedStudy = Awaited<ReturnType<typeof readImportedStudy>>;

/** A wording of a task, as files name it. */
interface ImportedVariant {
  /** `original`, or the file's own name. */
  readonly label: string;
  readonly mutator?: string | null | undefined;
  /** The text, where a file has it. */
  readonly prompt?: string | null | undefined;
}

/** The mutator of wordings whose file does not say how they were made. */
const UNNAMED = 'given';

const variantIdOf = (task: string, label: string): string => `${task}::${label}`;

const line = z.object({ task_id: label, variant: label, prompt: filledText, mutator: label.nullish() });

/** The wordings of a file with their texts, by task. @throws DatasetError */
async function readImportedVariants(
  file: string,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string, readonly ImportedVariant[]>> {
  const join = joinTo(tasks);
  const found: (ImportedVariant & { readonly taskId: string })[] = [];
  const seen = new Map<string, number>();
  for await (const raw of streamJsonLines(file)) {
    const { task_id, variant, prompt, mutator } = parseRecord(line, raw);
    const taskId = join.byId(task_id, raw, 'task_id').id;
    const id = variantIdOf(taskId, variant);
    const earlier = seen.get(id);
    if (earlier !== undefined) {
      const problem = `repeats the variant "${variant}" of ${taskId}, which line ${earlier} has`;
      const hint = 'Give each variant of a task its own name.';
      throw new DatasetError('variants-repeated', { ...raw, field: 'variant' }, problem, { hint });
    }
    seen.set(id, raw.line);
    found.push({ taskId, label: variant, mutator, prompt });
  }
  return groupBy(found, ({ taskId }) => taskId);
}

/**
 * The variants of a task, the original first; without an original, the first variant of the file. The text of a variant
 * is empty if no file has it.
 *
 * @param named may name a variant several times; their fields are merged
 */
function toVariants(task: Task, named: readonly ImportedVariant[]): readonly Variant[] {
  const labels = [...new Set(named.map(({ label }) => label))];
  const original = labels.includes('original') ? 'original' : labels[0];
  return [...new Set([original, ...labels])].flatMap((label) => {
    if (label === undefined) return [];
    const own = named.filter((wording) => wording.label === label);
    const mutator = own.find((wording) => wording.mutator)?.mutator ?? UNNAMED;
    const prompt = own.find((wording) => wording.prompt)?.prompt ?? (label === 'original' ? task.prompt.text : '');
    const mutation = { mutator, family: 'llm', preserves: 'paraphrase', seed: 0, edits: [], renames: {} } as const;
    return { id: variantIdOf(task.id, label), taskId: task.id, prompt, mutation: label === original ? null : mutation };
  });
}
