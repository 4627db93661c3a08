import { guards } from '../../../mutators/guards/index.ts';
import type { PlannedCall } from '../../analysis/cost/cost-estimate.ts';
import { isRivalVariant } from '../../core/arm.ts';
import type { ChatModel, ChatRequest } from '../../core/chat.ts';
import { silentProgress } from '../../core/progress.ts';
import { planTasks } from '../../pipeline/2-mutate/plan-tasks.ts';
import { askForSamples } from '../../pipeline/ask-model.ts';
import type { RecordedRequests } from '../../pipeline/deps.ts';
import type { PlannedTask } from '../../pipeline/planned-task.ts';
import { buildExamples } from '../assembly/build-examples.ts';
import { withExtras } from '../assembly/model-stack.ts';
import { recordedId } from '../settings/prices.ts';
import type { PreparedStudy } from '../study/prepare-study.ts';
import { rivalSettings } from '../study/rival-arms.ts';
import { memoryStore } from './memory-store.ts';

/** Whether a request needs no call, since its reply or failure is on record. */
export type IsStored = (modelId: string, request: ChatRequest) => boolean;

/** A rewrite is confirmed by a second call where the guards let it through; which share does is assumed, not measured. */
const CONFIRMED = 0.5;

/** Characters of two short programs, or of one with the tests that it fails; assumed. */
const ASKED_CHARS = 1200;
/** How likely a rival's further call is made; assumed. */
const MAYBE = 0.7;

/**
 * The calls of rivals besides programs and tests: failing programs and separating inputs are known only later, so that
 * each such call may or may not be made. A request shows about two programs.
 */
function rivalCalls(
  { task, arms }: PlannedTask,
  config: PreparedStudy['config'],
  { rivals }: PreparedStudy['parts'],
): readonly PlannedCall[] {
  const { text } = task.prompt;
  const content = `${text}\n${'x'.repeat(ASKED_CHARS)}`;
  const request = { messages: [{ role: 'user', content }] as const, maxTokens: config.maxTokens };
  return rivals.flatMap((rival) => {
    const planned = arms.find(({ arm }) => arm === rival.name);
    const repairs = planned?.samples.filter(({ variantId }) => isRivalVariant(variantId)).length ?? 0;
    const { questions = 0 } = rival.split(config.variants * config.samples);
    const call = (purpose: PlannedCall['purpose']) => ({ purpose, request, promptChars: text.length, chance: MAYBE });
    return [
      ...Array.from({ length: repairs }, () => call('repair')),
      ...Array.from({ length: questions }, () => call('question')),
    ];
  });
}

/** A model that records its requests and answers almost nothing, so that a second round is asked for. */
function listeningModel(id: string, heard: { request: ChatRequest; modelId: string }[]): ChatModel {
  return {
    id,
    complete: async (request) => {
      heard.push({ request, modelId: id });
      return { status: 'completed', text: '.', usage: null };
    },
  };
}

/**
 * Every call that one run will make, by letting the stages ask a model that only listens. Variants that a model would
 * write are not known before, so that prompts of their samples count as the original.
 *
 * @param isStored which requests need no call.
 */
export async function planCalls(
  { config, tasks, examples, parts }: PreparedStudy,
  model: string,
  { isStored, recorded, signal }: { isStored: IsStored; recorded: RecordedRequests | null; signal: AbortSignal },
) {
  const { mutators, modelMutators, prompting, testStyle, rivals } = parts;
  const heard: { request: ChatRequest; modelId: string }[] = [];
  const names = [model, config.testModel ?? model, config.mutationModel ?? model].map(recordedId);
  const [program, test, mutation] = names.map((id) => withExtras(listeningModel(id, heard), config.extraBody)) as [
    ChatModel,
    ChatModel,
    ChatModel,
  ];
  // No manifest and no files: the stages that are asked here only write logs.
  const store = memoryStore();
  const rival = rivalSettings(rivals);
  const shared = { plan: { ...config, ...rival.plan, repeat: 1 }, recorded, store, progress: silentProgress, signal };
  const written = modelMutators.length > 0 ? { written: { mutators: modelMutators, model: mutation } } : {};
  const planned = await planTasks(tasks, { ...shared, mutators, guards, ...written });
  const shown = buildExamples(examples, prompting, shared.plan);
  const deps = { ...shared, prompting, examples: shown, testStyle, model: program, testModel: test };
  const promptChars = new Map(planned.flatMap(({ variants }) => variants.map(({ id, prompt }) => [id, prompt.length])));
  for (const task of planned) {
    await askForSamples(task, 'program', deps);
    await askForSamples(task, 'tests', deps);
  }
  const open = heard.filter(({ request, modelId }) => !isStored(modelId, request));
  const callsFor = (purposes: readonly string[], chance = 1): PlannedCall[] =>
    open.flatMap(({ request }) => {
      const { about } = request;
      if (!about || !purposes.includes(about.purpose)) return [];
      const chars = promptChars.get(about.variantId) ?? promptOf(about.taskId);
      return [{ purpose: about.purpose, request, promptChars: chars, chance }];
    });
  const promptOf = (taskId: string) => tasks.find(({ id }) => id === taskId)?.prompt.text.length ?? 0;
  const rewrites = callsFor(['mutation']);
  return {
    // Each rewrite may be followed by a question about it.
    mutations: [...rewrites, ...rewrites.map((call) => ({ ...call, chance: CONFIRMED }))],
    programs: [...callsFor(['program', 'plan']), ...planned.flatMap((task) => rivalCalls(task, config, parts))],
    tests: callsFor(['tests']),
    stored: heard.length - open.length,
    variants: planned.reduce((sum, { variants }) => sum + variants.length, 0),
  };
}
