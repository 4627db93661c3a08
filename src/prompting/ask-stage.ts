import { type ChatModel, isUnanswered } from '../core/chat.ts';
import { STAGES, type Task } from '../core/task.ts';
import type { Stage } from './stage-classifier.ts';
import { ask } from './task-text.ts';

const squeezed = (text: string) => text.toLowerCase().replace(/\band\b|[^a-z]/g, '');

/** The stage that a reply names, the first where it names several; null where it names none. */
export function readStage(reply: string): Stage | null {
  const text = squeezed(reply);
  const found = STAGES.map((stage) => ({ stage, at: text.indexOf(squeezed(stage)) })).filter(({ at }) => at >= 0);
  return found.sort((a, b) => a.at - b.at)[0]?.stage ?? null;
}

/**
 * Asks a model for the DL-Bench stage of a task, without chance and once per task.
 *
 * @returns null where the reply names no stage
 * @throws ModelError
 */
export async function askStage(
  task: Task,
  { model, seed, signal }: { readonly model: ChatModel; readonly seed: number; readonly signal: AbortSignal },
): Promise<Stage | null> {
  const messages = ask(
    'To which stage of a machine learning pipeline does this programming task belong?',
    task.prompt.text,
    `Reply with one of these and nothing else: ${STAGES.join('; ')}.`,
  );
  const about = { taskId: task.id, variantId: `${task.id}::stage`, purpose: 'stage' as const };
  const request = { messages, temperature: 0, topP: 1, maxTokens: 32, seed, sample: 0, about };
  const reply = await model.complete(request, signal);
  return isUnanswered(reply) ? null : readStage(reply.text);
}
