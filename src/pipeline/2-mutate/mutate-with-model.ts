import { isRefusal, type ModelMutator, type MutationAsk, mutationInputOf, type Refusal } from '../../core/mutation.ts';
import type { Task } from '../../core/task.ts';
import { allAwaited, requestSeed } from '../ask-model.ts';
import type { Deps, SamplingPlan } from '../deps.ts';
import { MutantPool } from './mutant-pool.ts';
import { joinMutated, type MutatedTask, type MutationDeps, variantOf } from './mutate-prompts.ts';

interface ModelMutationDeps extends Omit<MutationDeps, 'mutators'>, Pick<Deps, 'model' | 'signal'> {
  readonly mutators: readonly ModelMutator[];
  /** A prompt that does not fit into the tokens of a reply is refused as `truncated`. */
  readonly sampling: Pick<SamplingPlan, 'temperature' | 'topP' | 'maxTokens'>;
}

/** Stage 2 with a model, without the original: each draw is one sample, gated by guards and then by the mutator. */
export async function mutateWithModel(task: Task, deps: ModelMutationDeps): Promise<MutatedTask> {
  const draws = [...Array(deps.perMutator).keys()];
  const drawing = deps.mutators.flatMap((mutator) => draws.map((draw) => drawOne(task, mutator, draw, deps)));
  return joinMutated(await allAwaited(drawing));
}

async function drawOne(task: Task, mutator: ModelMutator, draw: number, deps: ModelMutationDeps): Promise<MutatedTask> {
  const pool = new MutantPool(mutationInputOf(task), task.id, deps.guards, deps.seed);
  const ask = askOf(task, `${task.id}::${mutator.name}::s${deps.seed}.${draw}`, draw, deps);
  const reasons: Refusal[] = [];
  const refusals = () => reasons.map((reason) => ({ ...reason, taskId: task.id, mutator: mutator.name }));
  for await (const outcome of mutator.propose(pool.input, ask)) {
    const mutant = isRefusal(outcome) ? outcome : pool.gate(mutator, outcome);
    const refused = 'refused' in mutant ? mutant : await mutator.confirm?.(task.prompt.text, mutant.text, ask);
    if (refused) reasons.push(refused);
    else if ('text' in mutant) {
      return { variants: [variantOf(task, mutator, mutant, deps.seed, draw)], refusals: refusals() };
    }
  }
  return { variants: [], refusals: refusals() };
}

/** Asks as the run samples; a judgement is asked for without chance. Equal questions are one question, asked once. */
function askOf({ id: taskId }: Task, variantId: string, sample: number, deps: ModelMutationDeps): MutationAsk {
  const { model, sampling, seed, signal } = deps;
  const { temperature, topP, maxTokens } = sampling;
  const about = { taskId, variantId, purpose: 'mutation' as const };
  const drawn = { temperature, topP, seed: requestSeed({ seed }, variantId, 'mutation', sample), sample };
  const likeliest = { temperature: 0, topP: 1, seed, sample: 0 };
  return (messages, purpose) =>
    model.complete({ messages, maxTokens, ...(purpose === 'judge' ? likeliest : drawn), about }, signal);
}
