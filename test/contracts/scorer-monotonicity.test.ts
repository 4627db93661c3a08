import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scorers } from '../../agreement/index.ts';
import { compareSets, type ExecutionMatrix, type Scorer } from '../../src/core/matrix.ts';
import type { Verdict } from '../../src/core/sandbox.ts';
import { anyProbed, matrixOf } from '../agreement/random-matrix.ts';

/** One more test, on which every candidate has the same verdict and returns the same. */
function withTest(matrix: ExecutionMatrix, verdict: Verdict): ExecutionMatrix {
  const entry = { id: 'new', weight: 1, origins: [{ variantId: 't::original', sample: 0 }] };
  return {
    ...matrix,
    tests: [...matrix.tests, entry],
    verdicts: matrix.verdicts.map((row) => [...row, verdict]),
    ...(matrix.outputs && { outputs: matrix.outputs.map((row) => [...row, '1']) }),
  };
}

/** Ids of the candidates that a rule ranks, tied ones together, best first; of some of them alone. */
function order(matrix: ExecutionMatrix, scorer: Scorer, only?: ReadonlySet<string>): string[][] {
  const groups: string[][] = [];
  const { sets } = scorer.rank(matrix);
  for (const [at, set] of sets.entries()) {
    const ids = set.candidates.map((row) => matrix.candidates[row]?.id ?? '').filter((id) => !only || only.has(id));
    const before = sets[at - 1];
    if (before && compareSets(before, set) === 0) groups.at(-1)?.push(...ids);
    else groups.push(ids);
  }
  return groups.filter((ids) => ids.length > 0).map((ids) => ids.sort());
}

const unmoved = (scorer: Scorer, verdict: Verdict) =>
  fc.property(anyProbed, (matrix) => {
    const before = order(matrix, scorer);
    expect(order(withTest(matrix, verdict), scorer, new Set(before.flat()))).toEqual(before);
  });

/**
 * Rules whose order a test that all pass cannot move. The others weigh the number of tests that a program passes against
 * those who agree with it, by their papers' own formulas, so that one test more for everyone shifts the balance.
 */
const NEVER_MOVED = new Set(['max-pass', 'plurality', 'mbr-exec']);

/** Rules that count a set by its samples and tests alone, so that a sample more can only help it. */
const KEEPS_LEAD = new Set(['codet', 'max-pass', 'plurality', 'mbr-exec', 'pattern-pass']);

describe.each(scorers)('scorer $name', (scorer) => {
  const { name } = scorer;
  test(`a new test that all programs pass ${NEVER_MOVED.has(name) ? 'changes nothing' : 'can change the order, as its formula says'}`, () => {
    const found = fc.check(unmoved(scorer, 'pass'), { numRuns: 2000, seed: 1 });
    expect(found.failed).toBe(!NEVER_MOVED.has(name));
  });

  test('a new test that all programs pass parts none that no test parted', () => {
    fc.assert(
      fc.property(anyProbed, (matrix) => {
        const { probes: _, ...plain } = matrix;
        const before = scorer.rank(plain).sets.map(({ candidates }) => [...candidates].sort());
        const after = scorer.rank(withTest(plain, 'pass')).sets.map(({ candidates }) => [...candidates].sort());
        for (const set of before) {
          expect(after.some((larger) => set.every((row) => larger.includes(row)))).toBe(true);
        }
      }),
    );
  });

  // What evidence learns from a test that nobody passes is that tests are wrong.
  if (name !== 'evidence')
    test('a new test that no program passes changes nothing', () => {
      fc.assert(unmoved(scorer, 'fail'));
    });

  test('of two sets as large, the one that passes more tests of the other and more is not behind', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), (common, more) => {
        const rows = [`${'p'.repeat(common)}${'p'.repeat(more)}`, `${'p'.repeat(common)}${'f'.repeat(more)}`];
        const matrix = { ...matrixOf(rows), outputs: rows.map((row) => [...row]) };
        expect(order(matrix, scorer)[0]).toContain('c000');
      }),
    );
  });

  if (KEEPS_LEAD.has(name))
    test('a set that leads still leads when one more sample of it comes', () => {
      fc.assert(
        fc.property(anyProbed, (matrix) => {
          const row = scorer.rank(matrix).sets[0]?.candidates[0];
          if (row === undefined) return;
          const origin = { variantId: 't::more', sample: 99 };
          const candidates = matrix.candidates.map((entry, at) =>
            at === row ? { ...entry, weight: entry.weight + 1, origins: [...entry.origins, origin] } : entry,
          );
          expect(order({ ...matrix, candidates }, scorer)[0]).toContain(matrix.candidates[row]?.id);
        }),
      );
    });
});
