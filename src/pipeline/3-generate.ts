import { hashOf } from '../core/hash.ts';
import { isShared } from '../core/imported-samples.ts';
import type { Candidate, GeneratedTest, Origin } from '../core/program.ts';
import { normaliseTest } from '../python-source/renaming/normalise.ts';
import type { ExtractionProblem } from '../records/run-record.ts';
import { type AskDeps, askForSamples, forAllTasks, type SampledReply } from './ask-model.ts';
import type { Deps, StageStore } from './deps.ts';
import { keepRecord } from './keep-record.ts';
import { type Merged, mergeById } from './merge-origins.ts';
import { neededSamples } from './plan-samples.ts';
import type { PlannedTask } from './planned-task.ts';
import { programQuestion, replyQuestion } from './reading/program-question.ts';
import { directReader } from './reading/read-reply.ts';

type GenerateDeps = AskDeps & Pick<Deps, 'imported' | 'reader'> & StageStore;
type Purpose = 'program' | 'tests';

/** The content of one reply, and why it has no more. */
interface ReadReply<T> {
  readonly values: readonly { readonly id: string; readonly value: T }[];
  readonly problems: readonly string[];
}

/** Why a call has no reply to read. */
const UNANSWERED: Readonly<Record<string, string>> = { refused: 'refused', failed: 'call-failed' };

/** Imported samples of a task, in place of a model's replies. */
function importedReplies(
  { task, variants }: PlannedTask,
  purpose: Purpose,
  { imported }: GenerateDeps,
): SampledReply[] {
  const found = imported?.tasks.get(task.id);
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  const texts = (purpose === 'program' ? found?.programs : found?.tests) ?? [];
  return texts.flatMap(({ variantId, sample, text }) => {
    const variant = byId.get(variantId) ?? (isShared({ variantId }) ? variants[0] : undefined);
    if (!variant) return [];
    // If the variant's text is unknown, omitted parts of a program come from the task's own prompt.
    const known = variant.prompt === '' ? { ...variant, prompt: task.prompt.text } : variant;
    return [{ variantId, sample, variant: known, reply: { status: 'completed', text, usage: null } }];
  });
}

/** Replies of one task: asked for, or imported. */
async function repliesOf(planned: PlannedTask, purpose: Purpose, deps: GenerateDeps): Promise<readonly SampledReply[]> {
  if (!deps.imported) return askForSamples(planned, purpose, deps);
  const replies = importedReplies(planned, purpose, deps);
  for (const _ of replies) deps.progress.advance();
  return replies;
}

function startProgress(tasks: readonly PlannedTask[], purpose: Purpose, { imported, progress }: GenerateDeps): void {
  const all = tasks.reduce((sum, { task, arms }) => {
    const found = imported?.tasks.get(task.id);
    const replies = purpose === 'program' ? found?.programs : found?.tests;
    return sum + (imported ? (replies?.length ?? 0) : neededSamples(arms, purpose).length);
  }, 0);
  progress.start(`${imported ? 'read' : 'generate'} ${purpose === 'program' ? 'programs' : 'tests'}`, all);
}

/** The distinct values in the replies of every task, with where each is from. */
async function collect<T, Kept>(
  tasks: readonly PlannedTask[],
  purpose: Purpose,
  deps: GenerateDeps,
  read: (planned: PlannedTask, reply: SampledReply) => Promise<ReadReply<T>>,
  keep: (taskId: string, merged: readonly Merged<T>[], problems: readonly ExtractionProblem[]) => Promise<Kept>,
): Promise<readonly Kept[]> {
  startProgress(tasks, purpose, deps);
  return forAllTasks(tasks, deps.signal, async (planned, signal) => {
    const taskId = planned.task.id;
    const found: { id: string; value: T; origin: Origin }[] = [];
    const problems: ExtractionProblem[] = [];
    for (const reply of await repliesOf(planned, purpose, { ...deps, signal })) {
      const { variantId, sample } = reply;
      const why = UNANSWERED[reply.reply.status];
      const { values, problems: own } = why ? { values: [], problems: [why] } : await read(planned, reply);
      found.push(...values.map((each) => ({ ...each, origin: { variantId, sample } })));
      problems.push(...own.map((problem) => ({ taskId, variantId, sample, purpose, problem })));
    }
    return keep(taskId, mergeById(found), problems);
  });
}

const textOf = ({ reply }: SampledReply) => ({ text: reply.text, truncated: reply.status === 'truncated' });

/** Stage 3. Asks for programs, one per sample, and keeps the distinct ones of each task, renames undone. */
export function generateCode(
  tasks: readonly PlannedTask[],
  deps: GenerateDeps,
): Promise<readonly (readonly Candidate[])[]> {
  const { reader = directReader } = deps;
  return collect<string, readonly Candidate[]>(
    tasks,
    'program',
    deps,
    async ({ task }, sampled) => {
      const program = await reader.program(programQuestion(task, textOf(sampled), sampled.variant));
      if ('problem' in program) return { values: [], problems: [program.problem] };
      return { values: [{ id: program.id, value: program.code }], problems: [] };
    },
    async (taskId, merged, problems) => {
      const candidates = merged.map(({ id, value, origins }) => ({ id, taskId, code: value, origins }));
      await keepRecord(deps.store.log('candidates'), { taskId, candidates, problems });
      return candidates;
    },
  );
}

/** The official test that the requests show: written back, it is no evidence of the model's own. */
function shownTestId({ task }: PlannedTask): string | null {
  const code = task.interfaceHint?.exampleTest;
  return code === undefined ? null : hashOf(normaliseTest({ kind: 'assertion', code }));
}

/**
 * Stage 4. Asks for tests, several per sample, and keeps the distinct ones of each task, renames undone; the first
 * `testsPerSample` of each reply count.
 */
export function generateTests(
  tasks: readonly PlannedTask[],
  deps: GenerateDeps,
): Promise<readonly (readonly GeneratedTest[])[]> {
  const { reader = directReader } = deps;
  const most = deps.imported ? Number.POSITIVE_INFINITY : deps.plan.testsPerSample;
  return collect<GeneratedTest['body'], readonly GeneratedTest[]>(
    tasks,
    'tests',
    deps,
    async (planned, sampled) => {
      const { tests, problems } = await reader.tests(replyQuestion(planned.task, textOf(sampled), sampled.variant));
      if (tests.length === 0) {
        return { values: [], problems: problems.length > 0 ? [...new Set(problems)] : ['no-tests'] };
      }
      const shown = shownTestId(planned);
      const counted = tests.slice(0, most);
      const own = counted.filter(({ id }) => id !== shown);
      return {
        values: own.map(({ id, body }) => ({ id, value: body })),
        problems: counted.slice(own.length).map(() => 'shown-test'),
      };
    },
    async (taskId, merged, problems) => {
      const generated = merged.map(({ id, value, origins }) => ({ id, taskId, origins, body: value }));
      await keepRecord(deps.store.log('tests'), { taskId, tests: generated, problems });
      return generated;
    },
  );
}
