import type { Citation } from './mutation.ts';
import type { Origin } from './program.ts';
import type { Verdict } from './sandbox.ts';

/** A row or column of the matrix; `weight` counts the samples (or test occurrences) that it represents. */
export interface MatrixEntry {
  readonly id: string;
  readonly weight: number;
  readonly origins: readonly Origin[];
}

export interface ProbeOutputs {
  readonly inputs: readonly string[];
  /** Canonical text, shape [candidates][inputs]; null where the candidate raised or was stopped. */
  readonly outputs: readonly (readonly (string | null)[])[];
}

export interface GivenVerdicts {
  readonly tests: readonly string[];
  /** Shape [candidates]; whether the candidate passes all of them. */
  readonly passed: readonly boolean[];
}

export interface ExecutionMatrix {
  readonly taskId: string;
  readonly candidates: readonly MatrixEntry[];
  readonly tests: readonly MatrixEntry[];
  /** Shape [candidates][tests]. */
  readonly verdicts: readonly (readonly Verdict[])[];
  /** Shape [candidates][tests]; passes that a program could have forged (`SandboxResult.weak`). Absent if there are none. */
  readonly weak?: readonly (readonly boolean[])[] | undefined;
  /** Canonical text of return values, shape [candidates][tests]; null if the program returned nothing. */
  readonly outputs?: readonly (readonly (string | null)[])[] | undefined;
  /** Apart from the tests, so that rules that know of tests alone never see them; absent where nothing was probed. */
  readonly probes?: ProbeOutputs | undefined;
  /** Apart from the tests that a model wrote, as the probes are; absent where nothing was given. */
  readonly given?: GivenVerdicts | undefined;
}

/** Candidates that pass the same tests, with those tests; indexes into the matrix. */
export interface ConsensusSet {
  readonly candidates: readonly number[];
  readonly tests: readonly number[];
  readonly score: number;
  /** Orders sets of equal score, larger first, if the rule has further information; default: 0. */
  readonly tieBreak?: number | undefined;
}

/** Negative where `a` ranks before `b`; 0 where they are tied. */
export const compareSets = (a: Ranked, b: Ranked): number => b.score - a.score || (b.tieBreak ?? 0) - (a.tieBreak ?? 0);
type Ranked = Pick<ConsensusSet, 'score' | 'tieBreak'>;

/** Best first; equal score and tie-break are tied. A candidate in no set is out; if all are, the pick is a random draw. */
export interface Ranking {
  readonly sets: readonly ConsensusSet[];
}

/** Ranks the candidates of one task; pure and synchronous. Ties are reported, stage 6 draws. */
export interface Scorer {
  readonly name: string;
  readonly summary: string;
  readonly source: Citation;
  /** Probes per task that improve the rule, by bench/regimes; a rule without them uses tests only. */
  readonly probes?: number | undefined;
  rank(matrix: ExecutionMatrix): Ranking;
}

/** How likely the pick of a ranking is right, from agreement alone; null where nothing is known of the rule. */
export type ConfidenceModel = (matrix: ExecutionMatrix, ranking: Ranking, scorer: string) => number | null;

/** Columns of the tests that one of two candidates passes and the other does not. */
export function separatingTests({ verdicts }: ExecutionMatrix, first: number, second: number): number[] {
  const passes = (row: number, column: number) => verdicts[row]?.[column] === 'pass';
  return [...(verdicts[first] ?? []).keys()].filter((each) => passes(first, each) !== passes(second, each));
}

export interface OriginFilter {
  readonly program: (origin: Origin) => boolean;
  readonly test: (origin: Origin) => boolean;
}

/** The part of a matrix that some samples account for; weights count only origins among them. */
export function restrictMatrix(matrix: ExecutionMatrix, { program, test }: OriginFilter): ExecutionMatrix {
  const restrict = (entries: readonly MatrixEntry[], isWanted: (origin: Origin) => boolean) =>
    entries.map((entry) => {
      const origins = entry.origins.filter(isWanted);
      return { ...entry, origins, weight: origins.length };
    });
  const [candidates, tests] = [restrict(matrix.candidates, program), restrict(matrix.tests, test)];
  const kept = (entries: readonly MatrixEntry[]) => entries.flatMap(({ weight }, at) => (weight > 0 ? [at] : []));
  return partOf({ ...matrix, candidates, tests }, kept(candidates), kept(tests));
}

export const onlyCandidates = (matrix: ExecutionMatrix, rows: readonly number[]): ExecutionMatrix =>
  partOf(matrix, rows, [...matrix.tests.keys()]);

/** Those of the marked cells that pass; undefined if there are none. */
export function weakPasses(verdicts: ExecutionMatrix['verdicts'], weak: ExecutionMatrix['weak']) {
  const passes = verdicts.map((row, at) => row.map((verdict, test) => verdict === 'pass' && !!weak?.[at]?.[test]));
  return passes.some((row) => row.includes(true)) ? passes : undefined;
}

/** The matrix with its weak passes taken for failures; null if it has none. */
export function withoutWeakPasses(matrix: ExecutionMatrix): ExecutionMatrix | null {
  const { weak, ...rest } = matrix;
  if (!weak) return null;
  return {
    ...rest,
    verdicts: rest.verdicts.map((row, at) => row.map((verdict, test) => (weak[at]?.[test] ? 'fail' : verdict))),
  };
}

function partOf(matrix: ExecutionMatrix, rows: readonly number[], columns: readonly number[]): ExecutionMatrix {
  const itemsAt = <T>(list: readonly T[], indexes: readonly number[]) => indexes.map((at) => list[at] as T);
  const cellsOf = <T>(table: readonly (readonly T[])[]) => itemsAt(table, rows).map((row) => itemsAt(row, columns));
  const { taskId, candidates, tests, weak, outputs, probes, given } = matrix;
  const verdicts = cellsOf(matrix.verdicts);
  return {
    taskId,
    candidates: itemsAt(candidates, rows),
    tests: itemsAt(tests, columns),
    verdicts,
    weak: weakPasses(verdicts, weak && cellsOf(weak)),
    outputs: outputs && cellsOf(outputs),
    probes: probes && { ...probes, outputs: itemsAt(probes.outputs, rows) },
    given: given && { ...given, passed: itemsAt(given.passed, rows) },
  };
}
