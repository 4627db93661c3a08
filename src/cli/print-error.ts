import { EXIT, type ExitCode, InterruptedError, MutagreeError } from '../core/errors.ts';
import type { Io } from './io.ts';

function isAbort(error: unknown): boolean {
  return error instanceof InterruptedError || (error instanceof Error && error.name === 'AbortError');
}

/**
 * Tells the user what went wrong and what to do; a stack only for bugs of ours.
 *
 * @returns the exit code.
 */
export function printError(error: unknown, io: Io): ExitCode {
  if (io.signal.aborted && isAbort(error)) return EXIT.interrupted;
  if (error instanceof MutagreeError) {
    const indented = error.mend
      ? `\n${error.mend
          .split('\n')
          .map((line) => `  ${line}`)
          .join('\n')}`
      : '';
    io.stderr(`mutagree: ${error.message}${indented}\n`);
    if (error.exitCode === EXIT.bug && error.stack) io.stderr(`${error.stack}\n`);
    return error.exitCode;
  }
  io.stderr(`mutagree: a bug of ours: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return EXIT.bug;
}
