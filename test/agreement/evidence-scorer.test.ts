import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceScorer } from '../../agreement/evidence-scorer.ts';
import { fusionScorer } from '../../agreement/fusion-scorer.ts';
import { scorers } from '../../agreement/index.ts';
import { probeAgreement } from '../../agreement/output-agreement.ts';
import { anyProbed, matrixOf, outputsOf, probed } from './random-matrix.ts';

describe('agreement on probes', () => {
  it('is the share of samples that return the same, raising agreeing with nobody', () => {
    const matrix = matrixOf(['p', 'p', 'p'], { candidateWeights: [2, 1, 1] });
    expect([...(probeAgreement(probed(matrix, outputsOf('1', '1', '-'))) ?? [])]).toEqual([0.75, 0.75, 0]);
  });

  it('counts an input by the share of samples that return anything', () => {
    const matrix = matrixOf(['p', 'p', 'p', 'p']);
    const shares = probeAgreement(probed(matrix, outputsOf('1 -', '1 -', '1 -', '2 9')));
    expect((shares?.[0] ?? 0) > 2 * (shares?.[3] ?? 0)).toBe(true);
    expect(probeAgreement(probed(matrix, outputsOf('-', '-', '-', '-')))).toBeNull();
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
    const matrix = probed(matrixOf(['ppp', 'ppp', 'ppp']), outputsOf('1 1', '1 2', '1 1'));
    expect(evidenceScorer.rank(matrix).sets.map(({ candidates }) => candidates)).toEqual([[0, 2], [1]]);
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
});
