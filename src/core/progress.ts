/** Where long work says how far it is; writes to stderr or nowhere. */
export interface Progress {
  /** Starts a stage of `total` steps (null: unknown). */
  start(stage: string, total: number | null): void;
  /** `done` more steps of the current stage. */
  advance(done?: number): void;
  /** Money that was just spent, in USD. */
  spend?(usd: number): void;
  /** A line that stays. */
  note(message: string): void;
  /** Ends the last stage; what it returns is awaited before anything else is printed. */
  finish(): void | Promise<void>;
}

export const silentProgress: Progress = { start() {}, advance() {}, note() {}, finish() {} };
