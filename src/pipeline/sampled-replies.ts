import { hashOf } from '../core/hash.ts';
import type { RunLog } from '../records/run-store.ts';
import { type AskDeps, askForSamples, forAllTasks, type SampledReply } from './ask-model.ts';
import type { Deps } from './deps.ts';
import { givenReplies } from './given/given-replies.ts';
import { neededSamples } from './plan-samples.ts';
import type { PlannedTask } from './planned-task.ts';
import { directReader } from './reading/read-reply.ts';
import type { ReplyReader } from './reading/reply-reader.ts';

/** A model that is asked, or the files that stand in its place. */
export type ReplyDeps = AskDeps & Pick<Deps, 'given'>;

const VERB = { program: 'programs', tests: 'tests' } as const;

/** Begins the progress of a stage that needs the replies of so many tasks. */
function startReplies(
  tasks: readonly PlannedTask[],
  purpose: 'program' | 'tests',
  { given, progress }: ReplyDeps,
): void {
  const countOf = ({ task, arms }: PlannedTask) => {
    const found = given?.tasks.get(task.id);
    if (given) return (purpose === 'program' ? found?.programs : found?.tests)?.length ?? 0;
    return neededSamples(arms, purpose).length;
  };
  const all = tasks.reduce((sum, planned) => sum + countOf(planned), 0);
  progress.start(`${given ? 'read' : 'generate'} ${VERB[purpose]}`, all);
}

/** The replies of one task: asked for, or those that are given. */
async function sampledReplies(
  planned: PlannedTask,
  purpose: 'program' | 'tests',
  deps: ReplyDeps,
): Promise<readonly SampledReply[]> {
  const { given, progress } = deps;
  if (!given) return askForSamples(planned, purpose, deps);
  const replies = givenReplies(planned, given.tasks.get(planned.task.id), purpose);
  for (const _ of replies) progress.advance();
  return replies;
}

/**
 * What a stage makes of the replies of each task, with the task; written down where the log does not have just that.
 * Making it again needs no model.
 */
export async function collectReplies<Planned extends PlannedTask, Found extends object>(
  tasks: readonly Planned[],
  purpose: 'program' | 'tests',
  deps: ReplyDeps & Pick<Deps, 'reader'> & { readonly log: RunLog<{ readonly key: string } & Found> },
  collect: (planned: Planned, replies: readonly SampledReply[], reader: ReplyReader) => Promise<Found>,
): Promise<readonly (readonly [Planned, Found])[]> {
  const { log, reader = directReader } = deps;
  startReplies(tasks, purpose, deps);
  return forAllTasks(tasks, deps.signal, async (planned, signal) => {
    const replies = await sampledReplies(planned, purpose, { ...deps, signal });
    const found = await collect(planned, replies, reader);
    const key = hashOf(found);
    if (!log.get(key)) await log.append({ key, ...found });
    return [planned, found] as const;
  });
}
