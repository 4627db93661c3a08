import type { SandboxJob, SandboxResult } from '../core/sandbox.ts';

/** One program that somebody waits for. */
export interface QueueRow {
  readonly job: SandboxJob;
  readonly signal: AbortSignal;
  readonly resolve: (result: SandboxResult) => void;
  readonly reject: (error: unknown) => void;
  isOver: boolean;
}

/** Tells who waits that there is no result, unless something was told before. */
export function rejectRow(row: QueueRow, error: unknown): void {
  if (row.isOver) return;
  row.isOver = true;
  row.reject(error);
}
