import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text as wholeText } from 'node:stream/consumers';
import { z } from 'zod';
import { requireNoConflict } from '../../app/settings/check-settings.ts';
import { taskSettings } from '../../app/settings/config.ts';
import { type SettingsOf, setting } from '../../app/settings/setting.ts';
import { questionSettings } from '../../app/settings/verb-settings.ts';
import type { FunctionSolution } from '../../app/solve-function.ts';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import type { Solution } from '../../records/solution.ts';
import { explanationText, solutionText } from '../../reporters/solution-text.ts';
import { type Io, printResult } from '../io.ts';
import { verb } from '../verb.ts';

const LOOKS_LIKE_FILE = /^[^\s]+\.(?:md|txt|py|rst)$/;

/** @throws ConfigError for bytes that are not text, which no model should see */
function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new ConfigError('file-encoding', `${file} is not UTF-8`, { hint: 'Save it as UTF-8.', cause });
  }
}

async function promptOf(given: string): Promise<string> {
  if (given === '-') return wholeText(process.stdin);
  const found = existsSync(given) ? statSync(given) : null;
  if (found?.isFile()) return readText(given);
  if (found?.isDirectory()) {
    throw new ConfigError('prompt-folder', `${given} is a folder, not a prompt`, {
      hint: 'Name the file with the prompt, or write the prompt in quotes.',
    });
  }
  if (!LOOKS_LIKE_FILE.test(given)) return given;
  throw new ConfigError('file-missing', `there is no file ${given}`, {
    hint: 'Name an existing file, or write the prompt in quotes.',
  });
}

function readTests(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw new ConfigError('file-missing', `there is no file ${file}`, { hint: 'See --tests.' });
  return readText(file);
}

function functionText({ path, check, applied, left }: FunctionSolution): string {
  const lines = left > 0 ? [`${left} definitions of ${path} were not shown (--context-tokens)`] : [];
  if (check) {
    lines.push(`check: ${check.passed} of ${check.total} tests of the project pass`);
    for (const [node, why] of Object.entries(check.failures)) if (why !== null) lines.push(`  ${node}: ${why}`);
  }
  if (applied) lines.push(`written: ${path}`);
  return lines.map((line) => `${line}\n`).join('');
}

const text = z.string().optional();
const texts = z.array(z.string()).optional();
const flag = z.boolean().optional();

const settings = {
  prompt: setting(text, 'The prompt, a file that holds it, or - for stdin', { argument: true, excludes: ['dataset'] }),
  function: setting(text, 'Function or class to write, if the prompt names none', 'name', {
    excludes: ['in', 'dataset'],
  }),
  example: setting(texts, "Expression that must be true, 'f([]) == 0'; repeatable", 'call', {
    repeat: true,
    excludes: ['dataset'],
  }),
  tests: setting(text, 'Python tests that must pass', 'file', { excludes: ['dataset'] }),
  in: setting(text, 'FILE::function or FILE::Class.method; prints a diff', 'place', { excludes: ['dataset'] }),
  check: setting(texts, 'pytest node to run on the pick of --in; repeatable', 'node', { repeat: true, needs: 'in' }),
  apply: setting(flag, 'Write the change to the file of --in', { needs: 'in' }),
  contextTokens: setting(z.int().min(0).optional(), 'Limit of module text, in tokens (default: 1500)', 'n', {
    needs: 'in',
  }),
  dataset: setting(text, 'Solve all tasks of a file (with -o)', 'name|file'),
  output: setting(text, 'File for --dataset; resumes where it stopped', 'file', { short: 'o', needs: 'dataset' }),
  top: setting(z.int().min(1).optional(), 'Print a program of each of the first n groups', 'n', {
    excludes: ['in', 'dataset'],
  }),
  report: setting(text, 'Folder for an HTML report on the question', 'dir', { excludes: ['in', 'dataset'] }),
  explain: setting(flag, 'Print the matrix of programs and tests on stderr', { excludes: ['dataset'] }),
  ...questionSettings,
  ...taskSettings,
} as const;

type Flags = SettingsOf<typeof settings> & { readonly json?: true };

/** Without a program, the exit code of a threshold that was missed. */
const codeOf = ({ program }: Solution): ExitCode => (program === null ? EXIT.threshold : EXIT.done);

async function solveQuestion(flags: Flags, io: Io): Promise<ExitCode> {
  const { solve } = await import('../../app/solve-question.ts');
  const { prompt, function: named, example: examples, tests, top = 1, explain, json, ...settings } = flags;
  const question = { prompt: await promptOf(prompt as string), function: named, examples, tests: readTests(tests) };
  const solution = await solve(question, { ...settings, ...io.use });
  if (explain) io.stderr(explanationText(solution));
  io.stderr(solutionText(solution));
  if (settings.report !== undefined) io.stderr(`report: ${join(settings.report, 'solution.html')}\n`);
  const { program, sets } = solution;
  printResult(io, json, solution, () => {
    if (program === null) return '';
    const others = sets.slice(1, top).map((set, at) => {
      return `\n# --- set ${at + 2}: ${set.votes} programs, ${set.tests} tests\n${set.program.trimEnd()}\n`;
    });
    return `${program.trimEnd()}\n${others.join('')}`;
  });
  return codeOf(solution);
}

async function solveInPlace(flags: Flags, io: Io): Promise<ExitCode> {
  const { solveFunction } = await import('../../app/solve-function.ts');
  const { prompt, in: place, example: examples, tests, explain, json, top: _, function: __, ...settings } = flags;
  const outcome = await solveFunction(place as string, {
    ...settings,
    words: prompt === undefined ? undefined : await promptOf(prompt),
    examples,
    tests: readTests(tests),
    ...io.use,
  });
  const { solution, diff, check } = outcome;
  if (explain) io.stderr(explanationText(solution));
  io.stderr(solutionText(solution) + functionText(outcome));
  printResult(io, json, outcome, () => diff ?? '');
  const holds = check === null || Object.values(check.failures).every((why) => why === null);
  return holds ? codeOf(solution) : EXIT.threshold;
}

async function solveFile({ dataset, json, ...settings }: Flags, io: Io): Promise<void> {
  const { solveTasks } = await import('../../app/solve-dataset.ts');
  const outcome = await solveTasks({ ...settings, dataset: dataset as string }, io.use);
  const { solved, tasks, output } = outcome;
  printResult(io, json, outcome, () => `${solved} of ${tasks} tasks have a program: ${output}\n`);
}

export const solveVerb = verb({
  name: 'solve',
  summary: 'Solve your own problem: prompt, function or file',
  settings,
  short: true,
  notes: `The program goes to stdout; with --in a unified diff, with --top a program of each group. How many agree, how
likely the pick is right, where the runner-up differs and the cost go to stderr. The pick passes --example, --tests
and the examples in the prompt.
Exit code 3: no program, since no reply is valid Python, all fail the required tests, or the best is below
--min-confidence (see --help-all).`,
  examples: [
    "mutagree solve 'Write a function median(numbers) that returns the middle value.' --model gpt-4o-mini",
    "mutagree solve task.md --model qwen2.5-coder --base-url http://127.0.0.1:11434/v1 --example 'f([]) == 0'",
    'mutagree solve --in src/geometry.py::Polygon.area --check tests/test_geometry.py --model gpt-4o-mini',
    'mutagree solve --dataset tasks.jsonl -o solved.jsonl --model gpt-4o-mini --max-cost 0.05',
  ],
  act: async (flags, io, setExitCode) => {
    requireNoConflict(settings, flags);
    if ((flags.prompt ?? flags.in ?? flags.dataset) === undefined) {
      throw new ConfigError('prompt-missing', 'there is nothing to solve', {
        hint: 'Give a prompt in quotes, a file, - for standard input, --in FILE::function, or --dataset FILE.',
      });
    }
    if (flags.dataset !== undefined) await solveFile(flags, io);
    else setExitCode(await (flags.in === undefined ? solveQuestion(flags, io) : solveInPlace(flags, io)));
  },
});
