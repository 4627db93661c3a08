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
import { type SampleFormat, wholeText } from '../sample-format.ts';

/** The files of a study from samples, as they were named. */
interface ImportedPaths {
  readonly samples: string;
  readonly tests: string;
  readonly variants?: string | undefined;
}

/** A wording of a task, as files name it. */
interface ImportedVariant {
  /** `original`, or the file's own name. */
  readonly label: string;
  readonly mutator?: string | null | undefined;
  /** The text, where a file has it. */
  readonly prompt?: string | null | undefined;
}

/** A program or tests of a task, of no model where the file names none. */
interface FoundText extends ImportedText {
  readonly task: Task;
  readonly model: string | null;
}

/** A program, possibly the same as in an earlier line. */
type FoundProgram = FoundText & ImportedVariant & { readonly isRepeated: boolean };

const toText = ({ variantId, sample, text }: FoundText): ImportedText => ({ variantId, sample, text });

/** The programs of a file, numbered by model, task and wording. @throws DatasetError for two under one number */
async function readPrograms(file: string, format: SampleFormat, tasks: readonly Task[]) {
  const { taskOf } = joinTo(tasks);
  const found: FoundProgram[] = [];
  const next = new Map<string, number>();
  const byKey = new Map<string, { readonly text: string; readonly line: number }>();
  for await (const line of format.read(file)) {
    const { model = null, variant, mutator, prompt, program, place } = line;
    const task = taskOf(line);
    const label = variant ?? 'original';
    const wording = JSON.stringify([model, task.id, label]);
    const free = next.get(wording) ?? 0;
    const sample = line.sample ?? free;
    next.set(wording, Math.max(free, sample + 1));
    const text = wholeText(task, program, prompt ?? undefined);
    const key = `${wording} ${sample}`;
    const earlier = byKey.get(key);
    if (earlier && earlier.text !== text) {
      const which = `sample ${sample} of variant "${label}" of ${task.id}`;
      const problem = `gives another program for ${which} than line ${earlier.line}`;
      const hint = 'Number the samples of a task, model and variant from 0, or leave "sample" out.';
      throw new DatasetError('samples-contradict', { ...place, field: 'sample' }, problem, { hint });
    }
    if (!earlier) byKey.set(key, { text, line: place.line });
    const variantId = variantIdOf(task.id, label);
    found.push({ task, model, label, mutator, prompt, variantId, sample, text, isRepeated: earlier !== undefined });
  }
  return found;
}

/** The tests of a file, a reply each, numbered by wording; those of no wording are tests of every arm. */
async function readTests(file: string, tasks: readonly Task[]) {
  const found: FoundText[] = [];
  const next = counter();
  for await (const { task, model = null, variant, text } of readTestReplies(file, tasks)) {
    const variantId = variant ? variantIdOf(task.id, variant) : sharedTestsOf(task.id);
    found.push({ task, model, variantId, sample: next(JSON.stringify([model, variantId])), text });
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
  const programs = await readPrograms(samples, format, tasks);
  const models = groupBy(programs, ({ model }) => model);
  if (models.size > 1 && models.has(null)) {
    const hint = 'Give every line its "model".';
    const problem = 'names a model in some lines and none in others';
    throw new DatasetError('samples-model', { file: samples }, problem, { hint });
  }
  const texts = variants ? await readImportedVariants(variants, tasks) : new Map<string, readonly ImportedVariant[]>();
  const tests = await readTests(testsFile, tasks);
  const withoutOriginal = !programs.some(({ label }) => label === 'original');
  const toImported = (model: string | null, task: Task, found: readonly FoundProgram[]): ImportedTask => {
    const sampled = new Set(found.map(({ label }) => label));
    const texted = (texts.get(task.id) ?? []).filter(({ label }) => sampled.has(label));
    return {
      variants: toVariants(task, [...found, ...texted]),
      programs: found.filter(({ isRepeated }) => !isRepeated).map(toText),
      tests: (tests.get(task) ?? []).filter((each) => (each.model ?? model) === model).map(toText),
    };
  };
  const tasksOf = (model: string | null, found: readonly FoundProgram[]) =>
    [...groupBy(found, ({ task }) => task)].map(([task, own]) => [task.id, toImported(model, task, own)] as const);
  const imported = new Map([...models].map(([model, found]) => [model, new Map(tasksOf(model, found))]));
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
      const chosen = new Set(wanted);
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
        repeated: models.get(model)?.filter(({ task, isRepeated }) => isRepeated && chosen.has(task)).length ?? 0,
        withoutOriginal,
      };
    },
  };
}

export type ImportedStudy = Awaited<ReturnType<typeof readImportedStudy>>;

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
