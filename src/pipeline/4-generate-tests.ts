import { hashOf } from '../core/hash.ts';
import type { Origin, TestBody } from '../core/program.ts';
import { normaliseTest } from '../python-source/renaming/normalise.ts';
import type { ExtractionProblem } from '../records/run-record.ts';
import type { StoredTests } from '../records/run-store.ts';
import type { SampledReply } from './ask-model.ts';
import type { Deps, StageStore } from './deps.ts';
import { mergeById } from './merge-origins.ts';
import type { GeneratedTask, PlannedTask, TaskWithCandidates } from './planned-task.ts';
import { replyQuestion } from './reading/program-question.ts';
import type { ReadTests, ReplyReader } from './reading/reply-reader.ts';
import { collectReplies, type ReplyDeps } from './sampled-replies.ts';

async function testsIn(
  { task }: PlannedTask,
  { variant, reply }: SampledReply,
  reader: ReplyReader,
): Promise<ReadTests> {
  if (reply.status === 'refused') return { tests: [], problems: ['refused'] };
  if (reply.status === 'failed') return { tests: [], problems: ['call-failed'] };
  const { tests, problems } = await reader.tests(
    replyQuestion(task, { text: reply.text, truncated: reply.status === 'truncated' }, variant),
  );
  if (tests.length > 0) return { tests, problems: [] };
  return { tests, problems: problems.length > 0 ? [...new Set(problems)] : ['no-tests'] };
}

/** The official test that the requests show: written back, it is not evidence of the model's own. */
function shownTestId({ task }: PlannedTask): string | null {
  const code = task.interfaceHint?.exampleTest;
  return code === undefined ? null : hashOf(normaliseTest({ kind: 'assertion', code }));
}

/** The distinct tests in the replies of one task, renames undone; the first `testsPerSample` of each reply count. */
async function collectTests(
  planned: PlannedTask,
  replies: readonly SampledReply[],
  testsPerSample: number,
  reader: ReplyReader,
): Promise<Omit<StoredTests, 'key'>> {
  const taskId = planned.task.id;
  const problems: ExtractionProblem[] = [];
  const found: { id: string; value: TestBody; origin: Origin }[] = [];
  const shown = shownTestId(planned);
  for (const reply of replies) {
    const { variantId, sample } = reply;
    const { tests, problems: own } = await testsIn(planned, reply, reader);
    problems.push(...own.map((problem) => ({ taskId, variantId, sample, purpose: 'tests' as const, problem })));
    for (const { id, body } of tests.slice(0, testsPerSample)) {
      if (id === shown) {
        problems.push({ taskId, variantId, sample, purpose: 'tests', problem: 'shown-test' });
        continue;
      }
      found.push({ id, value: body, origin: { variantId, sample } });
    }
  }
  const tests = mergeById(found);
  return { taskId, tests: tests.map(({ id, value, origins }) => ({ id, taskId, origins, body: value })), problems };
}

/** Stage 4. Asks for tests, several per sample, and keeps the distinct ones of each task. */
export async function generateTests(
  tasks: readonly TaskWithCandidates[],
  deps: ReplyDeps & Pick<Deps, 'reader'> & StageStore,
): Promise<readonly GeneratedTask[]> {
  const log = deps.store.log('tests');
  const most = deps.given ? Number.POSITIVE_INFINITY : deps.plan.testsPerSample;
  const all = await collectReplies(tasks, 'tests', { ...deps, log }, (planned, replies, reader) =>
    collectTests(planned, replies, most, reader),
  );
  return all.map(([planned, { tests }]) => ({ ...planned, tests }));
}
