import { basename } from 'node:path';
import { DatasetError } from '../../../core/errors.ts';
import type { ImportedTask, ImportedText } from '../../../core/imported-samples.ts';
import type { Task } from '../../../core/task.ts';
import { sha256Of } from '../../reading/read-file.ts';
import { chooseSampleFormat } from '../choose-sample-format.ts';
import { joinTo } from '../join-samples.ts';
import { type SampleFormat, type SampleLine, wholeText } from '../sample-format.ts';
import { type ImportedVariant, readImportedVariants, toVariants, variantIdOf } from './imported-variants.ts';
import { readImportedTests } from './read-imported-tests.ts';

/** The files of a study from samples, as they were named. */
export interface ImportedPaths {
  readonly samples: string;
  readonly tests: string;
  readonly variants?: string | undefined;
}

/** The samples of one task and model. */
interface Found {
  readonly wordings: Map<string, ImportedVariant>;
  readonly programs: ImportedText[];
  readonly byKey: Map<string, { readonly text: string; readonly line: number }>;
  readonly next: Map<string, number>;
  repeated: number;
}

const newTask = (): Found => ({ wordings: new Map(), programs: [], byKey: new Map(), next: new Map(), repeated: 0 });

function take(found: Found, line: SampleLine, task: Task): void {
  const label = line.variant ?? 'original';
  const known = found.wordings.get(label);
  const wording = { label, mutator: line.mutator, prompt: line.prompt };
  found.wordings.set(label, { ...wording, prompt: known?.prompt ?? wording.prompt });
  const sample = line.sample ?? found.next.get(label) ?? 0;
  found.next.set(label, Math.max(found.next.get(label) ?? 0, sample + 1));
  const text = wholeText(task, line.program, line.prompt ?? undefined);
  const key = JSON.stringify([label, sample]);
  const earlier = found.byKey.get(key);
  if (earlier) {
    if (earlier.text === text) {
      found.repeated++;
      return;
    }
    const which = `sample ${sample} of variant "${label}" of ${task.id}`;
    const problem = `gives another program for ${which} than line ${earlier.line}`;
    throw new DatasetError('samples-contradict', { ...line.place, field: 'sample' }, problem, {
      hint: 'Number the samples of a task, model and variant from 0, or leave "sample" out.',
    });
  }
  found.byKey.set(key, { text, line: line.place.line });
  found.programs.push({ variantId: variantIdOf(task.id, label), sample, text });
}

/** Samples by model and task. */
async function readPrograms(paths: ImportedPaths, format: SampleFormat, tasks: readonly Task[]) {
  const { taskOf } = joinTo(tasks);
  const models = new Map<string | null, Map<string, Found>>();
  for await (const line of format.read(paths.samples)) {
    const task = taskOf(line);
    const own = models.get(line.model) ?? new Map<string, Found>();
    models.set(line.model, own);
    const found = own.get(task.id) ?? newTask();
    own.set(task.id, found);
    take(found, line, task);
  }
  if (models.size > 1 && models.has(null)) {
    throw new DatasetError('samples-model', { file: paths.samples }, 'names a model in some lines and none in others', {
      hint: 'Give every line its "model".',
    });
  }
  return models;
}

/**
 * Reads programs, tests and wordings that exist, for runs that take them in place of a model's replies.
 *
 * @param tasks the whole task set, to which all is joined
 * @throws DatasetError with file, line and field
 */
export async function readImportedStudy(paths: ImportedPaths, tasks: readonly Task[]) {
  const format = await chooseSampleFormat(paths.samples);
  const models = await readPrograms(paths, format, tasks);
  const texts = paths.variants
    ? await readImportedVariants(paths.variants, tasks)
    : new Map<string, ImportedVariant[]>();
  const tests = await readImportedTests(paths.tests, tasks);
  const all = [...models.values()].flatMap((own) => [...own.values()]);
  const withoutOriginal = !all.some(({ wordings }) => wordings.has('original'));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const made = new Map<string | null, ReadonlyMap<string, ImportedTask>>();
  const of = (model: string | null): ReadonlyMap<string, ImportedTask> => {
    const known = made.get(model);
    if (known) return known;
    const own = new Map(
      [...(models.get(model) ?? [])].map(([taskId, { wordings, programs }]) => {
        const task = byId.get(taskId) as Task;
        const texted = (texts.get(taskId) ?? []).filter(({ label }) => wordings.has(label));
        const named = [...wordings.values(), ...texted];
        return [taskId, { variants: toVariants(task, named), programs, tests: testsOf(tests, taskId, model) }] as const;
      }),
    );
    made.set(model, own);
    return own;
  };
  return {
    sha256: await sha256Of([paths.samples, paths.tests, ...(paths.variants ? [paths.variants] : [])]),
    format: format.name,
    /** In the order of the file; one without a name where the file names none. */
    models: [...models.keys()],
    /** Whether the first wording stands for an original prompt that no sample was made from. */
    withoutOriginal,
    of,
    counts: (model: string | null, wanted: readonly Task[]) => {
      const found = models.get(model) ?? new Map<string, Found>();
      const own = wanted.flatMap(({ id }) => found.get(id) ?? []);
      const sizes = own.map(({ wordings }) => wordings.size);
      const wordings = Math.max(0, ...sizes);
      const given = wanted.filter(({ id }) => found.has(id)).map(({ id }) => of(model).get(id));
      return {
        samples: own.reduce((sum, { programs }) => sum + programs.length, 0),
        tasks: own.length,
        tasksWithoutSamples: wanted.length - own.length,
        tasksWithoutTests: given.filter((task) => task?.tests.length === 0).length,
        testReplies: given.reduce((sum, task) => sum + (task?.tests.length ?? 0), 0),
        wordings,
        tasksWithFewerWordings: sizes.filter((size) => size < wordings).length,
        repeated: own.reduce((sum, { repeated }) => sum + repeated, 0),
        withoutOriginal,
      };
    },
  };
}

function testsOf(
  tests: Awaited<ReturnType<typeof readImportedTests>>,
  taskId: string,
  model: string | null,
): readonly ImportedText[] {
  return (tests.get(taskId) ?? [])
    .filter((test) => test.model === null || test.model === model)
    .map(({ variantId, sample, text }) => ({ variantId, sample, text }));
}

export type ImportedStudy = Awaited<ReturnType<typeof readImportedStudy>>;

/** How the files are called in reports. */
export const givenName = (path: string): string => basename(path);
