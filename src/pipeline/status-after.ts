import { BudgetError } from '../core/errors.ts';
import type { RunStatus } from '../records/run-record.ts';

/** What the manifest says of work that ended with an error. */
export function statusAfter(error: unknown, signal: AbortSignal): RunStatus {
  if (signal.aborted) return 'interrupted';
  return error instanceof BudgetError ? 'budget-reached' : 'failed';
}
