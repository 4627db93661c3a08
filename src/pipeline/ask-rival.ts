import { type RivalArm, rivalVariant } from '../core/arm.ts';
import { type ChatMessage, type ChatReply, isUnanswered } from '../core/chat.ts';
import { toRequest } from './ask-model.ts';
import type { Deps } from './deps.ts';

export type RivalDeps = Pick<Deps, 'plan' | 'model' | 'recorded' | 'signal'>;

/** One further call of a rival, on record like any other under a name of its own. */
export function askRival(
  { taskId, arm, sample }: { readonly taskId: string; readonly arm: RivalArm; readonly sample: number },
  purpose: 'repair' | 'question',
  messages: readonly ChatMessage[],
  { plan, model, recorded, signal }: RivalDeps,
): Promise<ChatReply> {
  const variantId = rivalVariant(taskId, arm);
  const request =
    recorded?.requestFor(variantId, purpose, sample) ?? toRequest(messages, { variantId, sample }, purpose, plan);
  return model.complete({ ...request, about: { taskId, variantId, purpose } }, signal);
}

/** The text of a reply; empty if the model declined or the call failed. */
export const textOf = (reply: ChatReply): string => (isUnanswered(reply) ? '' : reply.text);
