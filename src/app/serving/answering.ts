import { ConfigError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { Budget } from '../../model/account.ts';
import type { Question, Solution } from '../../records/solution.ts';
import { ApiError } from '../../serve/api-error.ts';
import type { Answer, Answerer, Call, Plan } from '../../serve/read-call.ts';
import type { AskOptions, Solver } from '../solve-question.ts';
import { codeRequest, type ProgramRequest } from './code-request.ts';
import { accountOf, answerByModel, answerText, plainReply, untilStop } from './model-answer.ts';
import { metered, passOn, type Upstream } from './pass-through.ts';

/** The name under which clients get the ensemble, whatever the model is called. */
const OUR_NAME = 'mutagree';

export interface AnsweringOptions {
  /** null for a model in this process. */
  readonly upstream: Upstream | null;
  /** Of everything that is asked, over the server's life. */
  readonly budget: Budget | null;
  /** Where there is no consensus: an error, or one reply of the model. */
  readonly isStrict: boolean;
  /** Whether replies are kept: the same question waits for the one that is asked already. */
  readonly isStored: boolean;
  /** Hears each question that is asked. */
  readonly onQuestion: (question: Question) => void;
}

const HINTS: Readonly<Record<string, string>> = {
  'no-programs': 'No reply of the model held a program that can be read.',
  'given-tests-failed':
    'Every program fails an example of the request; look whether the examples contradict each other.',
  'below-confidence': 'The best program is less likely to be right than this server was told to accept.',
};

/** Options of the request that differ from the server's. */
const askOptions = ({ body: { temperature }, maxTokens, wishes }: Call): AskOptions => ({
  ...wishes,
  // At temperature 0 all samples of one wording would be the same: the server's own holds then.
  ...(typeof temperature === 'number' && temperature > 0 && { temperature }),
  ...(maxTokens !== null && { maxTokens }),
});

/** Most answers per request. */
const MOST_ANSWERS = 128;
const WARMEST = 2;

/** @throws ApiError 400 naming the field and the limit, if a request exceeds what is solved here */
function requireLimits({ n, body: { temperature } }: Call): void {
  const beyond = (param: string, limit: string) =>
    new ApiError(400, `${param}: at most ${limit} where a program is solved here`, { code: 'request-invalid', param });
  if (n > MOST_ANSWERS) throw beyond('n', String(MOST_ANSWERS));
  if (typeof temperature === 'number' && (temperature < 0 || temperature > WARMEST))
    throw beyond('temperature', `${WARMEST}, at least 0`);
}

/** A program is text: no JSON of a schema. @throws ApiError 400 naming the field */
function requireText({ kind, body }: Call): void {
  const text = body['text'] as { format?: unknown } | null | undefined;
  const [param, wanted] =
    kind === 'response' ? ['text.format', text?.format] : ['response_format', body['response_format']];
  const format = (wanted as { type?: unknown } | null | undefined)?.type;
  if (format === undefined || format === 'text') return;
  throw new ApiError(400, `${param} "${String(format)}" does not go with a request for a program`, {
    code: 'response-format-unsupported',
    param: String(param),
  });
}

/** Solves requests for a program, and passes on all others. */
export class Answering implements Answerer {
  readonly models: readonly string[];
  /** The end of the last one of each question that is being asked. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(
    readonly solver: Solver,
    readonly options: AnsweringOptions,
  ) {
    this.models = [...new Set([solver.model, OUR_NAME])];
  }

  plan(call: Call): Plan {
    const model = call.body['model'];
    const isOurs = model === undefined || model === null || this.models.includes(String(model));
    const found = isOurs ? codeRequest(call) : { reason: 'other-model' };
    if ('reason' in found) return this.#passing(call, found.reason, isOurs);
    requireText(call);
    requireLimits(call);
    return { kind: 'solve', answer: (signal) => this.#inTurn(found.question, () => this.#solve(call, found, signal)) };
  }

  #passing(call: Call, reason: string, isOurs: boolean): Plan {
    const { upstream, budget } = this.options;
    const { price } = this.solver;
    const send = (signal: AbortSignal) => {
      if (!upstream) return answerByModel(call, this.solver, signal);
      const pass = () => passOn(call, upstream, isOurs, signal);
      return budget && price ? metered(call, { budget, price, signal }, pass) : pass();
    };
    return { kind: 'pass', reason, send };
  }

  /** The second of two equal questions finds the replies of the first. */
  async #inTurn<T>(question: Question, work: () => Promise<T>): Promise<T> {
    if (!this.options.isStored) return work();
    const key = hashOf(question);
    const mine = (this.#turns.get(key) ?? Promise.resolve()).then(work, work);
    this.#turns.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#turns.get(key) === mine) this.#turns.delete(key);
    }
  }

  async #solve(call: Call, { question, form }: ProgramRequest, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    this.options.onQuestion(question);
    const asked = this.solver.solve(question, { ...askOptions(call), signal });
    const solution = await asked.catch((error: unknown) => {
      if (error instanceof ConfigError && error.code === 'function-unknown') return null;
      throw error;
    });
    // It looked like a request for a program, and names none: the model alone may make something of it.
    if (!solution) return this.#alone(call, 'function-unknown', signal);
    const { problem, sets, entryPoint } = solution;
    if (problem !== null && (this.options.isStrict || problem === 'below-confidence')) {
      throw new ApiError(422, HINTS[problem] ?? problem, { code: problem, headers: { 'x-should-retry': 'false' } });
    }
    // If all fail the given examples: the most frequent program, with a note in the account.
    const likeliest = solution.matrix.programs.toSorted((a, b) => b.votes - a.votes).map(({ code }) => code);
    const programs = sets.length > 0 ? sets.map(({ program }) => program) : likeliest;
    const [first] = programs;
    if (first === undefined) return this.#alone(call, problem ?? 'no-programs', signal, solution);
    const { inputTokens, outputTokens } = solution.cost;
    return {
      // Where there are fewer sets than answers asked for, the best is the answer once more.
      texts: Array.from({ length: call.n }, (_, at) =>
        untilStop(answerText(programs[at] ?? first, form, question.prompt, entryPoint), call.stop),
      ),
      model: this.solver.model,
      usage: inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens },
      account: accountOf(solution),
    };
  }

  /** The model's own answer, if there is no program to choose. */
  async #alone(call: Call, problem: string, signal: AbortSignal, solution: Solution | null = null): Promise<Answer> {
    const reply = await plainReply(call, this.solver, 0, signal);
    const cost = solution?.cost;
    const { usage } = reply;
    return {
      texts: Array(call.n).fill(reply.text),
      model: this.solver.model,
      usage: usage && {
        inputTokens: (cost?.inputTokens ?? 0) + usage.inputTokens,
        outputTokens: (cost?.outputTokens ?? 0) + usage.outputTokens,
      },
      account: {
        ...accountOf(solution, (cost?.calls ?? 0) + 1),
        ...{ confidence: null, votes: 0, tests_passed: 0, given_passed_by: 0, problem },
      },
    };
  }
}
