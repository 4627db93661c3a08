import type { Sandbox, SandboxJob, SandboxResult } from '../../core/sandbox.ts';

interface Options {
  /** Jobs submitted to the sandbox whose results were not yet taken; bounds memory. */
  readonly inFlight: number;
  readonly signal: AbortSignal;
}

/**
 * Results in the order of the jobs. A job is taken from its source only when there is room for it, so that millions of
 * them can be streamed; `context` travels along untouched. Where the source fails, the results of the jobs before come
 * first.
 */
export async function* runJobs<Context>(
  sandbox: Sandbox,
  jobs: Iterable<{ job: SandboxJob; context: Context }> | AsyncIterable<{ job: SandboxJob; context: Context }>,
  { inFlight, signal }: Options,
): AsyncIterable<{ result: SandboxResult; context: Context }> {
  const running: Promise<{ result: SandboxResult; context: Context }>[] = [];
  const source = Symbol.asyncIterator in jobs ? jobs[Symbol.asyncIterator]() : jobs[Symbol.iterator]();
  const failures: unknown[] = [];
  for (;;) {
    const next = await Promise.resolve()
      .then(() => source.next())
      .catch((error: unknown) => {
        failures.push(error);
        return { done: true, value: undefined } as const;
      });
    if (next.done) break;
    const { job, context } = next.value;
    const pending = sandbox.run(job, signal).then((result) => ({ result, context }));
    // It is awaited below, in its turn; until then a failure must not count as unhandled.
    pending.catch(() => {});
    running.push(pending);
    if (running.length >= inFlight) yield await (running.shift() as (typeof running)[number]);
  }
  while (running.length > 0) yield await (running.shift() as (typeof running)[number]);
  if (failures.length > 0) throw failures[0];
}
