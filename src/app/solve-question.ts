import { ConfigError } from '../core/errors.ts';
import type { Question, Solution } from '../records/solution.ts';
import { solutionPage } from '../reporters/html/solution-page.ts';
import { writeOwnFile } from '../store/atomic-file.ts';
import { claimFolder } from '../store/claim-folder.ts';
import { openReplyStore } from '../store/reply-store.ts';
import { openEndpoint } from './assembly/model-stack.ts';
import { sharedSandbox } from './assembly/open-sandbox.ts';
import { type UseOptions, withContext } from './context.ts';
import { endpointUrl, priceList, requirePrices } from './settings/prices.ts';
import { fullSettings, Solver, type SolverParts, type SolveSettings } from './solving/solver.ts';

export interface SolveOptions extends SolveSettings, UseOptions {
  /** Folder for a page about this question, `solution.html`; none by default. */
  readonly report?: string | undefined;
}

/**
 * Opens a solver, which must be closed. The sandbox starts with the first question.
 *
 * @param shared resources shared by the questions: a cap in addition to the `maxCost` of each, a sandbox
 * @throws ConfigError for invalid settings; ModelConfigError, StoreError
 */
export function openSolver(
  settings: SolveOptions,
  { endsTogether = false, budget, sandbox }: Partial<Pick<SolverParts, 'budget' | 'endsTogether' | 'sandbox'>> = {},
): Promise<Solver> {
  return withContext(settings, async (context) => {
    const { model: named, requestTimeoutMs } = fullSettings(settings);
    const url = endpointUrl({ baseUrl: settings.baseUrl }, context.env);
    if (named === undefined || named === '') {
      throw new ConfigError('model-missing', 'no model is named', {
        hint: 'Give --model the id of a model at the endpoint (--base-url), such as gpt-4o-mini, or gguf:FILE.',
      });
    }
    const model =
      typeof named === 'string' ? await openEndpoint(named, { requestTimeoutMs, baseUrl: url }, context) : named;
    const { priceInput, priceOutput, maxCost, out } = settings;
    const prices = priceList([model.id], { priceInput, priceOutput, baseUrl: url });
    if (maxCost !== undefined || budget) requirePrices([model.id], prices, 'a cap on cost');
    const replies = out === undefined ? null : await openReplyStore(out);
    try {
      // A shared sandbox stays open for its other users.
      const own = sandbox ? { ...sandbox, close: async () => {} } : sharedSandbox(settings);
      return new Solver({ settings, model, prices, replies, endsTogether, budget, sandbox: own });
    } catch (error) {
      await replies?.close();
      throw error;
    }
  });
}

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
