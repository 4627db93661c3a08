import { type AskDeps, askForSamples, type SampledReply } from './ask-model.ts';
import type { Deps } from './deps.ts';
import { givenReplies } from './given/given-replies.ts';
import { neededSamples } from './plan-samples.ts';
import type { PlannedTask } from './planned-task.ts';

/** A model that is asked, or the files that stand in its place. */
export type ReplyDeps = AskDeps & Pick<Deps, 'given'>;

const VERB = { program: 'programs', tests: 'tests' } as const;

/** Begins the progress of a stage that needs the replies of so many tasks. */
export function startReplies(
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
export async function sampledReplies(
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
