import { setMaxListeners } from 'node:events';

/** Where a command reads and writes; tests pass their own. */
export interface Io {
  /** Results only: what `--json` prints, or the human-readable result. */
  stdout(text: string): void;
  /** Progress, notes and errors. */
  stderr(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stderrIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}

/** The io of this process; `signal` is aborted at the first SIGINT or SIGTERM, a second one kills as usual. */
export function processIo(): Io {
  const abort = new AbortController();
  // One listener a call under way: thousands are normal here.
  setMaxListeners(0, abort.signal);
  const stop = () => {
    abort.abort();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    env: process.env,
    stderrIsTerminal: process.stderr.isTTY === true,
    stdoutIsTerminal: process.stdout.isTTY === true,
    signal: abort.signal,
  };
}

/** Prints one JSON document, the only thing on stdout under `--json`. */
export function printJson(io: Io, document: unknown): void {
  io.stdout(`${JSON.stringify(document, null, 2)}\n`);
}
