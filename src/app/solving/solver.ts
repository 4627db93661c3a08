import { pickConfidence } from '../../../agreement/confidence.ts';
import { findScorer } from '../../../agreement/index.ts';
import { stopReason } from '../../../agreement/stopping-rule.ts';
import { guards } from '../../../mutators/guards/index.ts';
import { selectMutators } from '../../../mutators/index.ts';
import type { ChatMessage, ChatModel, ChatReply, ChatRequest } from '../../core/chat.ts';
import type { Scorer } from '../../core/matrix.ts';
import type { Mutator } from '../../core/mutation.ts';
import type { GeneratedTest } from '../../core/program.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import type { Task } from '../../core/task.ts';
import type { TokenPrices } from '../../core/token-cost.ts';
import { type Budget, createBudget, withBudget } from '../../model/with-budget.ts';
import { type CallQueue, callQueue, withLimit } from '../../model/with-limit.ts';
import { allCallsFailed } from '../../pipeline/all-calls-failed.ts';
import { processReader } from '../../pipeline/reading/process-reader.ts';
import type { ReplyReader } from '../../pipeline/reading/reply-reader.ts';
import { solveTask } from '../../pipeline/solve-task.ts';
import { findPrompting, findTestStyle } from '../../prompting/index.ts';
import type { Question, Solution } from '../../records/solution.ts';
import type { ReplyStore } from '../../store/reply-store.ts';
import { NO_RECORDING, storedModels } from '../assembly/model-stack.ts';
import { type SharedSandbox, sharedSandbox } from '../assembly/shared-sandbox.ts';
import { type PriceList, requirePrices } from '../settings/prices.ts';
import { inUse, type Surroundings, type UseOptions } from '../surroundings.ts';
import { nameIn, namingRequest } from './entry-point.ts';
import { givenTests } from './given-tests.ts';
import { type QuestionStore, questionStore } from './question-store.ts';
import { questionTask } from './question-task.ts';
import { solutionOf } from './solution-of.ts';
import { type AskOptions, type FullSettings, fullSettings, type SolveSettings } from './solve-settings.ts';

/** A question that is ready to be asked. */
interface Asked {
  readonly task: Task;
  readonly given: readonly GeneratedTest[];
  readonly before: readonly ChatMessage[];
}

/** What one question is asked with. */
interface Asking {
  readonly model: ChatModel;
  readonly store: QuestionStore;
}

/** Long enough for a name with some words around it. */
const NAME_TOKENS = 64;

/** What was said before goes in front of every request for a program. */
function after(model: ChatModel, before: readonly ChatMessage[]): ChatModel {
  if (before.length === 0) return model;
  return {
    id: model.id,
    complete: (request, signal) => model.complete({ ...request, messages: [...before, ...request.messages] }, signal),
  };
}

/** What a solver is put together from; it closes the store and what it opens itself. */
export interface SolverParts {
  readonly settings: SolveSettings;
  readonly model: ChatModel;
  readonly prices: PriceList;
  /** Where replies are kept for the next time; null: nowhere. */
  readonly replies: ReplyStore | null;
  /** Whether a failure that every call would meet ends all questions. */
  readonly endsTogether: boolean;
  /** One that others use too, and close; by default one of its own, opened at the first question that needs it. */
  readonly sandbox?: SharedSandbox;
  /** A cap on all questions together. */
  readonly budget?: Budget;
}

/** Answers questions one after another or at once, with one model and one sandbox. */
export class Solver {
  readonly #parts: SolverParts;
  readonly #scorer: Scorer;
  readonly #mutators: readonly Mutator[];
  /** One limit of calls for all questions. */
  readonly #queue: CallQueue;
  readonly #reader: ReplyReader = processReader(new AbortController().signal);
  readonly #sandbox: SharedSandbox;

  /** @throws ConfigError for settings that cannot be */
  constructor(parts: SolverParts) {
    const { scorer, mutators, prompting, concurrency } = fullSettings(parts.settings);
    this.#parts = parts;
    this.#queue = callQueue(concurrency);
    this.#sandbox = parts.sandbox ?? sharedSandbox(parts.settings);
    this.#scorer = findScorer(scorer);
    this.#mutators = mutators === 'none' ? [] : selectMutators(mutators);
    findPrompting(prompting);
  }

  /** As requests name the model. */
  get model(): string {
    return this.#parts.model.id;
  }

  /** What its tokens cost; null where nobody knows. */
  get price(): TokenPrices | null {
    const { prices, model } = this.#parts;
    return prices[model.id] ?? null;
  }

  /** Opens the sandbox now instead of with the first question. @throws SandboxError, ConfigError */
  prepare(options: UseOptions = {}): Promise<void> {
    return inUse(options, async (use) => {
      await this.#sandbox.open(use);
    });
  }

  /** One reply of the model alone, within the cap on all questions. @throws ModelError, BudgetError, InterruptedError */
  reply(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const { model, budget } = this.#parts;
    const { price } = this;
    const paid = price && budget ? withBudget(model, [budget], price) : model;
    return withLimit(paid, { ...this.#queue }).complete(request, signal);
  }

  /** @throws ConfigError for a question that cannot be asked; ModelError, SandboxError, BudgetError, InterruptedError */
  solve(question: string | Question, options: AskOptions = {}): Promise<Solution> {
    const asked: Question = typeof question === 'string' ? { prompt: question } : question;
    return this.#use(options, async (use, { model, store }) => {
      const task = await questionTask(asked, (prompt) => nameByModel({ model, store }, prompt, use.signal));
      const { given } = fullSettings(this.#parts.settings);
      return { task, given: givenTests(task, asked, given), before: asked.before ?? [] };
    });
  }

  /** The same for a task that is made already, such as a function of a repository, in a sandbox of its own. */
  solveTask(
    task: Task,
    {
      given = [],
      sandbox,
      ...options
    }: AskOptions & { readonly given?: readonly GeneratedTest[]; readonly sandbox?: Sandbox },
  ): Promise<Solution> {
    return this.#use(options, async () => ({ task, given, before: [] }), sandbox);
  }

  async close(): Promise<void> {
    await this.#reader.close();
    if (this.#parts.sandbox === undefined) await this.#sandbox.close();
    await this.#parts.replies?.close();
  }

  #use(
    options: AskOptions,
    make: (use: Surroundings, asking: Asking) => Promise<Asked>,
    sandbox?: Sandbox,
  ): Promise<Solution> {
    return inUse(options, async (use) => {
      const settings = fullSettings(this.#parts.settings, options);
      const store = questionStore(this.#parts.replies);
      const model = this.#stored(settings, store, use);
      return this.#ask(await make(use, { model, store }), { settings, store, model, use, sandbox });
    });
  }

  /** The model as one question asks it: paid for once, within the question's own cap. */
  #stored({ concurrency, retries, maxCost }: FullSettings, store: QuestionStore, use: Surroundings): ChatModel {
    const { model, prices, budget, endsTogether } = this.#parts;
    const caps = maxCost === undefined ? [] : [createBudget({ maxCostUsd: maxCost })];
    if (maxCost !== undefined) requirePrices([model.id], prices, 'a cap on cost');
    const logs = { replies: store.log('replies'), failures: store.log('failures'), calls: store.log('calls') };
    const [stored = model] = storedModels([model], logs, NO_RECORDING, {
      settings: { concurrency, retries },
      queue: endsTogether ? this.#queue : { ...this.#queue },
      prices,
      budgets: budget ? [...caps, budget] : caps,
      interruption: use.signal,
      onCost: (usd) => use.progress.spend?.(usd),
    });
    return stored;
  }

  async #ask(
    { task, given, before }: Asked,
    {
      settings,
      store,
      model,
      use,
      sandbox,
    }: {
      readonly settings: FullSettings;
      readonly store: QuestionStore;
      readonly model: ChatModel;
      readonly use: Surroundings;
      readonly sandbox: Sandbox | undefined;
    },
  ): Promise<Solution> {
    const { samples, maxSeconds = Number.POSITIVE_INFINITY, minConfidence } = settings;
    const variants = Math.min(settings.variants, samples);
    const scorer = this.#scorer;
    const until = performance.now() + 1000 * maxSeconds;
    const solved = await solveTask(
      task,
      given,
      { samples, isOver: () => performance.now() > until },
      {
        plan: { ...settings, variants, samples: Math.ceil(samples / variants), arms: ['mutation-ensemble'] },
        mutators: this.#mutators,
        guards,
        model: after(model, before),
        testModel: model,
        prompting: findPrompting(settings.prompting),
        testStyle: findTestStyle('assertions'),
        reader: this.#reader,
        sandbox: sandbox ?? (await this.#sandbox.open(use)),
        limits: { timeoutMs: settings.timeoutMs, memoryMib: settings.memoryMib },
        probes: settings.probes ?? scorer.probes ?? 0,
        scorer,
        confidence: pickConfidence,
        adaptive: { stopReason: (matrix, rest) => stopReason(matrix, { ...rest, scorer }) },
        store,
        progress: use.progress,
        signal: use.signal,
      },
    );
    use.progress.finish();
    const cost = store.cost(this.#parts.prices);
    return solutionOf(solved, given, minConfidence === undefined ? { cost } : { cost, minConfidence });
  }
}

/** What the model calls the function that a prompt asks for; null where its answer has no name in it. @throws ModelError */
async function nameByModel({ model, store }: Asking, prompt: string, signal: AbortSignal): Promise<string | null> {
  const reply = await model.complete(
    {
      messages: [{ role: 'user', content: namingRequest(prompt) }],
      temperature: 0,
      topP: 1,
      maxTokens: NAME_TOKENS,
      sample: 0,
      about: { taskId: 'question', variantId: '', purpose: 'plan' },
    },
    signal,
  );
  if (reply.status === 'failed') throw allCallsFailed(store.log('failures').all());
  return nameIn(reply.text);
}
