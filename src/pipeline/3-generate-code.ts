import type { Origin } from '../core/program.ts';
import type { ExtractionProblem } from '../records/run-record.ts';
import type { StoredCandidates } from '../records/run-store.ts';
import type { SampledReply } from './ask-model.ts';
import type { Deps, StageStore } from './deps.ts';
import { mergeById } from './merge-origins.ts';
import type { PlannedTask, TaskWithCandidates } from './planned-task.ts';
import { programQuestion } from './reading/program-question.ts';
import type { ReplyReader } from './reading/reply-reader.ts';
import { collectReplies, type ReplyDeps } from './sampled-replies.ts';

function readProgram({ task }: PlannedTask, { variant, reply }: SampledReply, reader: ReplyReader) {
  if (reply.status === 'refused') return { problem: 'refused' };
  if (reply.status === 'failed') return { problem: 'call-failed' };
  return reader.program(programQuestion(task, { text: reply.text, truncated: reply.status === 'truncated' }, variant));
}

/** The distinct programs in the replies of one task, renames undone. */
async function collectCandidates(
  planned: PlannedTask,
  replies: readonly SampledReply[],
  reader: ReplyReader,
): Promise<Omit<StoredCandidates, 'key'>> {
  const taskId = planned.task.id;
  const problems: ExtractionProblem[] = [];
  const programs: { id: string; value: string; origin: Origin }[] = [];
  for (const reply of replies) {
    const { variantId, sample } = reply;
    const program = await readProgram(planned, reply, reader);
    if ('code' in program) programs.push({ id: program.id, value: program.code, origin: { variantId, sample } });
    else problems.push({ taskId, variantId, sample, purpose: 'program', problem: program.problem });
  }
  return {
    taskId,
    candidates: mergeById(programs).map(({ id, value, origins }) => ({ id, taskId, code: value, origins })),
    problems,
  };
}

/** Stage 3. Asks for programs, one per sample, and keeps the distinct ones of each task. */
export async function generateCode(
  tasks: readonly PlannedTask[],
  deps: ReplyDeps & Pick<Deps, 'reader'> & StageStore,
): Promise<readonly TaskWithCandidates[]> {
  const log = deps.store.log('candidates');
  const all = await collectReplies(tasks, 'program', { ...deps, log }, collectCandidates);
  return all.map(([planned, { candidates }]) => ({ ...planned, candidates }));
}
