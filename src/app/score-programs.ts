import pLimit from 'p-limit';
import { z } from 'zod';
import { SandboxError } from '../core/errors.ts';
import { compareSets } from '../core/matrix.ts';
import type { Verdict } from '../core/sandbox.ts';
import type { RankingRecord } from '../records/run-record.ts';
import { type SharedSandbox, sharedSandbox } from './assembly/open-sandbox.ts';
import { withContext } from './context.ts';
import { type SelectOptions, select } from './select-program.ts';

const MOST_TEXTS = 256;
const texts = z.array(z.string().max(100_000)).min(1).max(MOST_TEXTS);

/** Rewards by the share of tests that a program passes, instead of a rule's ranking. */
const SHARE = 'share';

/** Programs of one prompt to reward. */
export const scoreItem = z.strictObject({
  programs: texts,
  /** Assertions; those that are no Python are left out, with an entry in `errors`. */
  tests: texts,
  entry_point: z.string().nullish(),
  /** For the client alone: rewards do not depend on it. */
  prompt: z.string().nullish(),
  /** A rule of `mutagree scorers`, or `share`. */
  scorer: z.string().optional(),
  verdicts: z.boolean().optional(),
});
export type ScoreItem = z.output<typeof scoreItem>;

/** Rewards of an item; lists are in the order of its programs. */
export interface ScoredItem {
  /**
   * In [0, 1]: 1 for the best consensus set, less with each rank, 0 for a program that passes nothing or is no Python;
   * null if the sandbox could not judge the item.
   */
  readonly scores: readonly (number | null)[];
  /** Index of the picked program; null if none passes any test. */
  readonly picked: number | null;
  /** Distinct tests that each program passes. */
  readonly tests_passed: readonly number[];
  /** Passes of programs that shared a process with the test. */
  readonly weak: number;
  /** Inputs that could not be used or judged; such programs score 0. */
  readonly errors: readonly string[];
  /** Shape [programs][distinct tests], if requested; null for a program that is not Python. */
  readonly verdicts?: readonly (readonly Verdict[] | null)[];
}

export interface ScoreOptions extends SelectOptions {
  /** Items that are executed at once; 4 by default. */
  readonly atOnce?: number;
}

/** Reward of each candidate by the rank of its set; sets of equal score share a rank. */
function byRank({ sets }: RankingRecord): ReadonlyMap<string, number> {
  const ranks = sets.map((set) => sets.findIndex((other) => compareSets(other, set) === 0));
  const places = [...new Set(ranks)];
  const rewardOf = (at: number) => (places.length - places.indexOf(ranks[at] as number)) / places.length;
  return new Map(sets.flatMap(({ candidateIds }, at) => candidateIds.map((id) => [id, rewardOf(at)] as const)));
}

async function scoreOne(item: ScoreItem, options: SelectOptions, sandbox: SharedSandbox): Promise<ScoredItem> {
  const { programs, tests, entry_point: entryPoint = null, scorer } = item;
  const rule = scorer === undefined || scorer === SHARE ? {} : { scorer };
  const { ranking, matrix } = await select({ programs, tests, entryPoint }, { ...options, ...rule }, sandbox);
  // Row of the matrix for each program; -1 if it is not Python.
  const rows = programs.map((_, at) =>
    matrix.candidates.findIndex(({ origins }) => origins.some(({ sample }) => sample === at)),
  );
  const verdicts = rows.map((row) => matrix.verdicts[row] ?? null);
  const passes = verdicts.map((row) => row?.map((verdict) => verdict === 'pass') ?? []);
  const occurrences = matrix.tests.reduce((sum, { weight }) => sum + weight, 0);
  const share = (row: readonly boolean[]) =>
    row.reduce((sum, passed, at) => sum + (passed ? (matrix.tests[at]?.weight ?? 0) : 0), 0) / Math.max(1, occurrences);
  const ranked = byRank(ranking);
  const unused = tests.length - occurrences;
  const picked = ranking.abstained ? -1 : rows.findIndex((row) => matrix.candidates[row]?.id === ranking.pickedId);
  return {
    scores: scorer === SHARE ? passes.map(share) : rows.map((row) => ranked.get(matrix.candidates[row]?.id ?? '') ?? 0),
    picked: picked < 0 ? null : picked,
    tests_passed: passes.map((row) => row.filter(Boolean).length),
    weak: rows.reduce((sum, row) => sum + (matrix.weak?.[row]?.filter(Boolean).length ?? 0), 0),
    errors: [
      ...rows.flatMap((row, at) => (row < 0 ? [`program ${at} is not Python`] : [])),
      ...(unused > 0 ? [`${unused} of ${tests.length} tests are not Python`] : []),
    ],
    ...(item.verdicts ? { verdicts } : {}),
  };
}

/** The answer for an item that the sandbox failed on: no reward is better than a wrong one. */
const unjudged =
  ({ programs }: ScoreItem) =>
  (error: unknown): ScoredItem => {
    if (!(error instanceof SandboxError)) throw error;
    return {
      scores: programs.map(() => null),
      picked: null,
      tests_passed: programs.map(() => 0),
      weak: 0,
      errors: [error.message],
    };
  };

/**
 * Rewards for training: runs the programs of each item on its tests and scores them by agreement, or by the share of
 * tests that they pass. Items are independent and keep their order; a program affects its own row only.
 *
 * @param shared a sandbox that others use too; one of its own by default
 * @throws ConfigError for an unknown rule; SandboxError, InterruptedError
 */
export async function score(
  items: readonly ScoreItem[],
  { atOnce = 4, ...options }: ScoreOptions = {},
  shared?: SharedSandbox,
): Promise<readonly ScoredItem[]> {
  return withContext(options, async ({ env, signal }) => {
    const sandbox = shared ?? sharedSandbox(options);
    const limit = pLimit(atOnce);
    try {
      return await Promise.all(
        items.map((item) => limit(() => scoreOne(item, { ...options, env, signal }, sandbox).catch(unjudged(item)))),
      );
    } finally {
      if (!shared) await sandbox.close();
    }
  });
}
