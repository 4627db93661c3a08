import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findScorer } from '../../../agreement/index.ts';
import { memoryStore } from '../../../src/app/assembly/memory-store.ts';
import { type ImportedTask, sharedTestsOf } from '../../../src/core/imported-samples.ts';
import { compareSets, type ExecutionMatrix } from '../../../src/core/matrix.ts';
import { silentProgress } from '../../../src/core/progress.ts';
import { rankDraws } from '../../../src/pipeline/6-rank/rank-draws.ts';
import type { SamplingPlan } from '../../../src/pipeline/deps.ts';
import type { Weighted } from '../../../src/records/run-record.ts';
import { anyProbed } from '../../agreement/random-matrix.ts';

const WORDINGS = 3;

/** The samples of a matrix dealt to three wordings, and its tests to no wording in particular. */
function dealt(matrix: ExecutionMatrix): { readonly matrix: ExecutionMatrix; readonly given: ImportedTask } {
  let next = 0;
  const candidates = matrix.candidates.map((entry) => ({
    ...entry,
    origins: entry.origins.map(() => {
      const at = next++;
      return { variantId: `t::w${at % WORDINGS}`, sample: Math.floor(at / WORDINGS) };
    }),
  }));
  const shared = { variantId: sharedTestsOf('t'), sample: 0 };
  const tests = matrix.tests.map((entry) => ({ ...entry, origins: entry.origins.map(() => shared) }));
  const names = Array.from({ length: WORDINGS }, (_, at) => `t::w${at}`);
  const given: ImportedTask = {
    variants: names.map((id) => ({ id, taskId: 't', prompt: id, mutation: null })),
    programs: candidates.flatMap(({ origins }) => origins.map((origin) => ({ ...origin, text: '' }))),
    tests: [],
  };
  return { matrix: { ...matrix, candidates, tests }, given };
}

/** The part of a matrix that a draw took, written out: its candidates with the draw's own weights. */
function drawn(matrix: ExecutionMatrix, pool: readonly Weighted[]): ExecutionMatrix {
  const rows = pool.map(([row]) => row);
  const pick = <T>(table: readonly T[]) => rows.map((row) => table[row] as T);
  return {
    ...matrix,
    candidates: pool.map(([row, weight]) => ({
      ...(matrix.candidates[row] as (typeof matrix.candidates)[number]),
      weight,
    })),
    verdicts: pick(matrix.verdicts),
    outputs: pick(matrix.outputs ?? []),
    probes: { inputs: matrix.probes?.inputs ?? [], outputs: pick(matrix.probes?.outputs ?? []) },
  };
}

test.each(['codet', 'max-pass', 'evidence'] as const)(
  'every draw of imported samples is ranked as %s ranks its samples alone',
  async (rule) => {
    let compared = 0;
    const scorer = findScorer(rule);
    await fc.assert(
      fc.asyncProperty(anyProbed, fc.integer({ min: 1, max: 4 }), async (any, size) => {
        const { matrix, given } = dealt(any);
        if (matrix.candidates.length === 0) return;
        const store = memoryStore();
        await rankDraws([{ matrix }], {
          imported: { tasks: new Map([['t', given]]), plan: { size, draws: 4 } },
          scorer,
          plan: { seed: 5 } as SamplingPlan,
          store,
          progress: silentProgress,
        });
        for (const { size: samples, wordings: most, draws } of store.log('draws').all()) {
          for (const { pool, best, abstained, wordings } of draws) {
            expect(pool.reduce((sum, [, weight]) => sum + weight, 0)).toBe(samples);
            expect(wordings.length).toBeLessThanOrEqual(most);
            const { sets } = scorer.rank(drawn(matrix, pool));
            const [first] = sets;
            const tied = sets.filter((set) => first && compareSets(set, first) === 0);
            const rows = tied.flatMap(({ candidates }) => candidates.map((row) => pool[row]));
            expect(abstained).toBe(rows.length === 0);
            expect([...best].sort()).toEqual([...(abstained ? pool : rows)].sort());
            compared++;
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(300);
  },
);
