import type { Arm } from '../../core/arm.ts';
import type { ReplyPurpose, ReplyRecord } from '../../core/chat.ts';
import { ConfigError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { Task } from '../../core/task.ts';
import type { RunStore } from '../../records/run-store.ts';
import type { ArmPlan, SampleRef } from '../plan-samples.ts';
import { plannedKey } from '../planned-task.ts';

/** What one reply of a task cost, in tokens; 0 where the sample has no such reply. */
export type SpentOn = (ref: SampleRef, purpose: ReplyPurpose) => number;

/** The sum is of doubles: a sample that fits exactly is not cut for the last digit. */
const ROUNDING = 1e-9;

/**
 * Cuts the arms of one task to equal spending. The measure is the least that a selecting arm spends on its whole pool;
 * every arm takes its samples in order while they fit it. A sample of `baseline` is a program, one of a selecting arm a
 * program and a test reply, and what writing the variants cost comes off `mutation-ensemble` first. An arm keeps at
 * least its first sample.
 *
 * @param writing spent on the task's variants by the mutators that let a model write.
 */
export function matchArms(arms: readonly ArmPlan[], spent: SpentOn, writing: number): readonly ArmPlan[] {
  const fixed = (arm: Arm) => (arm === 'mutation-ensemble' ? writing : 0);
  const costs = arms.map(({ arm, samples }) =>
    samples.map((ref) => spent(ref, 'program') + (arm === 'baseline' ? 0 : spent(ref, 'tests'))),
  );
  const totals = arms.flatMap(({ arm }, at) =>
    arm === 'baseline' ? [] : [fixed(arm) + (costs[at] ?? []).reduce((sum, cost) => sum + cost, 0)],
  );
  if (totals.length === 0) return arms;
  const budget = Math.min(...totals) * (1 + ROUNDING);
  return arms.map(({ arm, samples }, at) => {
    let left = budget - fixed(arm);
    const own = costs[at] ?? [];
    const end = own.findIndex((cost) => {
      left -= cost;
      return left < 0;
    });
    return { arm, samples: end === -1 ? samples : samples.slice(0, Math.max(1, end)) };
  });
}

/**
 * The tokens of the replies of one task, by the endpoint's own counts.
 *
 * @throws ConfigError `match-uncounted` where the endpoint gave no count for a reply
 */
export function spendingOf(replies: readonly ReplyRecord[]): { readonly spent: SpentOn; readonly writing: number } {
  const keyOf = ({ variantId, sample }: SampleRef, purpose: ReplyPurpose) => `${purpose} ${sample} ${variantId}`;
  const amounts = new Map<string, number>();
  let writing = 0;
  for (const { taskId, variantId, purpose, request, reply } of replies) {
    if (!reply.usage) {
      throw new ConfigError('match-uncounted', `the endpoint counted no tokens for a reply of task ${taskId}`, {
        hint: 'Match arms by samples (the default), or use an endpoint that returns usage.',
      });
    }
    const amount = reply.usage.inputTokens + reply.usage.outputTokens;
    if (purpose === 'mutation') writing += amount;
    else {
      const key = keyOf({ variantId, sample: request.sample }, purpose);
      amounts.set(key, (amounts.get(key) ?? 0) + amount);
    }
  }
  return { spent: (ref, purpose) => amounts.get(keyOf(ref, purpose)) ?? 0, writing };
}

/** Keeps the cut beside the plan, which stays what the run asks for when it is resumed. */
export async function recordMatch(task: Task, arms: readonly ArmPlan[], store: Pick<RunStore, 'log'>): Promise<void> {
  const log = store.log('tasks');
  const known = log.get(plannedKey(task));
  if (known && hashOf(known.matchedSamples ?? null) !== hashOf(arms))
    await log.append({ ...known, matchedSamples: arms });
}
