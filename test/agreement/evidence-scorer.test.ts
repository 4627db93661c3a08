import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceScorer } from '../../agreement/evidence-scorer.ts';
import { fusionScorer } from '../../agreement/fusion-scorer.ts';
import { scorers } from '../../agreement/index.ts';
import { probeAgreement } from '../../agreement/output-agreement.ts';
import type { ExecutionMatrix, MatrixEntry, Ranking } from '../../src/core/matrix.ts';
import { leastCpuMs } from '../least-cpu-ms.ts';
import { anyProbed, matrixOf, probed } from './random-matrix.ts';

const idsOf = (matrix: ExecutionMatrix, { sets }: Ranking) =>
  sets.map(({ candidates, score, tieBreak }) => [candidates.map((row) => matrix.candidates[row]?.id), score, tieBreak]);

describe('agreement on probes', () => {
  it('is the share of samples that return the same, raising agreeing with nobody', () => {
    const matrix = matrixOf(['p', 'p', 'p'], { candidateWeights: [2, 1, 1] });
    const shares = probeAgreement(probed(matrix, [['1'], ['1'], [null]]));
    expect([...(shares ?? [])]).toEqual([0.75, 0.75, 0]);
  });

  it('counts an input by the share of samples that return anything', () => {
    const matrix = matrixOf(['p', 'p', 'p', 'p']);
    const shares = probeAgreement(
      probed(matrix, [
        ['1', null],
        ['1', null],
        ['1', null],
        ['2', '9'],
      ]),
    );
    expect((shares?.[0] ?? 0) > 2 * (shares?.[3] ?? 0)).toBe(true);
    expect(probeAgreement(probed(matrix, [[null], [null], [null], [null]]))).toBeNull();
    expect(probeAgreement(matrix)).toBeNull();
  });
});

describe('the rule evidence', () => {
  it('goes by tests where they can be trusted: one program that passes more beats many', () => {
    const matrix = matrixOf(['pppppppppp', 'pppppppppf', 'pppppppppf', 'pppppppppf']);
    expect(evidenceScorer.rank(matrix).sets[0]?.candidates).toEqual([0]);
  });

  it('is fusion where no program passes nearly all tests and nothing was probed', () => {
    const matrix = matrixOf(['pfffff', 'fpffff', 'fpffff', 'ffffff']);
    expect(evidenceScorer.rank(matrix)).toEqual(fusionScorer.rank(matrix));
  });

  it('parts by probes programs that pass the same tests', () => {
    const matrix = probed(matrixOf(['ppp', 'ppp', 'ppp']), [
      ['1', '1'],
      ['1', '2'],
      ['1', '1'],
    ]);
    expect(evidenceScorer.rank(matrix).sets.map(({ candidates }) => candidates)).toEqual([[0, 2], [1]]);
  });

  it('shows the order of rows nowhere', () => {
    fc.assert(
      fc.property(anyProbed, fc.infiniteStream(fc.nat()), (matrix, numbers) => {
        const order = matrix.candidates
          .map((_, at) => [numbers.next().value, at] as const)
          .sort(([a], [b]) => a - b)
          .map(([, at]) => at);
        const pick = <T>(rows: readonly T[]) => order.map((at) => rows[at] as T);
        const shuffled: ExecutionMatrix = {
          ...matrix,
          candidates: pick(matrix.candidates),
          verdicts: pick(matrix.verdicts),
          outputs: pick(matrix.outputs ?? []),
          probes: { inputs: matrix.probes?.inputs ?? [], outputs: pick(matrix.probes?.outputs ?? []) },
        };
        expect(idsOf(shuffled, evidenceScorer.rank(shuffled))).toEqual(idsOf(matrix, evidenceScorer.rank(matrix)));
      }),
    );
  });

  it('counts a weight as so many duplicates', () => {
    fc.assert(
      fc.property(anyProbed, (matrix) => {
        const copies = matrix.candidates.flatMap(({ weight }, row) => Array.from({ length: weight }, () => row));
        const entry = (row: number, at: number): MatrixEntry => ({
          ...(matrix.candidates[row] as MatrixEntry),
          id: `d${at}`,
          weight: 1,
        });
        const pick = <T>(rows: readonly T[]) => copies.map((row) => rows[row] as T);
        const spread: ExecutionMatrix = {
          ...matrix,
          candidates: copies.map(entry),
          verdicts: pick(matrix.verdicts),
          outputs: pick(matrix.outputs ?? []),
          probes: { inputs: matrix.probes?.inputs ?? [], outputs: pick(matrix.probes?.outputs ?? []) },
        };
        const scores = (of: ExecutionMatrix, back: (row: number) => number) =>
          new Map(
            evidenceScorer
              .rank(of)
              .sets.flatMap(({ candidates, score }) => candidates.map((row) => [back(row), score])),
          );
        const whole = scores(matrix, (row) => row);
        for (const [row, score] of scores(spread, (at) => copies[at] as number)) expect(whole.get(row)).toBe(score);
      }),
    );
  });

  it('lets no other rule see the probes', () => {
    fc.assert(
      fc.property(anyProbed, (matrix) => {
        const { probes: _, ...without } = matrix;
        for (const scorer of scorers) {
          if (scorer !== evidenceScorer) expect(scorer.rank(matrix)).toEqual(scorer.rank(without));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('ranks 1,000 programs on 1,000 tests and 40 probes in a second', () => {
    const rows = Array.from({ length: 1000 }, (_, row) =>
      Array.from({ length: 1000 }, (_, at) => ((row * 7 + at * row) % 5 < 2 ? 'p' : 'f')).join(''),
    );
    const outputs = rows.map((_, row) => Array.from({ length: 40 }, (_, at) => `${(row * at) % 17}`));
    const matrix = probed(
      { ...matrixOf(rows), outputs: rows.map((line, row) => [...line].map((_, at) => `${(row + at) % 9}`)) },
      outputs,
    );
    expect(leastCpuMs(() => evidenceScorer.rank({ ...matrix }), 2000)).toBeLessThan(2000);
  });
});
