import { failureReasons } from '../analysis/calls/failure-limit.ts';
import type { FailedCall } from '../core/chat.ts';
import { ModelError } from '../core/errors.ts';

/** What there is to say where every one of some calls failed: the commonest reason, by its own code. */
export function allCallsFailed(failures: readonly FailedCall[]): ModelError {
  const [commonest] = failureReasons(failures);
  const all = failures.length === 1 ? 'the call failed' : `all ${failures.length} calls failed`;
  return new ModelError(
    commonest?.code ?? 'model-calls-failed',
    `${all}: ${commonest?.message ?? 'no reason is known'}`,
    {
      concernsAll: true,
      mend: 'Mend what the endpoint names, and ask again.',
    },
  );
}
