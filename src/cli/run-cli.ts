import { Command, CommanderError } from 'commander';
import { ownVersion } from '../app/git-commit.ts';
import { EXIT, type ExitCode } from '../core/errors.ts';
import { type Io, printJson } from './io.ts';
import { failureDocument, printError } from './print-error.ts';
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

/** In the order of the help. */
export const verbs: readonly Verb[] = [
  ...[solveVerb, serveVerb, mcpVerb, runVerb, estimateVerb, mutateVerb, selectVerb, evaluateVerb, executeVerb],
  ...[reportVerb, viewVerb, compareVerb, classifyVerb, collectVerb, labelVerb, profileVerb],
  ...[mutatorsVerb, scorersVerb, datasetsVerb, doctorVerb, initVerb, imagesVerb, workerVerb, queueVerb],
];

/** The command line: flags and help. A verb's code is loaded when it is called, so that help is instant. */
export function createProgram(io: Io, setExitCode: (code: ExitCode) => void, helpAll = false): Command {
  const program = new Command('mutagree')
    .description(
      'Rewrites each prompt into equivalent variants, has a model write programs and tests for them, ' +
        'runs every program on every test, keeps the program on which they agree, and measures what that gains.',
    )
    .version(ownVersion())
    .showHelpAfterError('(add --help for the flags of this verb)')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout(text), writeErr: (text) => io.stderr(text) });
  for (const each of verbs) addVerb(program, each, { io, helpAll, setExitCode });
  return program.addHelpText(
    'after',
    `
Exit codes: 0 done, 1 a bug of ours, 2 usage or config, 3 a threshold was missed,
  4 budget reached (resumable), 5 infrastructure failed, 130 interrupted (resumable).
Start with "mutagree doctor", then "mutagree solve --help" for a problem of your own, "mutagree run --help" for a study.`,
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
