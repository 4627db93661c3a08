import { createHash } from 'node:crypto';
import { allOrAbort } from '../core/all-or-abort.ts';
import {
  type ChatMessage,
  type ChatModel,
  type ChatReply,
  isUnanswered,
  type PromptExample,
  type PromptingInput,
  type ReplyPurpose,
} from '../core/chat.ts';
import { entryPointOf, specificationOf, type Variant } from '../core/mutation.ts';
import type { Origin } from '../core/program.ts';
import { moduleName } from '../core/repository.ts';
import { kindOf, type Task } from '../core/task.ts';
import { renameIdentifiers } from '../python-source/renaming/rename.ts';
import type { Deps, PlannedTask, SamplingPlan } from './deps.ts';
import { neededSamples } from './plan-samples.ts';

export type AskDeps = Pick<
  Deps,
  'plan' | 'prompting' | 'examples' | 'testStyle' | 'recorded' | 'progress' | 'signal' | 'model' | 'testModel'
>;

export interface SampledReply extends Origin {
  readonly variant: Variant;
  readonly reply: ChatReply;
}

/** The one function that a stub defines renamed: without its body it is no Python that could be parsed. */
const withName = (stub: string, from: string, to: string): string =>
  stub.replace(new RegExp(`(?<=\\bdef\\s+)${from}(?=\\s*\\()`, 'u'), () => to);

/** The hint by the names of the variant; an example that cannot be renamed safely stays as it is. */
function hintOf({ interfaceHint: hint, entryPoint }: Task, renames: Record<string, string>, name: string | null) {
  if (!hint) return undefined;
  const functionName = name ?? hint.functionName;
  const { exampleTest, starterCode } = hint;
  const renamed = exampleTest && renameIdentifiers(exampleTest, renames, entryPoint === null ? {} : { entryPoint });
  return {
    functionName,
    exampleTest: renamed && 'code' in renamed ? renamed.code : exampleTest,
    starterCode: starterCode && withName(starterCode, hint.functionName, functionName),
  };
}

export function promptingInput(task: Task, variant: Variant, examples: readonly PromptExample[]): PromptingInput {
  const entryPoint = entryPointOf(task, variant);
  const { completesPrompt, gap, repository, context } = task;
  return {
    promptText: specificationOf(task, variant),
    framedText: variant.mutation?.framed && variant.prompt,
    entryPoint,
    completesPrompt,
    kind: kindOf(task),
    examples,
    gap,
    site: repository && {
      module: moduleName(repository),
      className: repository.className,
      context: context && withName(context, repository.functionName, entryPoint ?? repository.functionName),
    },
    hint: hintOf(task, variant.mutation?.renames ?? {}, entryPoint),
  };
}

/** Reproducible by anyone who knows the run's seed; 31 bits, as endpoints expect. */
export function requestSeed(plan: Pick<SamplingPlan, 'seed' | 'repeat'>, ...keys: readonly (string | number)[]) {
  const all = [plan.seed, ...keys, ...((plan.repeat ?? 1) > 1 ? ['repeat', plan.repeat] : [])];
  return createHash('sha256').update(JSON.stringify(all)).digest().readUInt32LE(0) >>> 1;
}

export function toRequest(messages: readonly ChatMessage[], origin: Origin, purpose: ReplyPurpose, plan: SamplingPlan) {
  const { variantId, sample } = origin;
  const { temperature, topP, maxTokens } = plan;
  return { messages, temperature, topP, maxTokens, seed: requestSeed(plan, variantId, purpose, sample), sample };
}

/** Waits for all calls before throwing the first failure, so that every paid reply is stored. */
export async function allAwaited<Result>(calls: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(calls);
  return Promise.all(calls);
}

type Asked = Origin & { readonly taskId: string };

/** One call, with the request of the recording if there is one. */
export function askModel(
  model: ChatModel,
  { taskId, variantId, sample }: Asked,
  purpose: ReplyPurpose,
  messages: () => readonly ChatMessage[],
  { plan, recorded, signal }: Pick<Deps, 'plan' | 'recorded' | 'signal'>,
): Promise<ChatReply> {
  const known = recorded?.requestFor(variantId, purpose, sample);
  const request = known ?? toRequest(messages(), { variantId, sample }, purpose, plan);
  return model.complete({ ...request, about: { taskId, variantId, purpose } }, signal);
}

/** One sample's calls: a plan first where the prompting takes two. The last reply is the answer. */
async function askOnce(input: PromptingInput, ref: Asked, purpose: 'program' | 'tests', deps: AskDeps) {
  const { plan, prompting, testStyle } = deps;
  const ask = (step: ReplyPurpose, messages: () => readonly ChatMessage[]) =>
    askModel(purpose === 'program' ? deps.model : deps.testModel, ref, step, messages, deps);
  if (purpose === 'tests') {
    return ask(purpose, () => testStyle.testMessages({ ...input, testsPerSample: plan.testsPerSample }));
  }
  const replies: string[] = [];
  if (prompting.calls === 2) {
    const planned = await ask('plan', () => prompting.programMessages(input, []));
    if (isUnanswered(planned)) return planned;
    replies.push(planned.text);
  }
  return ask(purpose, () => prompting.programMessages(input, replies));
}

/** Asks for every sample that some arm of the task needs. */
export async function askForSamples(planned: PlannedTask, purpose: 'program' | 'tests', deps: AskDeps) {
  const { task } = planned;
  const examples = (purpose === 'program' && deps.examples?.(task)) || [];
  const variants = new Map(planned.variants.map((variant) => [variant.id, variant]));
  return allAwaited(
    neededSamples(planned.arms, purpose).map(async (ref): Promise<SampledReply> => {
      const variant = variants.get(ref.variantId) as Variant;
      const reply = await askOnce(promptingInput(task, variant, examples), { ...ref, taskId: task.id }, purpose, deps);
      deps.progress.advance();
      return { ...ref, variant, reply };
    }),
  );
}

/** Runs a stage over all tasks at once; after the first failure the others start no new calls. */
export async function forAllTasks<In, Out>(
  tasks: readonly In[],
  signal: AbortSignal,
  work: (task: In, signal: AbortSignal) => Promise<Out>,
): Promise<Out[]> {
  const works = tasks.map((task) => (own: AbortSignal) => work(task, own));
  return allOrAbort<Out[]>(signal, works);
}
