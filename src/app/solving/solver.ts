import { z } from 'zod';
import type { ChatMessage, ChatModel, ChatReply, ChatRequest } from '../../core/chat.ts';
import type { GeneratedTest } from '../../core/program.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import type { Task } from '../../core/task.ts';
import { type CallRecord, costOf, type TokenPrices } from '../../core/token-cost.ts';
import { type Budget, createBudget, withBudget } from '../../model/with-budget.ts';
import { type CallQueue, callQueue, withLimit } from '../../model/with-limit.ts';
import type { Deps } from '../../pipeline/deps.ts';
import { processReader } from '../../pipeline/reading/process-reader.ts';
import { allCallsFailed, solveTask } from '../../pipeline/solve-task.ts';
import type { RunLog } from '../../records/run-store.ts';
import type { Question, Solution, SolutionCost } from '../../records/solution.ts';
import type { ReplyStore } from '../../store/reply-store.ts';
import { composeDeps, type Parts, partsOf } from '../assembly/compose.ts';
import { memoryStore } from '../assembly/memory-store.ts';
import type { SharedSandbox } from '../assembly/open-sandbox.ts';
import { type UseOptions, withContext } from '../context.ts';
import { DEFAULTS, type SharedSettings } from '../settings/config.ts';
import { type PriceList, requirePrices } from '../settings/prices.ts';
import { type SettingsOf, valuesOf } from '../settings/setting.ts';
import { questionSettings } from '../settings/verb-settings.ts';
import { nameIn, namingRequest, questionTask } from './entry-point.ts';
import { givenTests } from './given-tests.ts';
import { solutionOf } from './solution-of.ts';

export type SolveSettings = Partial<Omit<SettingsOf<typeof questionSettings>, 'model'>> & {
  /** Id at the endpoint, `gguf:PATH`, or a model of one's own. */
  readonly model?: string | ChatModel | undefined;
};

/** Options that a single question may override. */
export type AskOptions = UseOptions &
  Pick<
    SolveSettings,
    'samples' | 'variants' | 'maxCost' | 'maxSeconds' | 'minConfidence' | 'temperature' | 'maxTokens'
  >;

const QUESTION_DEFAULTS = z.strictObject(questionSettings).parse({});
type FullSettings = Readonly<Omit<typeof QUESTION_DEFAULTS, 'model'>> & Pick<SolveSettings, 'model'>;

/** The later settings win over the earlier ones. */
export function fullSettings(...settings: readonly Partial<SolveSettings>[]): FullSettings {
  return Object.assign({}, QUESTION_DEFAULTS, ...settings.map(valuesOf)) as FullSettings;
}

/**
 * A store for one question: in memory, except for replies, which a folder may keep for all questions. A failed call is
 * repeated with the next question.
 *
 * @returns `cost`: the cost of its calls; stored replies cost nothing
 */
function questionStore(replies: ReplyStore | null) {
  const own = new Map<string, CallRecord>();
  const calls: RunLog<CallRecord> = {
    get: (key) => replies?.calls.get(key) ?? own.get(key),
    all: () => [...own.values()],
    append: async (record) => {
      own.set(record.key, record);
      await replies?.calls.append(record);
    },
  };
  const cost = (price: TokenPrices | null): SolutionCost => {
    const made = calls.all();
    const isCounted = made.every(({ usage }) => usage !== null);
    const sum = (of: (call: CallRecord) => number) => made.reduce((total, call) => total + of(call), 0);
    return {
      calls: made.length,
      inputTokens: isCounted ? sum(({ usage }) => usage?.inputTokens ?? 0) : null,
      outputTokens: isCounted ? sum(({ usage }) => usage?.outputTokens ?? 0) : null,
      usd: price || made.length === 0 ? sum(({ usage, worst }) => (price ? costOf(usage ?? worst, price) : 0)) : null,
    };
  };
  return { store: memoryStore({ calls, ...(replies && { replies: replies.replies }) }), cost };
}

/** A task with the tests that every program must pass, and the earlier messages of a chat. */
interface ReadyQuestion {
  readonly task: Task;
  readonly required: readonly GeneratedTest[];
  readonly before?: readonly ChatMessage[] | undefined;
}

/** Long enough for a name with some words around it. */
const NAME_TOKENS = 64;

/** Earlier messages of a chat go in front of every request for a program. */
function after(model: ChatModel, before: readonly ChatMessage[] = []): ChatModel {
  return {
    id: model.id,
    complete: (request, signal) => model.complete({ ...request, messages: [...before, ...request.messages] }, signal),
  };
}

/** The settings of a question as those of a run with one arm, in rounds. */
function runSettings(settings: FullSettings): SharedSettings {
  const variants = Math.min(settings.variants, settings.samples);
  const samples = Math.ceil(settings.samples / variants);
  return { ...DEFAULTS, ...settings, variants, samples, given: 'none', arms: ['mutation-ensemble'], adaptive: true };
}

/** The parts of a solver; it closes replies and sandbox. */
export interface SolverParts {
  readonly settings: SolveSettings;
  readonly model: ChatModel;
  readonly prices: PriceList;
  /** Where replies are kept for the next time; null: nowhere. */
  readonly replies: ReplyStore | null;
  readonly sandbox: SharedSandbox;
  /** Whether a failure that every call would meet ends all questions. */
  readonly endsTogether: boolean;
  /** A cap on all questions together. */
  readonly budget?: Budget | undefined;
}

/** Answers questions one after another or at once, with one model and one sandbox. */
export class Solver {
  readonly #parts: Parts;
  /** One limit of calls for all questions. */
  readonly #queue: CallQueue;
  readonly #reader = processReader(new AbortController().signal);

  /** @throws ConfigError for settings that cannot be */
  constructor(private readonly own: SolverParts) {
    const settings = fullSettings(own.settings);
    this.#queue = callQueue(settings.concurrency);
    this.#parts = partsOf(runSettings(settings));
  }

  get model(): string {
    return this.own.model.id;
  }

  get price(): TokenPrices | null {
    const { prices, model } = this.own;
    return prices[model.id] ?? null;
  }

  /** Opens the sandbox now instead of with the first question. @throws SandboxError, ConfigError */
  prepare(options: UseOptions = {}): Promise<void> {
    return withContext(options, async (context) => {
      await this.own.sandbox.open(context);
    });
  }

  /** One reply of the model alone, within the cap on all questions. @throws ModelError, BudgetError, InterruptedError */
  reply(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const { model, budget } = this.own;
    const { price } = this;
    const paid = price && budget ? withBudget(model, [budget], price) : model;
    return withLimit(paid, { ...this.#queue }).complete(request, signal);
  }

  /** @throws ConfigError for a question that cannot be asked; ModelError, SandboxError, BudgetError, InterruptedError */
  solve(question: string | Question, options: AskOptions = {}): Promise<Solution> {
    return this.#ask(typeof question === 'string' ? { prompt: question } : question, options);
  }

  /** The same for a task that is made already, such as a function of a repository, in a sandbox of its own. */
  solveTask(
    task: Task,
    options: AskOptions & { readonly required?: readonly GeneratedTest[]; readonly sandbox?: Sandbox },
  ): Promise<Solution> {
    const { required = [], sandbox, ...rest } = options;
    return this.#ask({ task, required }, rest, sandbox);
  }

  async close(): Promise<void> {
    const { sandbox, replies } = this.own;
    await this.#reader.close();
    await sandbox.close();
    await replies?.close();
  }

  /** @param sandbox the question's own; that of all questions by default */
  #ask(asked: Question | ReadyQuestion, options: AskOptions, sandbox?: Sandbox): Promise<Solution> {
    const { model, prices, budget, replies, endsTogether, sandbox: shared } = this.own;
    return withContext(options, async (context) => {
      const settings = fullSettings(this.own.settings, options);
      const { samples, maxSeconds = Number.POSITIVE_INFINITY, maxCost, minConfidence } = settings;
      if (maxCost !== undefined) requirePrices([model.id], prices, 'a cap on cost');
      const { store, cost } = questionStore(replies);
      const own = maxCost === undefined ? [] : [createBudget({ maxCostUsd: maxCost })];
      const deps = composeDeps(runSettings(settings), this.#parts, 1, {
        models: { writer: model, tests: model, mutations: model },
        budgets: budget ? [...own, budget] : own,
        queue: endsTogether ? this.#queue : { ...this.#queue },
        prices,
        store,
        context,
      });
      const opened = sandbox ?? (await shared.open(context));
      const { task, required, before } = 'task' in asked ? asked : await readQuestion(asked, settings, deps);
      const until = performance.now() + 1000 * maxSeconds;
      const adaptive: NonNullable<Deps['adaptive']> = {
        stopReason: (...of) => (performance.now() > until ? 'over' : (deps.adaptive?.stopReason(...of) ?? null)),
      };
      const solved = await solveTask(task, {
        ...deps,
        sandbox: opened,
        reader: this.#reader,
        plan: { ...deps.plan, most: samples },
        model: after(deps.model, before),
        required,
        atOnce: true,
        adaptive,
      });
      context.progress.finish();
      return solutionOf(solved, required, cost(this.price), minConfidence);
    });
  }
}

type NamingDeps = Pick<Deps, 'model' | 'store' | 'signal'>;

async function readQuestion(asked: Question, { given }: FullSettings, deps: NamingDeps): Promise<ReadyQuestion> {
  const task = await questionTask(asked, (prompt) => nameByModel(prompt, deps));
  return { task, required: givenTests(task, asked, given), before: asked.before };
}

/** The model's name for the function that a prompt asks for; null if its answer has no name in it. @throws ModelError */
async function nameByModel(prompt: string, { model, store, signal }: NamingDeps): Promise<string | null> {
  const request: ChatRequest = {
    messages: [{ role: 'user', content: namingRequest(prompt) }],
    temperature: 0,
    topP: 1,
    maxTokens: NAME_TOKENS,
    sample: 0,
    about: { taskId: 'question', variantId: '', purpose: 'plan' },
  };
  const reply = await model.complete(request, signal);
  if (reply.status === 'failed') throw allCallsFailed(store.log('failures').all());
  return nameIn(reply.text);
}
