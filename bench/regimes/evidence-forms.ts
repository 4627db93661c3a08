import { b4Scorer } from '../../agreement/b4-scorer.ts';
import { findConsensusSets } from '../../agreement/consensus-sets.ts';
import { denseRanks, denseRanksOf } from '../../agreement/dense-ranks.ts';
import { fusionScorer } from '../../agreement/fusion-scorer.ts';
import { EVIDENCE_SHAPE, rankByEvidence, testTrust } from '../../agreement/rank-by-evidence.ts';
import { toRanking } from '../../agreement/rank-consensus-sets.ts';
import { groupBy } from '../../agreement/rank-output-clusters.ts';
import { srankScorer } from '../../agreement/srank-scorer.ts';
import type { ExecutionMatrix, Ranking } from '../../src/core/matrix.ts';

/** Another form of the rule `evidence`; `runTrust` is the mean trust over the tasks of the run that the matrix is of. */
export interface EvidenceForm {
  readonly name: string;
  readonly rank: (matrix: ExecutionMatrix, runTrust: number) => Ranking;
}

const { trusted, power } = EVIDENCE_SHAPE;
const DIGITS = 1e9;
const rounded = (value: number) => Math.round(value * DIGITS) / DIGITS;

function ranked(matrix: ExecutionMatrix, scores: readonly (number | null)[]): Ranking {
  const sets = findConsensusSets(matrix).flatMap((set) =>
    [...groupBy(set.candidates, (row) => scores[row] ?? null)].flatMap(([score, candidates]) =>
      score === null ? [] : [{ candidates, tests: set.tests, score: rounded(score), tieBreak: set.samples }],
    ),
  );
  return toRanking(matrix, sets);
}

/** Test occurrences that each candidate passes. */
function passesOf({ candidates, tests, verdicts }: ExecutionMatrix): number[] {
  return candidates.map((_, row) =>
    tests.reduce((sum, { weight }, column) => sum + (verdicts[row]?.[column] === 'pass' ? weight : 0), 0),
  );
}

const entropy = (shares: readonly number[]) =>
  shares.reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0);

/** The agreement on probes with other votes than samples; `parting` counts a probe by how far it parts them. */
function agreement({ candidates, probes }: ExecutionMatrix, votes: readonly number[], parting = false) {
  const all = votes.reduce((sum, vote) => sum + vote, 0);
  if (!probes || all === 0) return null;
  const sums = new Array<number>(candidates.length).fill(0);
  let whole = 0;
  for (const input of probes.inputs.keys()) {
    const byText = groupBy([...candidates.keys()], (row) => probes.outputs[row]?.[input] ?? null);
    const counts = [...byText].flatMap(([text, rows]) =>
      text === null ? [] : [{ rows, count: rows.reduce((sum, row) => sum + (votes[row] ?? 0), 0) }],
    );
    const returned = counts.reduce((sum, { count }) => sum + count, 0);
    const weight = returned * (parting ? entropy(counts.map(({ count }) => count / Math.max(returned, 1e-12))) : 1);
    whole += weight;
    for (const { rows, count } of counts) for (const row of rows) sums[row] = (sums[row] ?? 0) + weight * count;
  }
  return whole === 0 ? null : sums.map((sum) => rounded(sum / (whole * all)));
}

/** The rule with another agreement in the place of m. */
function withAgreement(matrix: ExecutionMatrix, m: readonly number[] | null, trust = testTrust(matrix)): Ranking {
  const n = passesOf(matrix);
  if (trust > trusted)
    return ranked(
      matrix,
      n.map((passed, row) => passed * (m?.[row] ?? 1) ** power),
    );
  return m ? ranked(matrix, productOfRanks(matrix, m)) : fusionScorer.rank(matrix);
}

function productOfRanks(matrix: ExecutionMatrix, m: readonly number[]): (number | null)[] {
  const parts = [denseRanks(matrix, b4Scorer), denseRanks(matrix, srankScorer), denseRanksOf(Float64Array.from(m))];
  return matrix.candidates.map((_, row) => {
    const own = parts.map((ranks) => ranks[row] ?? -1);
    return own.some((rank) => rank < 0) ? null : -own.reduce((sum, rank) => sum + Math.log1p(rank), 0);
  });
}

const samples = ({ candidates }: ExecutionMatrix) => candidates.map(({ weight }) => weight);

/** Votes by how many tests their candidate passes: w (n / largest n)^beta. */
function credible(matrix: ExecutionMatrix, beta: number): number[] {
  const n = passesOf(matrix);
  const most = Math.max(1, ...n);
  return samples(matrix).map((weight, row) => weight * ((n[row] ?? 0) / most) ** beta);
}

/** Samples that do the same on all tests and probes. */
function jointShare(matrix: ExecutionMatrix): number[] {
  const weights = samples(matrix);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = new Array<number>(weights.length).fill(0);
  const keyOf = (row: number) =>
    JSON.stringify([
      matrix.verdicts[row]?.map((verdict) => verdict === 'pass'),
      matrix.outputs?.[row],
      matrix.probes?.outputs[row],
    ]);
  for (const rows of groupBy([...weights.keys()], keyOf).values()) {
    const own = rows.reduce((sum, row) => sum + (weights[row] ?? 0), 0);
    for (const row of rows) shares[row] = own / all;
  }
  return shares;
}

const softmax = (scores: readonly (number | null)[]) => {
  const most = Math.max(...scores.map((score) => score ?? Number.NEGATIVE_INFINITY));
  const parts = scores.map((score) => (score === null ? 0 : Math.exp(score - most)));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => (whole > 0 ? part / whole : 0));
};

/** Both ways as distributions over candidates, mixed by how sure the trust is: a test is worth a factor of ten. */
function mixture(matrix: ExecutionMatrix, width: number): Ranking {
  const m = agreement(matrix, samples(matrix));
  const n = passesOf(matrix);
  if (!m) return withAgreement(matrix, null);
  const share = 1 / (1 + Math.exp(-(testTrust(matrix) - trusted) / width));
  const passing = n.map((passed, row) =>
    passed > 0 ? passed * Math.log(10) + power * Math.log(Math.max(m[row] ?? 0, 1e-9)) : null,
  );
  const [one, other] = [softmax(passing), softmax(productOfRanks(matrix, m))];
  return ranked(
    matrix,
    n.map((passed, row) =>
      passed > 0 ? Math.log(share * (one[row] ?? 0) + (1 - share) * (other[row] ?? 0) + 1e-30) : null,
    ),
  );
}

/** Programs and tests rate each other (after Dawid and Skene 1979): a test counts by the belief in what passes it. */
function ratedByEachOther(matrix: ExecutionMatrix): Ranking {
  const weights = samples(matrix);
  let votes = credible(matrix, 1);
  let scores: (number | null)[] = [];
  for (let round = 0; round < 20; round++) {
    const all = votes.reduce((sum, vote) => sum + vote, 0) || 1;
    const reliability = matrix.tests.map(
      (test, column) =>
        (test.weight *
          votes.reduce((sum, vote, row) => sum + (matrix.verdicts[row]?.[column] === 'pass' ? vote : 0), 0)) /
        all,
    );
    const whole = reliability.reduce((sum, value) => sum + value, 0) || 1;
    const m = agreement(matrix, votes);
    scores = weights.map((_, row) => {
      const passed = reliability.reduce(
        (sum, value, at) => sum + (matrix.verdicts[row]?.[at] === 'pass' ? value : 0),
        0,
      );
      return passed > 0 ? (passed / whole) ** 2 * (m?.[row] ?? 1) ** power : null;
    });
    votes = weights.map((weight, row) => weight * (scores[row] ?? 0) ** 2);
  }
  return ranked(matrix, scores);
}

const prior = (strength: number): EvidenceForm => ({
  name: `run's prior of ${strength} tests`,
  rank: (matrix, runTrust) => {
    const all = matrix.tests.reduce((sum, { weight }) => sum + weight, 0);
    const trust = (Math.max(0, ...passesOf(matrix)) + 1 + strength * runTrust) / (all + 2 + strength);
    return withAgreement(matrix, agreement(matrix, samples(matrix)), trust);
  },
});

/** Every form that was looked at, the rule as it is first. */
export const EVIDENCE_FORMS: readonly EvidenceForm[] = [
  { name: 'as built', rank: (matrix) => rankByEvidence(matrix, EVIDENCE_SHAPE) },
  ...[0.02, 0.05, 0.1].map((width) => ({
    name: `mixture, width ${width}`,
    rank: (matrix: ExecutionMatrix) => mixture(matrix, width),
  })),
  ...[10, 100, 10_000].map(prior),
  { name: 'rated by each other', rank: ratedByEachOther },
  {
    name: 'alike on all inputs',
    rank: (matrix) => {
      const alike = jointShare(matrix);
      return ranked(
        matrix,
        passesOf(matrix).map((n, row) => (n > 0 ? n * Math.sqrt(alike[row] ?? 0) : null)),
      );
    },
  },
  { name: 'alike instead of m', rank: (matrix) => withAgreement(matrix, jointShare(matrix)) },
  ...[1, 2, 4, 8].map((beta) => ({
    name: `credible votes, ${beta}`,
    rank: (matrix: ExecutionMatrix) => withAgreement(matrix, agreement(matrix, credible(matrix, beta))),
  })),
  {
    name: 'wordings as votes',
    rank: (matrix) =>
      withAgreement(
        matrix,
        agreement(
          matrix,
          matrix.candidates.map(({ origins }) => new Set(origins.map(({ variantId }) => variantId)).size),
        ),
      ),
  },
  { name: 'parting probes', rank: (matrix) => withAgreement(matrix, agreement(matrix, samples(matrix), true)) },
];
