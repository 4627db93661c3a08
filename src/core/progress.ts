export interface Progress {
  start(stage: string, total: number | null): void;
  advance(done?: number): void;
  spend?(usd: number): void;
  /** A line that stays. */
  note(message: string): void;
  /** Ends the last stage; wait for the result before printing anything else. */
  finish(): void | Promise<void>;
}

export const silentProgress: Progress = { start() {}, advance() {}, note() {}, finish() {} };
