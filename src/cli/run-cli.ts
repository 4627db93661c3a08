import { CommanderError } from 'commander';
import { EXIT, type ExitCode } from '../core/errors.ts';
import { createProgram } from './create-program.ts';
import type { Io } from './io.ts';
import { printError } from './print-error.ts';

/** Runs one command line. @returns the exit code; never throws. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return printError(error, io);
  }
}
