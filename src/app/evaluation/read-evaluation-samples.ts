import { DatasetError } from '../../core/errors.ts';
import { groupByTask } from '../../core/group-by.ts';
import { sampleKey } from '../../core/program.ts';
import type { Progress } from '../../core/progress.ts';
import type { Task } from '../../core/task.ts';
import { type ProgramSample, readProgramSamples } from '../../datasets/samples/read-samples.ts';
import { readTestSamples, type TestSample } from '../../datasets/samples/read-tests.ts';
import { taskConditions } from '../../pipeline/5-execute-matrix.ts';
import { mergeSamples } from '../../pipeline/merge-origins.ts';
import { programIn, type ReplyReader } from '../../pipeline/reading/read-reply.ts';
import { wrapSnippet } from '../../python-source/replies/extract-snippet.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';
import { promptExamples } from '../../python-source/tests/prompt-examples.ts';
import { isRunnableTest } from '../../python-source/tests/test-purpose.ts';
import type { CheckedOf } from '../settings/check-settings.ts';
import type { selectSettings } from '../settings/verb-settings.ts';

const NAMED = 5;

/** So many samples that are no Python are looked through for programs. */
const TRIED = 40;

interface ReadingDeps {
  readonly progress: Progress;
  readonly reader: ReplyReader;
}

interface Wanted {
  readonly file: string;
  readonly tasks: readonly Task[];
  /** Samples are whole replies. */
  readonly extract?: boolean | undefined;
  /** Score the tasks that have samples. */
  readonly partial?: boolean | undefined;
}

const replyOf = ({ code, record: { completion, solution } }: ProgramSample): string =>
  typeof solution === 'string' ? solution : typeof completion === 'string' ? completion : code;

/**
 * Returns the program in a reply, or the reply itself if it has none; the sandbox reports best what is wrong with it.
 */
async function extracted(sample: ProgramSample, task: Task, reader: ReplyReader): Promise<ProgramSample> {
  const text = replyOf(sample);
  const found = await programIn({ status: 'completed', text }, task, reader);
  return { ...sample, code: 'code' in found ? found.code : text };
}

const isPython = ({ code }: ProgramSample, { gap }: Task): boolean =>
  isValidPython(gap ? wrapSnippet(code, gap) : code);

/**
 * Rejects files in which most samples are no Python but contain programs: these are replies, and scoring them unread
 * would be meaningless. Of more than one in twenty it warns.
 */
async function requirePrograms(
  samples: readonly ProgramSample[],
  taskOf: (sample: ProgramSample) => Task,
  { file, extract }: Wanted,
  { progress, reader }: ReadingDeps,
): Promise<void> {
  const broken = samples.filter((sample) => !taskOf(sample).repository && !isPython(sample, taskOf(sample)));
  const [first] = broken;
  if (!first || broken.length * 20 <= samples.length) return;
  const isMost = broken.length * 2 > samples.length;
  const share = `${broken.length}/${samples.length} samples are not Python (the first: of ${first.taskId})`;
  const tried = broken.slice(0, TRIED);
  const repaired = await Promise.all(tried.map((sample) => extracted(sample, taskOf(sample), reader)));
  if (extract || repaired.filter((sample) => isPython(sample, taskOf(sample))).length * 2 <= tried.length) {
    if (isMost) progress.note(`${share}; no program was found in them`);
    return;
  }
  if (!isMost) return progress.note(`${share} but replies with programs in them: --extract takes them out`);
  throw new DatasetError('samples-are-replies', { file }, `${share} but replies with programs in them`, {
    hint: 'Have the programs extracted (--extract).',
  });
}

/** @param what such as `samples` */
function requireAllTasks(sampled: ReadonlySet<string>, what: string, { file, tasks, partial }: Wanted): void {
  const missing = tasks.filter(({ id }) => !sampled.has(id)).map(({ id }) => id);
  if (missing.length === 0 || (partial && missing.length < tasks.length)) return;
  const named = missing.slice(0, NAMED).join(', ') + (missing.length > NAMED ? ', …' : '');
  const problem = `holds ${what} of ${tasks.length - missing.length}/${tasks.length} tasks; none of ${named}`;
  throw new DatasetError('samples-missing', { file }, problem, {
    hint: 'Add them, choose fewer tasks (--tasks, --limit), or go on with those that have some (--partial).',
  });
}

/**
 * The samples of the wanted tasks, each with its whole program.
 *
 * @param all the whole task set, by which samples are joined
 */
export async function readEvaluationSamples(all: readonly Task[], wanted: Wanted, deps: ReadingDeps) {
  const byId = new Map(wanted.tasks.map((task) => [task.id, task]));
  const samples: ProgramSample[] = [];
  for await (const sample of readProgramSamples(wanted.file, all)) {
    const task = byId.get(sample.taskId);
    if (task) samples.push(wanted.extract ? await extracted(sample, task, deps.reader) : sample);
  }
  requireAllTasks(new Set(samples.map(({ taskId }) => taskId)), 'samples', wanted);
  await requirePrograms(samples, ({ taskId }) => byId.get(taskId) as Task, wanted, deps);
  return samples;
}

type SampleFiles = Pick<CheckedOf<typeof selectSettings>, 'testsPerSample'> &
  Partial<Pick<CheckedOf<typeof selectSettings>, 'extract' | 'partial' | 'given'>> &
  Readonly<Record<'solutions' | 'tests', string>>;

/**
 * Programs and tests of sample files, joined to the tasks that are wanted, duplicates merged by syntax tree.
 *
 * @param all the whole task set, by which samples are joined.
 */
export async function collectSamples(
  all: readonly Task[],
  wanted: readonly Task[],
  { solutions, tests, testsPerSample, extract, partial, given = 'none' }: SampleFiles,
  deps: ReadingDeps,
) {
  const samples = await readEvaluationSamples(all, { file: solutions, tasks: wanted, extract, partial }, deps);
  const programs = groupByTask(samples);
  const generated: TestSample[] = [];
  let broken = 0;
  for await (const sample of readTestSamples(tests, all, { testsPerSample })) {
    const bodies = sample.bodies.filter(isRunnableTest);
    broken += sample.bodies.length - bodies.length;
    if (bodies.length > 0 || sample.bodies.length === 0) generated.push({ ...sample, bodies });
  }
  if (broken > 0) deps.progress.note(`${broken} tests of ${tests} are not Python and are left out`);
  const replies = groupByTask(generated);
  const sampled = wanted.filter(({ id }) => programs.has(id));
  requireAllTasks(new Set(replies.keys()), 'tests', { file: tests, tasks: sampled, partial });
  return sampled
    .filter(({ id }) => replies.has(id))
    .map((task) => {
      const own = programs.get(task.id) ?? [];
      const bodies = (replies.get(task.id) ?? []).flatMap(({ origin, bodies: parts }) =>
        parts.map((body) => ({ body, origin })),
      );
      const merged = mergeSamples(task.id, own, bodies);
      const byOrigin = new Map(own.map((sample) => [sampleKey(sample.origin), sample]));
      /** The first sample of each candidate, by candidate id. */
      const sampleOf = new Map<string, ProgramSample | undefined>();
      for (const { id, origins } of merged.candidates) {
        const [first] = origins;
        if (first) sampleOf.set(id, byOrigin.get(sampleKey(first)));
      }
      const examples = given === 'examples' ? { given: promptExamples(task) } : {};
      return { ...taskConditions(task), ...examples, ...merged, sampleOf };
    });
}
