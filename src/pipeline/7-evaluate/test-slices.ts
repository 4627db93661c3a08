import { hashOf } from '../../core/hash.ts';
import { oncePer } from '../../core/once-per.ts';
import type { OfficialTest, Oracle } from '../../core/oracle.ts';
import type { CallsBody, SandboxTest, TestSuite } from '../../core/sandbox.ts';

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

/** A test of any kind, possibly with the time that the reference took. */
type CostedTest = SandboxTest & Pick<OfficialTest, 'costMs'>;

/** A test of many calls as tests of so many each, with shares of its cost; any other, or one piece, as it is. */
export function cutCalls<Test extends CostedTest>(test: Test, sizes: readonly number[]): Test[] {
  const { id, body, costMs } = test;
  if (body.kind !== 'calls' || sizes.length === 1) return [test];
  let [from] = rangeOf(body);
  return sizes.map((size) => {
    const only = size === 1 ? from : ([from, from + size] as const);
    from += size;
    const share = costMs && { costMs: (costMs * size) / callsOf(test) };
    const name = typeof only === 'number' ? only : only.join('-');
    return { ...test, id: `${id}/${name}`, body: { ...body, only }, ...share };
  });
}

/** A test of many calls as tests of no more than `size` calls each; any other test as it is. */
export function splitCalls<Test extends CostedTest>(test: Test, size = 1): Test[] {
  const calls = callsOf(test);
  const sizes = Array.from({ length: Math.ceil(calls / size) }, (_, at) => Math.min(size, calls - at * size));
  return cutCalls(test, sizes);
}

/** From this on a test of the reference goes after those that are quick. */
const SLOW_MS = 250;
/** Each slice holds so many times the tests of the one before: a wrong program ends early, a right one makes few trips. */
const GROWTH = 4;

/** One of many inputs of a program: after one that fails, or takes too long, the others cannot save it. */
export const isInput = ({ body }: OfficialTest) => body.kind === 'calls' || body.kind === 'stdio';

/** Many calls that share a cell. */
export const isShared = (test: OfficialTest) => callsOf(test) > 1;

/** What the reference took, where that is long enough to put the test off. */
const slowOf = ({ costMs = 0 }: OfficialTest) => (costMs < SLOW_MS ? 0 : costMs);

/** Cuts where the kind changes, and in growing pieces: 1, 4, 16, … */
function* cut(tests: readonly OfficialTest[]): Iterable<readonly OfficialTest[]> {
  let size = 1;
  for (let from = 0; from < tests.length; ) {
    const first = tests[from] as OfficialTest;
    let to = from + 1;
    while (to < tests.length && to < from + size && isShared(tests[to] as OfficialTest) === isShared(first)) to++;
    yield tests.slice(from, to);
    from = to;
    size *= GROWTH;
  }
}

/** Tests of calls with hashes for their texts: the pieces of a test all hold the same ones, and those can be long. */
function withShortTexts(test: SandboxTest, hashes: Map<string, string>): unknown {
  if (test.body.kind !== 'calls') return test;
  const short = (text: string) => {
    const hash = hashes.get(text) ?? hashOf(text);
    hashes.set(text, hash);
    return hash;
  };
  const { inputs, expected } = test.body;
  const answers = expected?.map(({ form, text }) => [form, short(text)]);
  return { ...test, body: { ...test.body, inputs: short(inputs), expected: answers } };
}

/** Official tests of one part in running order, and lists of them as suites: the same objects for all programs. */
export function sliceTests(suite: Omit<TestSuite, 'id' | 'tests'> & Pick<Oracle, 'tests'>) {
  const areInputs = suite.tests.every(isInput);
  const tests = areInputs ? suite.tests.toSorted((one, other) => slowOf(one) - slowOf(other)) : suite.tests;
  const hashes = new Map<string, string>();
  return {
    tests,
    /** Inputs in growing pieces, so that the first one that fails ends a program; tests of any other kind in one. */
    slices: areInputs ? [...cut(tests)] : [tests],
    suite: oncePer((some: readonly OfficialTest[]): TestSuite => {
      // The cost of a test affects when it runs, not its meaning.
      const content = { ...suite, tests: some.map(({ costMs: _, ...test }) => test) };
      const short = content.tests.map((test) => withShortTexts(test, hashes));
      return { id: hashOf({ ...content, tests: short }), ...content };
    }),
    pieces: oncePer((test: OfficialTest) => splitCalls(test, CALLS_A_PIECE).map((piece) => [piece])),
    calls: oncePer((test: OfficialTest) => splitCalls(test)),
  };
}

export type TestSlices = ReturnType<typeof sliceTests>;
