import { Command, CommanderError } from 'commander';
import { ownVersion } from '../app/git-commit.ts';
import { EXIT, type ExitCode } from '../core/errors.ts';
import { failureDocument, type Io, printError, printJson } from './io.ts';
import { addVerb, type Verb } from './verb.ts';
import { datasetsVerb, mutatorsVerb, scorersVerb } from './verbs/catalogue.ts';
import { classifyVerb } from './verbs/classify.ts';
import { collectVerb } from './verbs/collect.ts';
import { compareVerb } from './verbs/compare.ts';
import { doctorVerb } from './verbs/doctor.ts';
import { estimateVerb } from './verbs/estimate.ts';
import { evaluateVerb } from './verbs/evaluate.ts';
import { executeVerb } from './verbs/execute.ts';
import { imagesVerb } from './verbs/images.ts';
import { initVerb } from './verbs/init.ts';
import { labelVerb } from './verbs/label.ts';
import { mcpVerb } from './verbs/mcp.ts';
import { mutateVerb } from './verbs/mutate.ts';
import { profileVerb } from './verbs/profile.ts';
import { queueVerb } from './verbs/queue.ts';
import { reportVerb } from './verbs/report.ts';
import { runVerb } from './verbs/run.ts';
import { selectVerb } from './verbs/select.ts';
import { serveVerb } from './verbs/serve.ts';
import { solveVerb } from './verbs/solve.ts';
import { viewVerb } from './verbs/view.ts';
import { workerVerb } from './verbs/worker.ts';

/** By heading, in the order of the help. */
const VERBS: Readonly<Record<string, readonly Verb[]>> = {
  Solve: [solveVerb, serveVerb, mcpVerb],
  Study: [runVerb, estimateVerb, mutateVerb, reportVerb, viewVerb, compareVerb],
  'Existing programs': [selectVerb, evaluateVerb, executeVerb, classifyVerb],
  'Task sets': [datasetsVerb, collectVerb, labelVerb, profileVerb],
  Setup: [doctorVerb, initVerb, mutatorsVerb, scorersVerb, imagesVerb, workerVerb, queueVerb],
};

export const verbs: readonly Verb[] = Object.values(VERBS).flat();

/** The command line: flags and help. A verb's code is loaded when it is called, so that help is instant. */
export function createProgram(io: Io, setExitCode: (code: ExitCode) => void, helpAll = false): Command {
  const program = new Command('mutagree')
    .description(
      'Has a model write programs and tests, also for variants of the prompt, runs every program on every test, ' +
        'picks a program of the group with the most support, and measures what that gains.',
    )
    .version(ownVersion(), '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Show this help')
    .helpCommand('help [command]', 'Show the help of a command')
    .showHelpAfterError('(add --help to a command for its flags)')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout(text), writeErr: (text) => io.stderr(text) });
  for (const [heading, verbs] of Object.entries(VERBS)) {
    program.commandsGroup(`${heading}:`);
    for (const each of verbs) addVerb(program, each, { io, helpAll, setExitCode });
  }
  return program.addHelpText(
    'after',
    `
Exit codes: 0 done, 1 internal error, 2 usage or config, 3 no program, or a threshold was missed,
  4 budget reached (resumable), 5 infrastructure failed, 130 interrupted (resumable).
"mutagree doctor" reports what works here; then see "mutagree solve --help", or "mutagree run --help" for a study.`,
  );
}

/** Runs one command line. @returns the exit code; never throws. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  let printed = false;
  const stdout = (text: string) => {
    printed = true;
    io.stdout(text);
  };
  const setExitCode = (code: ExitCode) => {
    exitCode = code;
  };
  const program = createProgram({ ...io, stdout }, setExitCode, argv.includes('--help-all'));
  try {
    const words = argv.map((word) => (word === '--help-all' ? '--help' : word));
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    if (isUsage && error.exitCode === 0) return EXIT.done;
    const code = isUsage ? EXIT.usage : printError(error, io);
    // A result that was printed before, as that of a missed threshold, is the one document there.
    if (argv.includes('--json') && !printed) printJson(io, failureDocument(error, code));
    return code;
  }
}
