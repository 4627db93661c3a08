import { once, setMaxListeners } from 'node:events';
import { CommanderError } from 'commander';
import pc from 'picocolors';
import type { UseEvent, UseOptions } from '../app/context.ts';
import { EXIT, type ExitCode, InterruptedError, MutagreeError } from '../core/errors.ts';
import { terminalText } from '../reporters/steering-text.ts';
import { terminalProgress } from '../reporters/terminal-progress.ts';
import { isSupervised, obeySupervisor, STOPPING } from '../supervision/supervise.ts';

/** Where a command reads and writes; tests pass their own. */
export interface Io {
  /** Results only: the document of `--json`, or the human-readable result. */
  stdout(text: string): void;
  /** Progress, notes and errors. */
  stderr(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stderrIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  /** Aborted by Ctrl-C, SIGTERM, a closed terminal and, on Windows, Ctrl-Break. */
  readonly signal: AbortSignal;
  /** Hands progress, notes and warnings of a use to stderr; whatever is printed ends the line of progress first. */
  readonly use: UseOptions;
}

/** Returns the io with a `use` that reports progress on its stderr. */
export function withProgress(io: Omit<Io, 'use'>): Io {
  const progress = terminalProgress({ write: io.stderr, isTerminal: io.stderrIsTerminal });
  const onEvent = (event: UseEvent) => {
    if (event.kind === 'stage') progress.start(event.stage, event.total);
    else if (event.kind === 'advance') progress.advance(event.steps);
    else if (event.kind === 'spend') progress.spend?.(event.usd);
    else if (event.kind === 'note') progress.note(event.text);
    else if (event.kind === 'warning') progress.note(pc.red(`WARNING: ${event.text}`));
    else void progress.finish();
  };
  const after = (write: (text: string) => void) => (text: string) => {
    void progress.finish();
    write(text);
  };
  return {
    ...io,
    stdout: after(io.stdout),
    stderr: after(io.stderr),
    use: { signal: io.signal, env: io.env, onEvent },
  };
}

/**
 * The io of this process; `signal` is aborted at the first of the `STOPPING` signals. A second one ends the process at once:
 * by the supervisor, or without one as usual.
 */
export function processIo(): Io {
  const abort = new AbortController();
  // One listener per call under way: thousands are normal here.
  setMaxListeners(0, abort.signal);
  if (isSupervised) obeySupervisor(() => abort.abort());
  else {
    const stop = () => {
      abort.abort();
      for (const signal of STOPPING) process.off(signal, stop);
    };
    for (const signal of STOPPING) process.on(signal, stop);
  }
  // A closed reader ("| head") does not end the work; later output is lost.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  return withProgress({
    stdout: (text) => void process.stdout.write(process.stdout.isTTY ? terminalText(text) : text),
    stderr: (text) => void process.stderr.write(process.stderr.isTTY ? terminalText(text) : text),
    env: process.env,
    stderrIsTerminal: process.stderr.isTTY === true,
    stdoutIsTerminal: process.stdout.isTTY === true,
    signal: abort.signal,
  });
}

/** Prints one JSON document, the only thing on stdout under `--json`. */
export function printJson(io: Io, document: unknown): void {
  io.stdout(`${JSON.stringify(document, null, 2)}\n`);
}

/** Prints a result: the document under `--json`, else the text. */
export function printResult(io: Io, json: boolean | undefined, document: unknown, text: () => string): void {
  if (json) printJson(io, document);
  else io.stdout(text());
}

/** Until Ctrl-C or SIGTERM. */
export const untilStopped = async ({ signal }: Io): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

/** The document of `--json` for a failure: `code` is stable and kebab-case, `bug` for an internal error. */
export function failureDocument(error: unknown, exitCode: ExitCode) {
  if (exitCode === EXIT.interrupted) {
    const { name, code, message } = new InterruptedError();
    return { error: { class: name, code, message, hint: null }, exitCode };
  }
  if (error instanceof CommanderError) {
    const code = error.code.replace(/^commander\./, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const message = error.message.replace(/^error: /, '');
    return { error: { class: 'UsageError', code, message, hint: 'Add --help to a command for its flags.' }, exitCode };
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
