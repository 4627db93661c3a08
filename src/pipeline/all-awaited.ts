/** Waits for all calls before the first failure is thrown, so that what was paid for is stored. */
export async function allAwaited<Result>(calls: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(calls);
  return Promise.all(calls);
}
