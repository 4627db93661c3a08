import type { FailedCall } from '../../core/chat.ts';
import { ConfigError, ModelError } from '../../core/errors.ts';
import { groupBy } from '../../core/group-by.ts';
import { wilsonInterval } from '../../statistics/wilson.ts';

/** How many single calls may fail before a run ends: a number, or a share of the calls so far. */
export type FailureLimit = { readonly count: number } | { readonly share: number };

/** Fewest calls for a share to be meaningful. */
const FEWEST_CALLS = 20;
/** Standard errors; many looks are taken at one run. */
const SURE = 3;
/** Fewest tasks with failures: fewer are a property of these tasks, and one bad prompt must not end a run. */
const FEWEST_TASKS = 3;

/** @throws ConfigError where the text is neither a whole number nor a percentage. */
export function parseFailureLimit(text: string): FailureLimit {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  const value = Number(digits);
  if (digits !== undefined && percent === '%' && value <= 100) return { share: value / 100 };
  if (digits !== undefined && percent === '' && Number.isInteger(value)) return { count: value };
  throw new ConfigError('failure-limit-invalid', `--max-failures ${text} is neither a number nor a percentage`, {
    hint: 'Write a number of calls, such as 5, or a share of them, such as 10%.',
  });
}

/** The kinds of some failures, the commonest first, with what the endpoint said of the first of each. */
export function failureReasons(failures: readonly FailedCall[]) {
  return [...groupBy(failures, ({ failure }) => failure.code)]
    .map(([code, calls]) => ({
      code,
      message: calls[0]?.failure.message ?? '',
      calls: calls.length,
      tasks: new Set(calls.map(({ taskId }) => taskId)).size,
    }))
    .sort((a, b) => b.calls - a.calls);
}

/**
 * Whether more calls failed than allowed. A share counts from 20 calls on, and from failures in three tasks or in all
 * that there are.
 *
 * @param isWhole false while the run goes on: then the share of all later calls counts, and it must surely (by three
 * standard errors) be too large, since fast failures are counted before slow answers
 * @param tasks of the run; many by default
 */
export function exceedsLimit(
  failures: readonly FailedCall[],
  calls: number,
  limit: FailureLimit,
  { isWhole, tasks = FEWEST_TASKS }: { readonly isWhole: boolean; readonly tasks?: number },
): boolean {
  if ('count' in limit) return failures.length > limit.count;
  const hit = new Set(failures.map(({ taskId }) => taskId)).size;
  if (calls < FEWEST_CALLS || hit < Math.min(FEWEST_TASKS, tasks)) return false;
  const share = isWhole ? failures.length / calls : wilsonInterval(failures.length, calls, SURE).low;
  return share > limit.share;
}

/** The error that ends a run with too many failures; it names the commonest reason. */
export function tooManyFailures(failures: readonly FailedCall[], calls: number): ModelError {
  const [commonest] = failureReasons(failures);
  const reason = commonest ? `; the commonest reason (${commonest.calls}): ${commonest.message}` : '';
  return new ModelError('model-calls-failed', `${failures.length} of ${calls} calls failed${reason}`, {
    concernsAll: true,
    hint:
      'Fix what the endpoint names. The same command resumes; --retry-failed asks again for what failed, ' +
      '--max-failures 50% lets more of it fail.',
  });
}
