/** Reports the progress of long work, to stderr or nowhere. */
export interface Progress {
  /** Starts a stage of `total` steps (null: unknown). */
  start(stage: string, total: number | null): void;
  /** `done` more steps of the current stage. */
  advance(done?: number): void;
  /** Money that was just spent, in USD. */
  spend?(usd: number): void;
  /** A line that stays. */
  note(message: string): void;
  /** Ends the last stage; wait for the result before printing anything else. */
  finish(): void | Promise<void>;
}

export const silentProgress: Progress = { start() {}, advance() {}, note() {}, finish() {} };
