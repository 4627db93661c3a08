import type { ExitCode } from '../core/errors.ts';
import type { Io } from './io.ts';

/** What every command gets: where it reads and writes, and how it says its exit code. */
export interface CommandContext {
  readonly io: Io;
  setExitCode(code: ExitCode): void;
}
