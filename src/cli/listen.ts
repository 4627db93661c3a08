import pc from 'picocolors';
import type { UseEvent, UseOptions } from '../app/surroundings.ts';
import type { Progress } from '../core/progress.ts';
import { terminalProgress } from '../reporters/terminal-progress.ts';
import type { Io } from './io.ts';

/** Shows on stderr what a use of the program tells. */
export interface Listener {
  /** For the use. */
  readonly use: UseOptions;
  /** Waits until everything is shown; before anything else is printed. */
  finish(): Promise<void>;
}

/** Progress, notes and warnings of a use on stderr, and its end where this process is asked to end. */
export function listen(
  io: Io,
  progress: Progress = terminalProgress({ write: io.stderr, isTerminal: io.stderrIsTerminal }),
): Listener {
  const onEvent = (event: UseEvent) => {
    if (event.kind === 'stage') progress.start(event.stage, event.total);
    else if (event.kind === 'advance') progress.advance(event.steps);
    else if (event.kind === 'spend') progress.spend?.(event.usd);
    else if (event.kind === 'note') progress.note(event.text);
    else if (event.kind === 'warning') io.stderr(pc.red(`WARNING: ${event.text}\n`));
    else void progress.finish();
  };
  return { use: { signal: io.signal, env: io.env, onEvent }, finish: async () => progress.finish() };
}
