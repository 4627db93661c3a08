import { CommanderError } from 'commander';
import { EXIT, type ExitCode, InterruptedError, MutagreeError } from '../core/errors.ts';
import type { Io } from './io.ts';

/** The document of `--json` for a failure: `code` is stable and kebab-case, `bug` for an internal error. */
export function failureDocument(error: unknown, exitCode: ExitCode) {
  if (exitCode === EXIT.interrupted) {
    const { name, code, message } = new InterruptedError();
    return { error: { class: name, code, message, hint: null }, exitCode };
  }
  if (error instanceof CommanderError) {
    const code = error.code.replace(/^commander\./, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const message = error.message.replace(/^error: /, '');
    return { error: { class: 'UsageError', code, message, hint: 'Add --help for the flags of this verb.' }, exitCode };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const known = error instanceof MutagreeError ? error : null;
  return { error: { class: name, code: known?.code ?? 'bug', message, hint: known?.hint ?? null }, exitCode };
}

/** Prints an error and its hint; a stack only for bugs of ours. @returns the exit code */
export function printError(error: unknown, io: Io): ExitCode {
  const exitCode = error instanceof MutagreeError ? error.exitCode : EXIT.bug;
  if (exitCode === EXIT.interrupted) return exitCode;
  if (error instanceof MutagreeError) {
    io.stderr(`mutagree: ${error.message}${error.hint ? `\n  hint: ${error.hint}` : ''}\n`);
    if (exitCode === EXIT.bug && error.stack) io.stderr(`${error.stack}\n`);
    return exitCode;
  }
  io.stderr(`mutagree: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCode;
}
