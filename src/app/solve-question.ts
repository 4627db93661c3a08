import { z } from 'zod';
import type { ChatMessage, ChatModel, ChatReply, ChatRequest } from '../core/chat.ts';
import { ConfigError } from '../core/errors.ts';
import type { GeneratedTest } from '../core/program.ts';
import type { Sandbox } from '../core/sandbox.ts';
import type { Task } from '../core/task.ts';
import { type CallRecord, costOf, type TokenPrices } from '../core/token-cost.ts';
import { type Budget, createBudget, withBudget } from '../model/account.ts';
import { callQueue, withLimit } from '../model/pacing.ts';
import type { Deps } from '../pipeline/deps.ts';
import { processReader } from '../pipeline/reading/process-reader.ts';
import { allCallsFailed, solveTask } from '../pipeline/solve-task.ts';
import type { RunLog } from '../records/run-store.ts';
import type { Question, Solution, SolutionCost } from '../records/solution.ts';
import { solutionPage } from '../reporters/html/solution-page.ts';
import { claimFolder } from '../store/claim-folder.ts';
import { writeOwnFile } from '../store/files.ts';
import { openReplyStore, type ReplyStore } from '../store/run-directory.ts';
import { composeDeps, partsOf } from './assembly/compose.ts';
import { memoryStore } from './assembly/memory-store.ts';
import { openEndpoint } from './assembly/model-stack.ts';
import { type SharedSandbox, sharedSandbox } from './assembly/open-sandbox.ts';
import { type Context, type UseOptions, withContext } from './context.ts';
import { DEFAULTS, type SharedSettings } from './settings/config.ts';
import { endpointUrl, priceList, requirePrices } from './settings/prices.ts';
import { type SettingsOf, valuesOf } from './settings/setting.ts';
import { questionSettings } from './settings/verb-settings.ts';
import { nameIn, namingRequest, questionTask } from './solving/entry-point.ts';
import { givenTests, solutionOf } from './solving/solution-of.ts';

export type SolveSettings = Partial<Omit<SettingsOf<typeof questionSettings>, 'model'>> & {
  /** Id at the endpoint, `gguf:PATH`, or a model of one's own. */
  readonly model?: string | ChatModel | undefined;
};

export interface SolveOptions extends SolveSettings, UseOptions {
  /** Folder for a page about this question, `solution.html`; none by default. */
  readonly report?: string | undefined;
}

/** Options that a single question may override. */
export type AskOptions = UseOptions &
  Pick<
    SolveSettings,
    'samples' | 'variants' | 'maxCost' | 'maxSeconds' | 'minConfidence' | 'temperature' | 'maxTokens'
  >;

const QUESTION_DEFAULTS = z.strictObject(questionSettings).parse({});
type FullSettings = Readonly<Omit<typeof QUESTION_DEFAULTS, 'model'>> & Pick<SolveSettings, 'model'>;

/** The later settings win over the earlier ones. */
function fullSettings(...settings: readonly Partial<SolveSettings>[]): FullSettings {
  return Object.assign({}, QUESTION_DEFAULTS, ...settings.map(valuesOf)) as FullSettings;
}

/** The settings of a question as those of a run with one arm, in rounds. */
function runSettings(settings: FullSettings): SharedSettings {
  const variants = Math.min(settings.variants, settings.samples);
  const samples = Math.ceil(settings.samples / variants);
  return { ...DEFAULTS, ...settings, variants, samples, given: 'none', arms: ['mutation-ensemble'], adaptive: true };
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
    get: (key) => replies?.log('calls').get(key) ?? own.get(key),
    all: () => [...own.values()],
    append: async (record) => {
      own.set(record.key, record);
      await replies?.log('calls').append(record);
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
  return { store: memoryStore({ calls, ...(replies && { replies: replies.log('replies') }) }), cost };
}

/** A task with the tests that every program must pass, and the earlier messages of a chat. */
interface ReadyQuestion {
  readonly task: Task;
  readonly required: readonly GeneratedTest[];
  readonly before?: readonly ChatMessage[] | undefined;
}

interface TaskOptions extends AskOptions {
  readonly required?: readonly GeneratedTest[];
  readonly sandbox?: Sandbox;
}

/** Long enough for a name with some words around it. */
const NAME_TOKENS = 64;

/** The question as a task; where its prompt names no function, the model does. @throws ConfigError, ModelError */
async function readQuestion(asked: Question, { given }: FullSettings, deps: Pick<Deps, 'model' | 'store' | 'signal'>) {
  const { model, store, signal } = deps;
  const task = await questionTask(asked, async (prompt) => {
    const about = { taskId: 'question', variantId: '', purpose: 'plan' } as const;
    const messages = [{ role: 'user', content: namingRequest(prompt) }] as const;
    const request = { messages, temperature: 0, topP: 1, maxTokens: NAME_TOKENS, sample: 0, about };
    const reply = await model.complete(request, signal);
    if (reply.status === 'failed') throw allCallsFailed(store.log('failures').all());
    return nameIn(reply.text);
  });
  return { task, required: givenTests(task, asked, given), before: asked.before };
}

/** The model of the settings. @throws ConfigError, ModelConfigError */
async function modelOf(settings: FullSettings, baseUrl: string | undefined, context: Pick<Context, 'env'>) {
  const { model, requestTimeoutMs } = settings;
  if (model === undefined || model === '') {
    throw new ConfigError('model-missing', 'no model is named', {
      hint: 'Give --model the id of a model at the endpoint (--base-url), such as gpt-4o-mini, or gguf:FILE.',
    });
  }
  return typeof model === 'string' ? openEndpoint(model, { requestTimeoutMs, baseUrl }, context) : model;
}

/** What several questions share, besides the settings. */
interface Shared {
  /** A cap on all questions together, in addition to the `maxCost` of each. */
  readonly budget?: Budget | undefined;
  /** Stays open for its other users; one of the solver's own by default. */
  readonly sandbox?: SharedSandbox;
  /** Whether a failure that every call would meet ends all questions. */
  readonly endsTogether?: boolean;
}

/**
 * Opens a solver, which answers questions one after another or at once, with one model and one sandbox, and must be
 * closed. The sandbox starts with the first question.
 *
 * @throws ConfigError for invalid settings; ModelConfigError, StoreError
 */
export function openSolver(settings: SolveOptions, { budget, sandbox, endsTogether = false }: Shared = {}) {
  return withContext(settings, async (context) => {
    const usual = fullSettings(settings);
    const { priceInput, priceOutput, out, concurrency } = usual;
    const baseUrl = endpointUrl({ baseUrl: usual.baseUrl }, context.env);
    const model = await modelOf(usual, baseUrl, context);
    const prices = priceList([model.id], { priceInput, priceOutput, baseUrl });
    const price = prices[model.id] ?? null;
    if (usual.maxCost !== undefined || budget) requirePrices([model.id], prices, 'a cap on cost');
    const parts = partsOf(runSettings(usual));
    const replies = out === undefined ? null : await openReplyStore(out);
    // One limit of calls for all questions.
    const queue = callQueue(concurrency);
    const reader = processReader(new AbortController().signal);
    const shared = sandbox ?? sharedSandbox(settings);

    const ask = (asked: Question | ReadyQuestion, options: AskOptions, ownSandbox?: Sandbox): Promise<Solution> =>
      withContext(options, async (context) => {
        const own = fullSettings(settings, options);
        const { samples, maxSeconds = Number.POSITIVE_INFINITY, maxCost, minConfidence } = own;
        if (maxCost !== undefined) requirePrices([model.id], prices, 'a cap on cost');
        const { store, cost } = questionStore(replies);
        const caps = maxCost === undefined ? [] : [createBudget({ maxCostUsd: maxCost })];
        const deps = composeDeps(runSettings(own), parts, 1, {
          models: { writer: model, tests: model, mutations: model },
          budgets: budget ? [...caps, budget] : caps,
          queue: endsTogether ? queue : { ...queue },
          prices,
          store,
          context,
        });
        const opened = ownSandbox ?? (await shared.open(context));
        const { task, required, before = [] } = 'task' in asked ? asked : await readQuestion(asked, own, deps);
        const until = performance.now() + 1000 * maxSeconds;
        const solved = await solveTask(task, {
          ...deps,
          sandbox: opened,
          reader,
          plan: { ...deps.plan, most: samples },
          model: {
            id: deps.model.id,
            // Earlier messages of a chat go in front of every request for a program.
            complete: (request, signal) =>
              deps.model.complete({ ...request, messages: [...before, ...request.messages] }, signal),
          },
          required,
          atOnce: true,
          adaptive: {
            stopReason: (...of) => (performance.now() > until ? 'over' : (deps.adaptive?.stopReason(...of) ?? null)),
          },
        });
        context.progress.finish();
        return solutionOf(solved, required, cost(price), minConfidence);
      });

    return {
      /** The model's id. */
      model: model.id,
      price,
      /** Opens the sandbox now instead of with the first question. @throws SandboxError, ConfigError */
      prepare: (options: UseOptions = {}) => withContext(options, async (context) => void (await shared.open(context))),
      /** One reply of the model alone, within the cap on all questions. @throws ModelError, BudgetError, InterruptedError */
      reply: (request: ChatRequest, signal: AbortSignal): Promise<ChatReply> => {
        const paid = price && budget ? withBudget(model, [budget], price) : model;
        return withLimit(paid, { ...queue }).complete(request, signal);
      },
      /** @throws ConfigError for a question that cannot be asked; ModelError, SandboxError, BudgetError, InterruptedError */
      solve: (question: string | Question, options: AskOptions = {}) =>
        ask(typeof question === 'string' ? { prompt: question } : question, options),
      /** The same for a task that is made already, such as a function of a repository, in a sandbox of its own. */
      solveTask: (task: Task, { required = [], sandbox: own, ...options }: TaskOptions) =>
        ask({ task, required }, options, own),
      close: async (): Promise<void> => {
        await reader.close();
        if (!sandbox) await shared.close();
        await replies?.close();
      },
    };
  });
}

/** Answers questions with one model and one sandbox. */
export type Solver = Awaited<ReturnType<typeof openSolver>>;

/**
 * Solves one question of the user's own: rewrites the prompt, has programs and tests written for all wordings, runs all
 * programs on all tests, and gives the program on which most agree. Asks for a few samples first, and for more while the
 * pick is not decided.
 *
 * @throws ConfigError, ModelError, SandboxError, BudgetError, InterruptedError
 */
export async function solve(question: string | Question, options: SolveOptions): Promise<Solution> {
  const { report } = options;
  if (report !== undefined) await claimFolder(report, 'reports');
  const solver = await openSolver(options);
  try {
    const solution = await solver.solve(question, options);
    if (report !== undefined) {
      const prompt = typeof question === 'string' ? question : question.prompt;
      await writeOwnFile(report, 'solution.html', solutionPage(prompt, solution));
    }
    return solution;
  } finally {
    await solver.close();
  }
}
