import { type Arm, RIVAL_ARMS, rivalVariant } from '../../core/arm.ts';
import type { ReplyRecord } from '../../core/chat.ts';
import { groupByTask } from '../../core/group-by.ts';
import { sampleKey } from '../../core/program.ts';
import type { TokenUsage } from '../../core/stored.ts';
import type { ArmSamples, RunRecord } from '../../records/run-record.ts';

/** Whether a reply about a task is part of what an arm costs on its own. */
export function armReplies(
  taskId: string,
  { arm, samples, tests = samples }: ArmSamples,
): (reply: Pick<ReplyRecord, 'purpose' | 'variantId' | 'request'>) => boolean {
  const programs = new Set(samples.map(sampleKey));
  const replies = new Set(arm === 'baseline' ? [] : tests.map(sampleKey));
  const rival = RIVAL_ARMS.find((name) => name === arm);
  const own = rival && rivalVariant(taskId, rival);
  return ({ purpose, variantId, request }) => {
    const key = sampleKey({ variantId, sample: request.sample });
    // Its samples are spread over the variants: writing these is part of what it costs.
    if (purpose === 'mutation') return arm === 'mutation-ensemble';
    if (purpose === 'repair' || purpose === 'question') return variantId === own;
    if (purpose === 'tests') return replies.has(key);
    return programs.has(key);
  };
}

/** The replies that each arm costs, over the tasks that count; those that arms share are in each. */
export function repliesByArm({ armSamples, replies }: RunRecord, counts: (taskId: string) => boolean = () => true) {
  const byTask = groupByTask(replies);
  const own = new Map<Arm, ReplyRecord[]>();
  for (const { taskId, ...planned } of armSamples.filter((each) => counts(each.taskId))) {
    const found = (byTask.get(taskId) ?? []).filter(armReplies(taskId, planned));
    own.set(planned.arm, [...(own.get(planned.arm) ?? []), ...found]);
  }
  return own;
}

/** Tokens of some replies, and how many of them were not counted. */
export function tokensOf(replies: readonly ReplyRecord[]) {
  const sum = (of: (usage: TokenUsage) => number) =>
    replies.reduce((all, { reply }) => all + (reply.usage ? of(reply.usage) : 0), 0);
  return {
    replies: replies.length,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    uncounted: replies.filter(({ reply }) => reply.usage === null).length,
  };
}

/** The saving of adaptive rounds: samples of the arms, compared with whole budgets; null where the run was not adaptive. */
export function adaptiveSaving({ manifest, armSamples }: RunRecord) {
  if (manifest.config['adaptive'] !== true) return null;
  const early = armSamples.filter(({ samples }) => samples.length < manifest.samplesPerArm);
  return {
    tasks: new Set(armSamples.map(({ taskId }) => taskId)).size,
    endedEarly: new Set(early.map(({ taskId }) => taskId)).size,
    asked: armSamples.reduce((sum, { samples }) => sum + samples.length, 0),
    planned: armSamples.length * manifest.samplesPerArm,
  };
}

export type AdaptiveSaving = NonNullable<ReturnType<typeof adaptiveSaving>>;
