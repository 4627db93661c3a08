import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findScorer } from '../../../agreement/index.ts';
import { EVIDENCE_SHAPE } from '../../../agreement/rank-by-evidence.ts';
import { memoryStore } from '../../../src/app/estimation/memory-store.ts';
import { type ImportedTask, sharedTestsOf } from '../../../src/core/imported-samples.ts';
import type { ExecutionMatrix } from '../../../src/core/matrix.ts';
import { silentProgress } from '../../../src/core/progress.ts';
import { rankDraws } from '../../../src/pipeline/6-rank/rank-draws.ts';
import type { SamplingPlan } from '../../../src/pipeline/deps.ts';
import type { Weighted } from '../../../src/records/draws.ts';
import { plainEvidence, plainScores } from '../../agreement/oracle-ranking.ts';
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

function topOf(scores: ReadonlyMap<string, number>): string[] {
  const best = Math.max(...scores.values());
  return [...scores].flatMap(([id, score]) => (Math.abs(score - best) < 1e-9 ? [id] : [])).sort();
}

test.each(['codet', 'max-pass', 'evidence'] as const)(
  'every draw of imported samples is ranked as the definition of %s says of its samples alone',
  async (rule) => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(anyProbed, fc.integer({ min: 1, max: 4 }), async (any, size) => {
        const { matrix, given } = dealt(any);
        if (matrix.candidates.length === 0) return;
        const store = memoryStore();
        await rankDraws([{ matrix }], {
          imported: { tasks: new Map([['t', given]]), plan: { size, draws: 4 } },
          scorer: findScorer(rule),
          plan: { seed: 5 } as SamplingPlan,
          store,
          progress: silentProgress,
        });
        for (const record of store.log('draws').all()) {
          for (const { pool, best, abstained, wordings } of record.draws) {
            const part = drawn(matrix, pool);
            expect(pool.reduce((sum, [, weight]) => sum + weight, 0)).toBe(record.size);
            expect(wordings.length).toBeLessThanOrEqual(record.wordings);
            const plain = rule === 'evidence' ? plainEvidence(part, EVIDENCE_SHAPE.trusted) : null;
            if (plain === 'fusion') continue;
            const scores = rule === 'evidence' ? (plain?.scores ?? new Map()) : plainScores(part, rule);
            const weights = new Map(pool);
            for (const [row, weight] of best) expect(weight).toBe(weights.get(row));
            const ids = best.map(([row]) => record.candidateIds[row] ?? '').sort();
            expect(abstained).toBe(scores.size === 0);
            if (abstained) expect(best).toEqual(pool);
            // Ties of evidence go to the larger set.
            else if (rule === 'evidence') expect(topOf(scores)).toEqual(expect.arrayContaining(ids));
            else expect(ids).toEqual(topOf(scores));
            compared++;
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(300);
  },
);
