/** Waits for all calls before throwing the first failure, so that every paid reply is stored. */
export async function allAwaited<Result>(calls: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(calls);
  return Promise.all(calls);
}
