import { ModelConfigError, ModelError } from '../core/errors.ts';

/** Failures before the endpoint did any work. */
const UNCHARGED = new Set([
  'model-rate-limited',
  'model-unreachable',
  'model-request-refused',
  'model-content-filtered',
  'model-context-exceeded',
]);

/** Whether a failed call may have been charged for: turned away at the door it was not; anything else may have been. */
export function mayBeCharged(error: unknown): boolean {
  if (error instanceof ModelConfigError) return false;
  return !(error instanceof ModelError && UNCHARGED.has(error.code));
}
