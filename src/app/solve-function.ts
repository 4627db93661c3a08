import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { ConfigError, SandboxError } from '../core/errors.ts';
import { filesOfNodes, type RepositoryTarget } from '../core/repository.ts';
import type { SandboxResult, SandboxTest } from '../core/sandbox.ts';
import { keepDocstring, replaceFunction } from '../python-source/replies/replace-function.ts';
import { reindented } from '../python-source/syntax/indentation.ts';
import { locateFunction } from '../python-source/syntax/locate-function.ts';
import { parsePython } from '../python-source/syntax/python-tree.ts';
import type { Question } from '../records/solution.ts';
import { openFolderSandbox } from '../sandbox/repositories/repository-sandboxes.ts';
import { writeText } from '../store/files.ts';
import { withContext } from './context.ts';
import {
  type FunctionPlace,
  findFunction,
  functionTask,
  projectJob,
  projectPython,
  requireBubblewrap,
  requirePytest,
} from './repository/function-place.ts';
import { openSolver, type SolveOptions } from './solve-question.ts';
import { givenTests } from './solving/solution-of.ts';

export interface SolveFunctionOptions extends SolveOptions, Partial<Pick<Question, 'examples' | 'tests'>> {
  /** Requirements in addition to the docstring. */
  readonly words?: string | undefined;
  /** About how many tokens of the module the model is shown; 1,500. */
  readonly contextTokens?: number | undefined;
  /** pytest's ids of tests of the project that are run on the pick, and on nothing else. */
  readonly check?: readonly string[] | undefined;
  /** Whether the file is written; never where `check` fails. */
  readonly apply?: boolean | undefined;
}

const CHECK_MS = 600_000;
const PROBE_MS = 20_000;
const MEMORY_MIB = 2048;

/** Runs tests of the project on a version of the function. */
type Run = (code: string, tests: readonly SandboxTest[], timeoutMs: number) => Promise<SandboxResult>;

/** The current module must load offline: otherwise every program would fail for that reason alone. */
async function requireImportable(run: Run, { source, functionName, className, path }: FunctionPlace) {
  const tree = parsePython(source.replace(/\r\n?/g, '\n'));
  const found = locateFunction(tree, functionName, className);
  const present = found ? reindented(found.whole, '') : '';
  const test: SandboxTest = { id: 'loads', body: { kind: 'assertion', code: 'assert True' } };
  const { problem, details } = await run(present, [test], PROBE_MS);
  if (problem !== 'import-error') return;
  throw new SandboxError('repository-import', `${path} cannot be imported in the sandbox: ${details[0] ?? problem}`, {
    hint: "It runs without network, on a read-only copy: name the project's own interpreter (--python), with all that it needs installed.",
  });
}

/** @returns `failures`: by id as given, why it does not pass; null if it does */
async function runCheck(run: Run, program: string, nodes: readonly string[]) {
  const tests = nodes.map((node): SandboxTest => ({ id: node, body: { kind: 'pytest', node } }));
  const { verdicts, details, counts } = await run(program, tests, CHECK_MS);
  const failures = nodes.map((node, at) => [node, verdicts[at] === 'pass' ? null : (details[at] ?? `${verdicts[at]}`)]);
  return { passed: counts?.passed ?? 0, total: counts?.ran ?? 0, failures: Object.fromEntries(failures) };
}

async function apply({ root, path, source }: FunctionPlace, patched: string): Promise<void> {
  const file = join(root, path);
  if ((await readFile(file, 'utf8')) !== source) {
    throw new ConfigError('file-changed', `${path} was changed in the meantime; nothing was written`, {
      hint: 'Run the same command again, on the file as it is now.',
    });
  }
  await writeText(file, patched, 'named');
}

/**
 * Solves a function of a project: its docstring and signature are the prompt, shown with the surrounding code; programs
 * replace it in an in-memory copy of the folder, offline, while the folder itself is read-only. Returns a diff; writes
 * the file only on request and if the check passes.
 *
 * @param place `FILE::function` or `FILE::Class.method`
 * @throws ConfigError, ModelError, SandboxError, BudgetError, StoreError, InterruptedError
 */
export async function solveFunction(place: string, options: SolveFunctionOptions) {
  const found = findFunction(place);
  const { root, path, functionName, className, source } = found;
  const { words, contextTokens, check = [] } = options;
  const { task: plain, left } = functionTask(found, contextTokens, words);
  const target = { ...(plain.repository as RepositoryTarget), testFiles: filesOfNodes(check) };
  const task = { ...plain, repository: target };
  const required = givenTests(task, options, options.given);
  // Before anything is paid: pytest would report a missing one only for the pick.
  const missing = check.find((node) => !existsSync(join(root, node.split('::')[0] ?? '')));
  if (missing !== undefined) {
    throw new ConfigError('check-missing', `the check ${missing} names no file in ${root}`, {
      hint: 'Name it from there, such as tests/test_geometry.py::test_area.',
    });
  }
  await requireBubblewrap();
  const python = await projectPython(root, options.python);
  if (check.length > 0) requirePytest(python);
  const solver = await openSolver(options);
  try {
    return await withContext(options, async ({ signal }) => {
      const sandbox = await openFolderSandbox(root, { jobs: options.jobs ?? availableParallelism(), python });
      try {
        const run: Run = (code, tests, timeoutMs) =>
          sandbox.run(projectJob(target, code, tests, { timeoutMs, memoryMib: MEMORY_MIB }), signal);
        await requireImportable(run, found);
        const solution = await solver.solveTask(task, { ...options, required, sandbox });
        /** `left`: definitions of the module that the model was not shown; `diff`: as `git apply` takes it. */
        const nothing = { solution, root, path, left, diff: null, check: null, applied: false };
        if (solution.program === null) return nothing;
        const wanted = { name: functionName, className };
        const program = keepDocstring(source, wanted, solution.program);
        const patched = replaceFunction(source, wanted, program);
        if ('problem' in patched) return nothing;
        const diff = createTwoFilesPatch(`a/${path}`, `b/${path}`, source, patched.source, '', '', { context: 3 });
        const outcome = check.length === 0 ? null : await runCheck(run, program, check);
        const holds = outcome === null || Object.values(outcome.failures).every((why) => why === null);
        if (options.apply && holds) await apply(found, patched.source);
        return { solution, root, path, left, diff, check: outcome, applied: options.apply === true && holds };
      } finally {
        await sandbox.close();
      }
    });
  } finally {
    await solver.close();
  }
}

/** A function of a project, written; `check`: tests of the project on the pick. */
export type FunctionSolution = Awaited<ReturnType<typeof solveFunction>>;
