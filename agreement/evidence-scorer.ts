import type { Scorer } from '../src/core/matrix.ts';
import { EVIDENCE_SHAPE, rankByEvidence } from './rank-by-evidence.ts';

/**
 * Learns from the matrix how far its tests can be trusted, and counts accordingly; m is the agreement on probes
 * (`output-agreement.ts`, 1 without any).
 *
 * Where more than half of all cells pass, tests are evidence one by one: `q * sqrt(m)`, q the passed share of tests,
 * each weighed by the share of samples that pass it. It is CodeT's product with credible tests for tests and agreement
 * everywhere for the size of a set. Elsewhere tests are evidence only together with those who agree on them: the
 * product of ranks of `b4`, `srank` and m, and without probes `fusion`.
 *
 * Source: ours, derived in docs/agreement.md; the root is CodeT's (arXiv 2207.10397), the product of ranks that of
 * `fusion`. No constant is fitted; bench/regimes measures it.
 */
export const evidenceScorer: Scorer = {
  name: 'evidence',
  summary:
    'Learns from the matrix how far the tests can be trusted; counts agreement on probes, too, where there are any.',
  source: { title: 'CodeT', url: 'https://arxiv.org/abs/2207.10397', section: '3.2' },
  rank: (matrix) => rankByEvidence(matrix, EVIDENCE_SHAPE),
};
