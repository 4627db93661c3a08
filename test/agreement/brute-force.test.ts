import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findScorer } from '../../agreement/index.ts';
import { probeAgreement } from '../../agreement/output-agreement.ts';
import { EVIDENCE_SHAPE, rankByEvidence, testTrust } from '../../agreement/rank-by-evidence.ts';
import type { ExecutionMatrix, Ranking } from '../../src/core/matrix.ts';
import { plainAgreement, plainEvidence, plainScores } from './oracle-ranking.ts';
import { anyMatrix, anyProbed } from './random-matrix.ts';

const byId = (matrix: ExecutionMatrix, { sets }: Ranking) =>
  new Map(sets.flatMap((set) => set.candidates.map((row) => [matrix.candidates[row]?.id ?? '', set] as const)));
const scoresOf = (matrix: ExecutionMatrix, name: string) =>
  new Map([...byId(matrix, findScorer(name).rank(matrix))].map(([id, { score }]) => [id, score]));

describe.each(['codet', 'max-pass', 'mbr-exec', 'b4', 'srank', 'plurality'] as const)('%s', (name) => {
  test('agrees with its definition over single samples', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        const expected = plainScores(matrix, name);
        const scores = scoresOf(matrix, name);
        expect([...scores.keys()].sort()).toEqual([...expected.keys()].sort());
        for (const [id, score] of scores) expect(score).toBeCloseTo(expected.get(id) as number, 7);
      }),
    );
  });
});

test('fusion orders by the product of dense ranks of codet, b4 and srank, ties by output cluster', () => {
  fc.assert(
    fc.property(anyMatrix, (matrix) => {
      const parts = ['codet', 'b4', 'srank'].map((name) => scoresOf(matrix, name));
      const ranks = parts.map((scores) => {
        const distinct = [...new Set(scores.values())].sort((a, b) => b - a);
        return (id: string) => distinct.indexOf(scores.get(id) as number);
      });
      const cluster = plainScores(matrix, 'plurality');
      const ranked = byId(matrix, findScorer('fusion').rank(matrix));
      expect([...ranked.keys()].sort()).toEqual([...(parts[0]?.keys() ?? [])].sort());
      for (const [id, set] of ranked) {
        const score = -ranks.reduce((sum, rankOf) => sum + Math.log(1 + rankOf(id)), 0);
        expect(set.score).toBeCloseTo(score, 9);
        expect(set.tieBreak).toBe(cluster.get(id));
      }
    }),
  );
});

test('agreement on probes is that of its definition over single samples', () => {
  fc.assert(
    fc.property(anyProbed, (matrix) => {
      const expected = plainAgreement(matrix);
      const found = probeAgreement(matrix);
      expect(found === null).toBe(expected === null);
      for (const [row, { id }] of matrix.candidates.entries()) {
        if (found) expect(found[row]).toBeCloseTo(expected?.get(id) as number, 9);
      }
    }),
  );
});

test('evidence scores as its definition over single samples says, both with trusted tests and without', () => {
  const seen = { trusted: 0, ranks: 0, fusion: 0 };
  fc.assert(
    fc.property(anyProbed, fc.constantFrom(0.3, 0.6, EVIDENCE_SHAPE.trusted), (matrix, trusted) => {
      const expected = plainEvidence(matrix, trusted);
      const ranking = rankByEvidence(matrix, { ...EVIDENCE_SHAPE, trusted });
      if (expected === 'fusion') {
        seen.fusion++;
        expect(ranking).toEqual(findScorer('fusion').rank(matrix));
        return;
      }
      seen[testTrust(matrix) > trusted ? 'trusted' : 'ranks']++;
      const ranked = byId(matrix, ranking);
      expect([...ranked.keys()].sort()).toEqual([...expected.scores.keys()].sort());
      for (const [id, { score }] of ranked) expect(score).toBeCloseTo(expected.scores.get(id) as number, 6);
    }),
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});
