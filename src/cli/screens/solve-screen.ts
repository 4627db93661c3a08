import { join } from 'node:path';
import { type SolveTasksSettings, solveTasks } from '../../app/solve-dataset.ts';
import { solveFunction } from '../../app/solve-function.ts';
import { solve } from '../../app/solve-question.ts';
import { promptOf, readTests } from '../../app/solving/read-prompt.ts';
import type { SolveSettings } from '../../app/solving/solve-settings.ts';
import { explanationText, functionText, solutionText } from '../../app/texts/solution-text.ts';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import type { Solution } from '../../records/solution.ts';
import { type Io, printJson } from '../io.ts';

export interface SolveFlags extends SolveSettings, Pick<SolveTasksSettings, 'limit' | 'since' | 'until' | 'tasks'> {
  readonly prompt?: string;
  readonly function?: string;
  readonly example?: readonly string[];
  /** A file. */
  readonly tests?: string;
  readonly in?: string;
  readonly check?: readonly string[];
  readonly apply?: true;
  readonly contextTokens?: number;
  readonly dataset?: string;
  readonly output?: string;
  readonly report?: string;
  readonly top?: number;
  readonly explain?: true;
  readonly json?: true;
}

/** Flags that mean something in one way of asking alone. */
const WAY_OF: readonly (readonly [keyof SolveFlags, 'in' | 'dataset'])[] = [
  ['check', 'in'],
  ['apply', 'in'],
  ['contextTokens', 'in'],
  ['output', 'dataset'],
];

const kebab = (flag: string) => flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function refuseStray(message: string): never {
  throw new ConfigError('flag-stray', message, { mend: 'Leave it out, or see "mutagree solve --help".' });
}

/** Flags that belong to another way of asking. */
function refuseStrays(flags: SolveFlags): void {
  const ways = (['prompt', 'in', 'dataset'] as const).filter((way) => flags[way] !== undefined);
  const isWords = ways.length === 2 && ways.includes('prompt') && ways.includes('in');
  if (ways.length === 0) {
    throw new ConfigError('prompt-missing', 'there is nothing to solve', {
      mend: 'Give a prompt in quotes, a file, - for standard input, --in FILE::function, or --dataset FILE.',
    });
  }
  if (ways.length > 1 && !isWords) {
    throw new ConfigError('ways-mixed', 'a prompt, --in and --dataset are different ways of asking', {
      mend: 'Give one of them; beside --in, a prompt says what the docstring does not.',
    });
  }
  const ofOne: readonly (keyof SolveFlags)[] = ['example', 'tests', 'explain'];
  const elsewhere = [
    ...(ways.includes('in') || ways.includes('dataset') ? (['function', 'top'] as const) : []),
    ...(ways.includes('dataset') ? ofOne : []),
  ].find((flag) => flags[flag] !== undefined);
  if (elsewhere !== undefined) refuseStray(`--${elsewhere} does not go with --${ways.at(-1)}`);
  if (flags.report !== undefined && ways.join() !== 'prompt') refuseStray('--report is a page about one prompt');
  for (const [flag, way] of WAY_OF) {
    if (flags[flag] !== undefined && flags[way] === undefined) refuseStray(`--${kebab(flag)} belongs to --${way}`);
  }
}

/** Where no program is given, the exit code of a threshold that was missed. */
const codeOf = ({ program }: Solution): ExitCode => (program === null ? EXIT.threshold : EXIT.done);

async function questionScreen(flags: SolveFlags, io: Io): Promise<ExitCode> {
  const { prompt, function: named, example, tests, top = 1, explain, json, ...settings } = flags;
  const question = {
    prompt: await promptOf(prompt as string),
    ...(named === undefined ? {} : { function: named }),
    ...(example ? { examples: example } : {}),
    ...readTests(tests),
  };
  const solution = await solve(question, { ...settings, ...io.use });
  if (explain) io.stderr(explanationText(solution));
  io.stderr(solutionText(solution));
  if (settings.report !== undefined) io.stderr(`report: ${join(settings.report, 'solution.html')}\n`);
  if (json) printJson(io, solution);
  else if (solution.program !== null) {
    io.stdout(`${solution.program.trimEnd()}\n`);
    solution.sets.slice(1, top).forEach((set, at) => {
      io.stdout(`\n# --- set ${at + 2}: ${set.votes} programs, ${set.tests} tests\n${set.program.trimEnd()}\n`);
    });
  }
  return codeOf(solution);
}

async function functionScreen(flags: SolveFlags, io: Io): Promise<ExitCode> {
  const { prompt, in: place, example, tests, explain, json, top: _top, function: _function, ...settings } = flags;
  const outcome = await solveFunction(place as string, {
    ...settings,
    ...(prompt === undefined ? {} : { words: await promptOf(prompt) }),
    ...(example ? { examples: example } : {}),
    ...readTests(tests),
    ...io.use,
  });
  const { solution, diff, check } = outcome;
  if (explain) io.stderr(explanationText(solution));
  io.stderr(solutionText(solution) + functionText(outcome));
  if (json) printJson(io, outcome);
  else if (diff !== null) io.stdout(diff);
  const holds = check === null || Object.values(check.failures).every((why) => why === null);
  return holds ? codeOf(solution) : EXIT.threshold;
}

async function datasetScreen(flags: SolveFlags, io: Io): Promise<ExitCode> {
  const { dataset, output, json, ...settings } = flags;
  const outcome = await solveTasks({ ...settings, dataset: dataset as string, output }, io.use);
  if (json) printJson(io, outcome);
  else io.stdout(`${outcome.solved} of ${outcome.tasks} tasks have a program: ${outcome.output}\n`);
  return EXIT.done;
}

/** `mutagree solve`. */
export function solveScreen(flags: SolveFlags, io: Io): Promise<ExitCode> {
  refuseStrays(flags);
  if (flags.dataset !== undefined) return datasetScreen(flags, io);
  return flags.in === undefined ? questionScreen(flags, io) : functionScreen(flags, io);
}
