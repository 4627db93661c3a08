import { CommanderError } from 'commander';
import { EXIT, type ExitCode } from '../core/errors.ts';
import { createProgram } from './create-program.ts';
import { type Io, printJson } from './io.ts';
import { failureDocument, printError } from './print-error.ts';

/** Runs one command line. @returns the exit code; never throws. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  let printed = false;
  const watched: Io = {
    ...io,
    stdout: (text) => {
      printed = true;
      io.stdout(text);
    },
  };
  let flags: ReadonlySet<string> = new Set();
  const helpAll = argv.includes('--help-all');
  const program = createProgram(
    watched,
    (code) => {
      exitCode = code;
    },
    helpAll,
  );
  program.hook('preAction', (_, { options }) => {
    flags = new Set(options.flatMap(({ long }) => long ?? []));
  });
  try {
    const words = argv.map((word) => (word === '--help-all' ? '--help' : word));
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    if (isUsage && error.exitCode === 0) return EXIT.done;
    const code = isUsage ? EXIT.usage : printError(error, io, flags);
    // A result that was printed before, as that of a missed threshold, is the one document there.
    if (argv.includes('--json') && !printed) printJson(io, failureDocument(error, code, flags));
    return code;
  }
}
