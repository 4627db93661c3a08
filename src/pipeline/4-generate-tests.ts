import { hashOf } from '../core/hash.ts';
import type { TestBody } from '../core/program.ts';
import { moduleName } from '../core/repository.ts';
import type { ExtractionProblem } from '../core/run-record.ts';
import type { StoredTests } from '../core/run-store.ts';
import { extractTests } from '../python-source/extract-tests.ts';
import { normaliseTest } from '../python-source/normalise.ts';
import { undoRenamesInTest } from '../python-source/rename.ts';
import { type AskDeps, askForSamples, entryPointOf, forAllTasks, type SampledReply } from './ask-model.ts';
import type { Deps } from './deps.ts';
import { mergeByNormalForm } from './merge-origins.ts';
import { neededSamples } from './plan-samples.ts';
import type { GeneratedTask, PlannedTask, TaskWithCandidates } from './planned-task.ts';

interface ReplyTests {
  readonly tests: readonly TestBody[];
  readonly problems: readonly string[];
}

function toTests({ task }: PlannedTask, { variant, reply }: SampledReply): ReplyTests {
  if (reply.status === 'refused') return { tests: [], problems: ['refused'] };
  const { repository } = task;
  const className = repository?.className;
  const location = repository && { module: moduleName(repository), ...(className ? { className } : {}) };
  const extracted = extractTests(reply.text, {
    entryPoint: entryPointOf(task, variant),
    ...(location ? { location } : {}),
    truncated: reply.status === 'truncated',
  });
  const problems =
    extracted.tests.length === 0 ? (extracted.problems.length > 0 ? extracted.problems : ['no-tests']) : [];
  const renames = variant.mutation?.renames ?? {};
  return { tests: extracted.tests.map((body) => undoRenamesInTest(body, renames)), problems: [...new Set(problems)] };
}

/** The distinct tests in the replies of one task, renames undone; the first `testsPerSample` of each reply count. */
export function collectTests(
  planned: PlannedTask,
  replies: readonly SampledReply[],
  testsPerSample: number,
): Omit<StoredTests, 'key'> {
  const taskId = planned.task.id;
  const problems: ExtractionProblem[] = [];
  const bodies = replies.flatMap((reply) => {
    const { variantId, sample } = reply;
    const found = toTests(planned, reply);
    problems.push(
      ...found.problems.map((problem) => ({ taskId, variantId, sample, purpose: 'tests' as const, problem })),
    );
    return found.tests.slice(0, testsPerSample).map((value) => ({ value, origin: { variantId, sample } }));
  });
  const tests = mergeByNormalForm(bodies, normaliseTest);
  return { taskId, tests: tests.map(({ id, value, origins }) => ({ id, taskId, origins, body: value })), problems };
}

/** Stage 4. Asks for tests, several a sample, and keeps the distinct ones of each task. */
export async function generateTests(
  tasks: readonly TaskWithCandidates[],
  deps: AskDeps & Pick<Deps, 'store'>,
): Promise<readonly GeneratedTask[]> {
  deps.progress.start(
    'generate tests',
    tasks.reduce((sum, task) => sum + neededSamples(task.arms, 'tests').length, 0),
  );
  const log = deps.store.log('tests');
  return forAllTasks(tasks, deps.signal, async (planned, signal) => {
    const replies = await askForSamples(planned, 'tests', { ...deps, signal });
    const collected = collectTests(planned, replies, deps.plan.testsPerSample);
    const key = hashOf(collected);
    if (!log.get(key)) await log.append({ key, ...collected });
    return { ...planned, tests: collected.tests };
  });
}
