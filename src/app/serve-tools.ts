import { codeBlock } from '../core/code-fence.ts';
import { ConfigError } from '../core/errors.ts';
import { votesFor } from '../pipeline/6-rank/rank-candidates.ts';
import type { Solution } from '../records/solution.ts';
import { patchSentences } from '../reporters/patch-tables.ts';
import { solutionText } from '../reporters/solution-text.ts';
import { oneLine } from '../reporters/steering-text.ts';
import { startToolServer, type ToolResult, type ToolStreams, type Tools, type ToolUse } from '../serve/tool-server.ts';
import { type SharedSandbox, sharedSandbox } from './assembly/open-sandbox.ts';
import { type UseOptions, withContext } from './context.ts';
import { execute } from './execute-jobs.ts';
import { ownVersion } from './git-commit.ts';
import { selectPatch } from './select-patch.ts';
import { type SelectOptions, select } from './select-program.ts';
import { fenced } from './serving/model-answer.ts';
import { DEFAULTS } from './settings/config.ts';
import { valuesOf } from './settings/setting.ts';
import { openSolver, type Solver, type SolveSettings } from './solve-question.ts';

function solutionResult(solution: Solution): ToolResult {
  const { program, problem, confidence, sets, counts, parting, given, cost } = solution;
  if (program === null) {
    const required = given.tests.length > 0 ? `; given tests: ${given.tests.map(oneLine).join('; ')}` : '';
    throw new ConfigError(problem ?? 'no-programs', `there is no program to give (${problem})${required}`, {
      hint: 'Look whether the examples contradict each other or the prompt, or ask for more samples.',
    });
  }
  const [{ votes, tests: passed } = { votes: 0, tests: 0 }] = sets;
  const { programSamples: samples, tests } = counts;
  const data = { program, confidence, votes, samples, tests_passed: passed, tests, parting, usd: cost.usd };
  return { text: `${fenced(program)}\n${solutionText(solution)}`, data };
}

/** The options of one call. */
type OptionsOf = (call: ToolUse) => Required<UseOptions>;

/** What each tool does. */
function toolsOf(settings: SolveSettings, solver: Solver | null, sandbox: SharedSandbox, optionsOf: OptionsOf): Tools {
  const { timeoutMs = DEFAULTS.timeoutMs, memoryMib = DEFAULTS.memoryMib } = settings;
  return {
    solve_python:
      solver &&
      (async ({ samples, max_cost: maxCost, ...question }, call) =>
        solutionResult(await solver.solve(question, { samples, maxCost, ...optionsOf(call) }))),
    agree: async ({ programs, tests, entry_point: entryPoint = null, scorer }, call) => {
      const options = { ...settings, ...valuesOf({ scorer }), ...optionsOf(call) } as SelectOptions;
      const { program, ranking, matrix } = await select({ programs, tests, entryPoint }, options, sandbox);
      const [first] = ranking.sets;
      const data = {
        program,
        confidence: program === null ? null : (ranking.confidence ?? null),
        votes: votesFor(matrix, first?.candidateIds ?? []),
        programs: programs.length,
        tests_passed: first?.testIds.length ?? 0,
        tests: matrix.tests.length,
      };
      if (matrix.candidates.length === 0) return { text: 'None of the programs is Python.', data };
      if (program === null) return { text: `Nothing is picked: no program passes any of ${data.tests} tests.`, data };
      const agreed = `${data.votes} of ${programs.length} programs agree on ${data.tests_passed} of ${data.tests} tests.`;
      return { text: `${fenced(program)}\n${agreed}`, data };
    },
    agree_on_patch: async ({ repo, patches, tests = [], regression = [] }, call) => {
      const { sandbox: name, python, image, jobs } = settings;
      const selection = await selectPatch(
        {
          ...valuesOf({ sandbox: name, python, image, jobs }),
          timeoutMs,
          memoryMib,
          repo,
          patches: patches.map((patch, at) => ({ name: `patch ${at}`, patch })),
          tests: Object.fromEntries(tests.map((content, at) => [`test_${at}.py`, content])),
          regression: [...regression],
        },
        optionsOf(call),
      );
      const { picked, groups, notes, confidence, runnerUp } = selection;
      const words = [...patchSentences(selection), ...notes].join('\n');
      const { diff = null, votes = 0 } = picked ?? {};
      const text = diff === null ? words : `${codeBlock(diff.trimEnd(), 'diff')}${words}`;
      return { text, data: { patch: diff, votes, confidence, runner_up: runnerUp, groups, notes } };
    },
    run_tests: async ({ program, tests, entry_point: entryPoint = null }, call) => {
      const bodies = tests.map((code, at) => ({ id: String(at), code }));
      const job = { candidates: [{ id: 'program', code: program }], tests: bodies, entryPoint, timeoutMs, memoryMib };
      const { verdicts, details } = await execute(job, { ...settings, ...optionsOf(call) }, sandbox);
      const results = tests.map((test, at) => {
        return { test, verdict: verdicts[0]?.[at] ?? 'not-run', detail: details[0]?.[at] ?? null };
      });
      const passed = results.filter(({ verdict }) => verdict === 'pass').length;
      const lines = results.map(({ test, verdict, detail }) => {
        return `${verdict}: ${oneLine(test)}${detail ? ` (${oneLine(detail)})` : ''}`;
      });
      return { text: [`${passed} of ${tests.length} pass`, ...lines].join('\n'), data: { passed, results } };
    },
  };
}

/**
 * Tools for agents, over the Model Context Protocol: `agree`, `agree_on_patch` and `run_tests`, and `solve_python` where a
 * model is named.
 *
 * @throws ConfigError, ModelConfigError for settings that cannot be
 */
export function serveTools(
  settings: SolveSettings,
  { streams, ...options }: UseOptions & { readonly streams: ToolStreams },
) {
  return withContext(options, async ({ env, signal }) => {
    const sandbox = sharedSandbox(settings);
    const solver = settings.model === undefined ? null : await openSolver({ ...settings, ...options }, { sandbox });
    const tools = toolsOf(settings, solver, sandbox, (call) => ({
      signal: call.signal,
      env,
      onEvent: (event) => (event.kind === 'note' || event.kind === 'warning' ? call.note(event.text) : undefined),
    }));
    const closeAll = async () => {
      await solver?.close();
      await sandbox.close();
    };
    const server = await startToolServer(tools, streams, ownVersion()).catch(async (error: unknown) => {
      await closeAll();
      throw error;
    });
    signal.addEventListener('abort', () => void server.close(), { once: true });
    /** `ended` resolves when the client is gone and everything is closed. */
    return { ended: server.ended.finally(closeAll), close: server.close };
  });
}
