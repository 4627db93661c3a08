import type { ExitCode } from '../core/errors.ts';
import type { Io } from './io.ts';

/** What every command gets: where it reads and writes, and how it says its exit code. */
export interface CommandContext {
  readonly io: Io;
  /** Whether help shows every flag. */
  readonly helpAll: boolean;
  setExitCode(code: ExitCode): void;
}
