import type { Scorer } from '../src/core/matrix.ts';
import { EVIDENCE_SHAPE, rankByEvidence } from './rank-by-evidence.ts';

/**
 * Estimates from the matrix how far its tests can be trusted (`testTrust`), and weighs them accordingly; m is a
 * candidate's agreement on probes (`probeAgreement`), 1 without any.
 *
 * If the tests can be trusted, each is evidence by itself: `n * sqrt(m)`, n the passed test occurrences: CodeT's
 * product with agreement on inputs without an expected value in place of the size of the set. Otherwise tests are
 * evidence only together with the programs that agree on them: the product of ranks of `b4`, `srank` and m, and without
 * probes `fusion`.
 *
 * Source: ours, derived in docs/agreement.md; the product with a root is CodeT's (arXiv 2207.10397, section 3.2), the
 * product of ranks that of `fusion`; measured by bench/regimes.
 */
export const evidenceScorer: Scorer = {
  name: 'evidence',
  summary:
    'Learns from the matrix how far the tests can be trusted; counts agreement on probes, too, where there are any.',
  probes: 40,
  source: { title: 'CodeT', url: 'https://arxiv.org/abs/2207.10397', section: '3.2' },
  rank: (matrix) => rankByEvidence(matrix, EVIDENCE_SHAPE),
};
