import { hashOf } from '../core/hash.ts';
import type { ExtractionProblem } from '../core/run-record.ts';
import type { StoredCandidates } from '../core/run-store.ts';
import { extractProgram } from '../python-source/extract-program.ts';
import { normaliseProgram } from '../python-source/normalise.ts';
import { undoRenames } from '../python-source/rename.ts';
import { type AskDeps, askForSamples, entryPointOf, forAllTasks, type SampledReply } from './ask-model.ts';
import type { Deps } from './deps.ts';
import { mergeByNormalForm } from './merge-origins.ts';
import { neededSamples } from './plan-samples.ts';
import type { PlannedTask, TaskWithCandidates } from './planned-task.ts';
import { repositoryProgram } from './repository-program.ts';

function toProgram({ task }: PlannedTask, { variant, reply }: SampledReply): { code: string } | { problem: string } {
  if (reply.status === 'refused') return { problem: 'refused' };
  const extraction = {
    entryPoint: entryPointOf(task, variant),
    promptText: variant.prompt,
    completesPrompt: task.completesPrompt,
    truncated: reply.status === 'truncated',
  };
  if (task.repository) {
    return repositoryProgram(reply.text, task.repository, extraction, variant.mutation?.renames ?? {});
  }
  const extracted = extractProgram(reply.text, extraction);
  if ('problem' in extracted || !variant.mutation) return extracted;
  return undoRenames(extracted.code, variant.mutation.renames, { entryPoint: task.entryPoint });
}

/** The distinct programs in the replies of one task, renames undone. Pure: re-extraction needs no model. */
export function collectCandidates(
  planned: PlannedTask,
  replies: readonly SampledReply[],
): Omit<StoredCandidates, 'key'> {
  const taskId = planned.task.id;
  const problems: ExtractionProblem[] = [];
  const programs = replies.flatMap((reply) => {
    const { variantId, sample } = reply;
    const program = toProgram(planned, reply);
    if ('code' in program) return [{ value: program.code, origin: { variantId, sample } }];
    problems.push({ taskId, variantId, sample, purpose: 'program', problem: program.problem });
    return [];
  });
  const candidates = mergeByNormalForm(programs, normaliseProgram);
  return {
    taskId,
    candidates: candidates.map(({ id, value, origins }) => ({ id, taskId, code: value, origins })),
    problems,
  };
}

/** Stage 3. Asks for programs, one a sample, and keeps the distinct ones of each task. */
export async function generateCode(
  tasks: readonly PlannedTask[],
  deps: AskDeps & Pick<Deps, 'store'>,
): Promise<readonly TaskWithCandidates[]> {
  deps.progress.start(
    'generate programs',
    tasks.reduce((sum, task) => sum + neededSamples(task.arms, 'program').length, 0),
  );
  const log = deps.store.log('candidates');
  return forAllTasks(tasks, deps.signal, async (planned, signal) => {
    const replies = await askForSamples(planned, 'program', { ...deps, signal });
    const collected = collectCandidates(planned, replies);
    const key = hashOf(collected);
    if (!log.get(key)) await log.append({ key, ...collected });
    return { ...planned, candidates: collected.candidates };
  });
}
