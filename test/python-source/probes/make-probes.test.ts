import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../../src/core/random.ts';
import { isBalanced } from '../../../src/python-source/probes/invariants.ts';
import { makeProbes, PROBE_CHARACTERS, writeCall } from '../../../src/python-source/probes/make-probes.ts';
import { isHashable, type PythonValue } from '../../../src/python-source/probes/python-value.ts';
import { callsIn, callsInProse, callsOfTests, type SeedCall } from '../../../src/python-source/probes/seed-calls.ts';
import { isValidPython } from '../../../src/python-source/syntax/parse-python.ts';

const seedsOf = (...calls: string[]) => calls.flatMap((call) => callsIn(call, 'f'));
const probesOf = (seeds: readonly SeedCall[], count = 40, seed = 0) => makeProbes(seeds, 'f', count, createRng(seed));
const valuesOf = (probes: readonly string[]) =>
  probes.map((probe) => callsIn(probe, 'f')[0]?.map(({ value }) => value) ?? []);
const plain = (value: PythonValue): unknown => {
  if (value.kind === 'none') return null;
  if ('items' in value) return value.items.map(plain);
  return 'entries' in value ? value.entries : value.value;
};

describe('seeds of probes', () => {
  it('are the literal calls of tests, through names and keywords', () => {
    const assertion = { kind: 'assertion', code: 'xs = [1, -2]\nassert f(xs, key="a\\n") == {(1,): None}' } as const;
    const [call] = callsOfTests([assertion], 'f');
    expect(call && writeCall('f', call)).toBe("f([1, -2], key='a\\n')");
  });

  it('are methods and calls with dotted names, never calls of something computed', () => {
    const code =
      'class T:\n def test_a(self):\n  n = 3\n  self.assertEqual(sut.f(n), 2)\n  f(g(1))\n  f(n + 1)\n  f(*n)\n';
    expect(callsIn(code, 'f').map((call) => writeCall('f', call))).toEqual(['f(3)']);
  });

  it('are the examples of a prompt', () => {
    const prompt =
      'Say what.\n    >>> f([1.5, True], {"a": 1})\n    2\n    f(")") is 0, g(f) is not, and of(3) neither';
    expect(callsInProse(prompt, 'f').map((call) => writeCall('f', call))).toEqual([
      "f([1.5, True], {'a': 1})",
      "f(')')",
    ]);
  });
});

describe('probes', () => {
  it('are none without a seed', () => {
    expect(probesOf([])).toEqual([]);
    expect(probesOf(seedsOf('f()'))).toEqual([]);
  });

  it('are a beginning of more probes', () => {
    const seeds = seedsOf('f([1, 2, 3], 2)', 'f([4], 0)');
    expect(probesOf(seeds, 40).slice(0, 10)).toEqual(probesOf(seeds, 10));
    expect(probesOf(seeds, 40)).toHaveLength(40);
  });

  const ascends = (xs: number[]) => xs.every((x, at) => at === 0 || x >= (xs[at - 1] as number));
  // biome-ignore lint/suspicious/noExplicitAny: each row has values of its own types
  it.each<[string, string, (...values: any[]) => boolean]>([
    ['order', 'f([1, 4, 9]); f([2, 3, 7, 8])', ascends],
    ['equal sizes', "f([1, 2], 'ab'); f([3], 'c')", (xs, text) => xs.length === text.length],
    ['sign', 'f(3); f(100)', (n) => n > 0],
    ['something in it', 'f([1]); f([2, 3])', (xs) => xs.length > 0],
    ['brackets', "f('(()())'); f('()')", isBalanced],
    ['digits', "f('0417'); f('99')", (text) => /^\d*$/.test(text)],
    ['tables', 'f([[1, 2], [3, 4]]); f([[5], [6]])', (rows) => new Set(rows.map((row: []) => row.length)).size <= 1],
    ['one type', "f(['a', 'b']); f(['c'])", (xs) => xs.every((x: unknown) => typeof x === 'string')],
    ['an alphabet', "f('0110'); f('1001')", (text) => /^[01]*$/.test(text)],
    ['fractions', "f('1/2'); f('3/45'); f('10/7')", (text) => /^(\d+\/\d+)?$/.test(text)],
  ])('keep what is true of all seeds: %s', (_, calls, holds) => {
    const probes = probesOf(seedsOf(...calls.split('; ')));
    expect(probes.length).toBeGreaterThan(0);
    for (const values of valuesOf(probes)) expect(holds(...values.map(plain)), values.map(plain).join()).toBe(true);
  });

  const leaf: fc.Arbitrary<PythonValue> = fc.oneof(
    fc.constant<PythonValue>({ kind: 'none' }),
    fc.boolean().map((value): PythonValue => ({ kind: 'bool', value })),
    fc.integer().map((value): PythonValue => ({ kind: 'int', value })),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value): PythonValue => ({ kind: 'float', value })),
    fc.string({ unit: 'binary', maxLength: 20 }).map((value): PythonValue => ({ kind: 'str', value })),
  );
  const { value: anyValue } = fc.letrec<{ value: PythonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.record({
        kind: fc.constantFrom('list' as const, 'tuple' as const),
        items: fc.array(tie('value'), { maxLength: 4 }),
      }),
      fc.array(leaf, { maxLength: 4 }).map((items): PythonValue => ({ kind: 'set', items })),
      fc
        .array(fc.tuple(leaf, tie('value')), { maxLength: 3 })
        .map((entries): PythonValue => ({ kind: 'dict', entries })),
    ),
  }));
  const anySeeds = fc.integer({ min: 1, max: 3 }).chain((count) =>
    fc.array(
      fc.array(
        anyValue.map((value) => ({ name: null, value })),
        { minLength: count, maxLength: count },
      ),
      { minLength: 1, maxLength: 4 },
    ),
  );

  it('are for all seeds valid, distinct, bounded, none of them a seed, of the types of the seeds, the same each time', () => {
    fc.assert(
      fc.property(anySeeds, fc.integer(), (seeds, seed) => {
        const probes = probesOf(seeds, 12, seed);
        expect(probesOf(seeds, 12, seed)).toEqual(probes);
        expect(new Set(probes).size).toBe(probes.length);
        const known = new Set(seeds.map((call) => writeCall('f', call)));
        for (const probe of probes) {
          expect(known.has(probe)).toBe(false);
          expect(probe.length).toBeLessThanOrEqual(PROBE_CHARACTERS);
          expect(isValidPython(probe), probe).toBe(true);
        }
        for (const values of valuesOf(probes)) {
          expect(values).toHaveLength(seeds[0]?.length ?? 0);
          for (const [at, { kind }] of values.entries()) {
            expect(seeds.map((call) => call[at]?.value.kind)).toContain(kind);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('hold nothing in sets and keys that Python refuses there', () => {
    const probes = probesOf(seedsOf('f({1, 2}, {(1, 2): [3]})', "f({'a'}, {(4, 5): []})"));
    for (const values of valuesOf(probes)) {
      for (const value of values) {
        if (value.kind === 'set') expect(value.items.every(isHashable)).toBe(true);
        if (value.kind === 'dict') expect(value.entries.every(([key]) => isHashable(key))).toBe(true);
      }
    }
    expect(probes).toHaveLength(40);
  });
});
