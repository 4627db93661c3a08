import { CommanderError } from 'commander';
import { EXIT, type ExitCode, InterruptedError, MutagreeError } from '../core/errors.ts';
import type { Io } from './io.ts';
import { mendingFlags } from './mending-flags.ts';

function isAbort(error: unknown): boolean {
  return error instanceof InterruptedError || (error instanceof Error && error.name === 'AbortError');
}

/** What `--json` prints where there is nothing else to print, and the last fields of a document that was begun. */
export interface FailureDocument {
  readonly error: {
    /** Such as `ConfigError`; `Error` for a bug of ours. */
    readonly class: string;
    /** Stable and kebab-case; `bug` for a bug of ours. */
    readonly code: string;
    readonly message: string;
    readonly mend: string | null;
  };
  readonly exitCode: ExitCode;
}

const NO_FLAGS: ReadonlySet<string> = new Set();

/** What to do, with the flags of the verb that do it. */
function mendOf({ code, message, mend }: MutagreeError, flags: ReadonlySet<string>): string | null {
  const lines = [mend, mendingFlags(code, `${message} ${mend ?? ''}`, flags)].filter((line) => line != null);
  return lines.length === 0 ? null : lines.join('\n');
}

/** A failure as a document, for programs. @param flags of the verb that failed */
export function failureDocument(error: unknown, exitCode: ExitCode, flags = NO_FLAGS): FailureDocument {
  if (exitCode === EXIT.interrupted) {
    const { name, code, message } = new InterruptedError();
    return { error: { class: name, code, message, mend: null }, exitCode };
  }
  if (error instanceof CommanderError) {
    const code = error.code.replace(/^commander\./, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const message = error.message.replace(/^error: /, '');
    return { error: { class: 'UsageError', code, message, mend: 'Add --help for the flags of this verb.' }, exitCode };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const known = error instanceof MutagreeError ? error : null;
  return { error: { class: name, code: known?.code ?? 'bug', message, mend: known && mendOf(known, flags) }, exitCode };
}

/** The exit code that a failure stands for. */
export function exitCodeOf(error: unknown, { signal }: Pick<Io, 'signal'>): ExitCode {
  if (signal.aborted && isAbort(error)) return EXIT.interrupted;
  return error instanceof MutagreeError ? error.exitCode : EXIT.bug;
}

/**
 * Tells the user what went wrong and what to do; a stack only for bugs of ours.
 *
 * @param flags of the verb that failed
 * @returns the exit code.
 */
export function printError(error: unknown, io: Io, flags = NO_FLAGS): ExitCode {
  const exitCode = exitCodeOf(error, io);
  if (exitCode === EXIT.interrupted) return exitCode;
  if (error instanceof MutagreeError) {
    const mend = mendOf(error, flags);
    const indented = mend
      ? `\n${mend
          .split('\n')
          .map((line) => `  ${line}`)
          .join('\n')}`
      : '';
    io.stderr(`mutagree: ${error.message}${indented}\n`);
    if (exitCode === EXIT.bug && error.stack) io.stderr(`${error.stack}\n`);
    return exitCode;
  }
  io.stderr(`mutagree: a bug of ours: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCode;
}
