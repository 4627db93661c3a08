import type { ChatModel } from '../../core/chat.ts';
import { applyEdits } from '../../core/edit.ts';
import {
  type Guard,
  isRefusal,
  type ModelMutator,
  type MutationAsk,
  type MutationInput,
  mutationInputOf,
  type Proposal,
  type Refusal,
  type Variant,
} from '../../core/mutation.ts';
import type { Task } from '../../core/task.ts';
import type { RefusalRecord } from '../../records/run-record.ts';
import { allAwaited } from '../all-awaited.ts';
import { requestSeed } from '../ask-model.ts';

/** How a model is asked for mutations. */
export interface MutationSampling {
  readonly temperature: number;
  readonly topP: number;
  /** Of one reply; a prompt that does not fit is refused as `truncated`. */
  readonly maxTokens: number;
}

export interface ModelMutationDeps {
  readonly mutators: readonly ModelMutator[];
  readonly guards: readonly Guard[];
  readonly model: ChatModel;
  readonly sampling: MutationSampling;
  readonly seed: number;
  /** Rewrites asked for a mutator, and so variants of it at most. */
  readonly perMutator: number;
  readonly signal: AbortSignal;
}

/** The variants that model mutators wrote for one task, in the registry's order, without the original. */
export interface ModelMutations {
  readonly variants: readonly Variant[];
  /** Every rewrite that was refused counts. */
  readonly refusals: readonly RefusalRecord[];
}

/**
 * Stage 2 for the mutators that need a model: each draw is one sample of it, gated by the guards and then by the
 * mutator's own confirmation. Draws and mutators depend on nothing of one another.
 */
export async function mutateWithModel(task: Task, deps: ModelMutationDeps): Promise<ModelMutations> {
  const draws = deps.mutators.flatMap((mutator) =>
    Array.from({ length: deps.perMutator }, (_, draw) => ({ mutator, draw })),
  );
  const made = await allAwaited(draws.map(({ mutator, draw }) => drawOne(task, mutator, draw, deps)));
  return {
    variants: made.flatMap(({ variants }) => variants),
    refusals: made.flatMap(({ refusals }) => refusals),
  };
}

async function drawOne(
  task: Task,
  mutator: ModelMutator,
  draw: number,
  { guards, seed, ...deps }: ModelMutationDeps,
): Promise<ModelMutations> {
  const id = `${task.id}::${mutator.name}::s${seed}.${draw}`;
  const input = mutationInputOf(task);
  const ask = askOf(task, id, draw, { seed, ...deps });
  const refusals: RefusalRecord[] = [];
  for await (const outcome of mutator.propose(input, ask)) {
    const refused = isRefusal(outcome) ? outcome : await gate(input, outcome, mutator, guards, ask);
    if (refused) {
      refusals.push({ ...refused, taskId: task.id, mutator: mutator.name });
      continue;
    }
    const { name, family, preserves } = mutator;
    const { edits, renames = {} } = outcome as Proposal;
    const prompt = applyEdits(task.prompt.text, edits);
    const framed = mutator.declares?.includes('frames') ? { framed: true as const } : {};
    const mutation = { mutator: name, family, preserves, seed, edits, renames, ...framed };
    return { variants: [{ id, taskId: task.id, prompt, mutation }], refusals };
  }
  return { variants: [], refusals };
}

/** null where the guards and the mutator's own second look let the proposal through. */
async function gate(
  input: MutationInput,
  proposal: Proposal,
  mutator: ModelMutator,
  guards: readonly Guard[],
  ask: MutationAsk,
): Promise<Refusal | null> {
  const mutatedText = applyEdits(input.prompt.text, proposal.edits);
  const failed = guards.find((guard) => guard.check({ ...input, mutator, proposal, mutatedText }) !== null);
  if (failed) return { refused: `guard:${failed.name}` };
  return (await mutator.confirm?.(input.prompt.text, mutatedText, ask)) ?? null;
}

/** Asks as the run samples; a judgement is asked for without chance. Equal questions are one question, asked once. */
function askOf(
  task: Task,
  variantId: string,
  sample: number,
  { model, sampling, seed, signal }: Omit<ModelMutationDeps, 'guards' | 'mutators' | 'perMutator'>,
): MutationAsk {
  const about = { taskId: task.id, variantId, purpose: 'mutation' as const };
  return (messages, purpose) =>
    model.complete(
      purpose === 'judge'
        ? { messages, temperature: 0, topP: 1, maxTokens: sampling.maxTokens, seed, sample: 0, about }
        : { messages, ...sampling, seed: requestSeed({ seed }, variantId, 'mutation', sample), sample, about },
      signal,
    );
}
