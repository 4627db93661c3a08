import type { CallsBody, SandboxTest } from '../../core/sandbox.ts';

/** How many calls of a large cell are run again together before they are run one by one. */
export const CALLS_A_PIECE = 64;

function rangeOf({ count, only }: CallsBody): readonly [number, number] {
  if (only === undefined) return [0, count];
  return typeof only === 'number' ? [only, only + 1] : only;
}

/** How many calls a test makes; 1 where it is not a test of calls. */
export function callsOf({ body }: SandboxTest): number {
  if (body.kind !== 'calls') return 1;
  const [from, to] = rangeOf(body);
  return to - from;
}

/** A test of many calls as tests of so many calls each, in order; any other test, or one in one piece, as it is. */
export function cutCalls<Test extends SandboxTest>(test: Test, sizes: readonly number[]): Test[] {
  const { id, body } = test;
  if (body.kind !== 'calls' || sizes.length === 1) return [test];
  let [from] = rangeOf(body);
  return sizes.map((size) => {
    const only = size === 1 ? from : ([from, from + size] as const);
    from += size;
    return { ...test, id: `${id}/${typeof only === 'number' ? only : only.join('-')}`, body: { ...body, only } };
  });
}

/** A test of many calls as tests of no more than `size` calls each; any other test as it is. */
export function splitCalls<Test extends SandboxTest>(test: Test, size = 1): Test[] {
  const calls = callsOf(test);
  return cutCalls(
    test,
    Array.from({ length: Math.ceil(calls / size) }, (_, at) => Math.min(size, calls - at * size)),
  );
}
