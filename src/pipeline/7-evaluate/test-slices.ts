import { hashOf } from '../../core/hash.ts';
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

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/** Tests of calls with hashes for their texts: the pieces of a test all hold the same ones, and those can be long. */
function shortTexts(): (test: SandboxTest) => unknown {
  const hashes = new Map<string, string>();
  const short = (text: string) => remembered(hashes, text, () => hashOf(text));
  return (test) => {
    if (test.body.kind !== 'calls') return test;
    const { inputs, expected } = test.body;
    const answers = expected?.map(({ form, text }) => [form, short(text)]);
    return { ...test, body: { ...test.body, inputs: short(inputs), expected: answers } };
  };
}

/** Official tests of one part, in the order in which they are run. */
export class TestSlices {
  readonly tests: readonly OfficialTest[];
  /** Inputs in growing pieces, so that the first one that fails ends a program; tests of any other kind in one. */
  readonly slices: readonly (readonly OfficialTest[])[];
  readonly #conditions: Omit<TestSuite, 'id' | 'tests'>;
  readonly #suites = new Map<string, TestSuite>();
  readonly #numbers = new Map<OfficialTest, number>();
  readonly #pieces = new Map<string, readonly OfficialTest[]>();
  readonly #short = shortTexts();

  /** @param suite all of them, in the order of the benchmark */
  constructor({ tests, ...conditions }: Omit<TestSuite, 'id' | 'tests'> & Pick<Oracle, 'tests'>) {
    const areInputs = tests.every(isInput);
    this.tests = areInputs ? tests.toSorted((one, other) => slowOf(one) - slowOf(other)) : tests;
    this.slices = areInputs ? [...cut(this.tests)] : [tests];
    this.#conditions = conditions;
  }

  /** Some of the tests, or of their pieces, as a suite; the same object for the same list. */
  suite(slice: readonly OfficialTest[]): TestSuite {
    return remembered(this.#suites, slice.map((test) => this.#numberOf(test)).join(' '), () => {
      // The cost of a test affects when it runs, not its meaning.
      const content = { ...this.#conditions, tests: slice.map(({ costMs: __, ...test }) => test) };
      return { id: hashOf({ ...content, tests: content.tests.map(this.#short) }), ...content };
    });
  }

  /** One of the tests in pieces of so many calls; the same objects every time. */
  pieces(test: OfficialTest, size: number): readonly OfficialTest[] {
    return remembered(this.#pieces, `${this.#numberOf(test)} ${size}`, () =>
      splitCalls(test, size).map((piece) => {
        return test.costMs ? { ...piece, costMs: (test.costMs * callsOf(piece)) / callsOf(test) } : piece;
      }),
    );
  }

  #numberOf(test: OfficialTest): number {
    return remembered(this.#numbers, test, () => this.#numbers.size);
  }
}
