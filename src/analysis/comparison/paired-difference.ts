import { type BootstrapOptions, meanOf } from '../../statistics/bootstrap.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { holmAdjust } from '../../statistics/holm.ts';
import { countDiscordant, mcnemarExact } from '../../statistics/mcnemar.ts';
import { pairedBootstrap } from '../../statistics/paired-bootstrap.ts';
import { signFlipTest } from '../../statistics/sign-flip-test.ts';

/** Two sides on the same tasks. */
export interface PairedTasks {
  readonly tasks: number;
  /** Means of the sides, as fractions. */
  readonly first: number;
  readonly second: number;
  /** `second - first`, mean over tasks, with its 95 % paired bootstrap interval. */
  readonly difference: Estimate;
  /** Tasks that only the first side solves, and only the second; for shares: tasks on which it has the larger one. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly test: 'exact McNemar' | 'sign flips';
  readonly pValue: number;
  /** Whether too many programs of a side were lost in the reading for the difference to mean anything. */
  readonly doubtful?: boolean | undefined;
}

/** With Holm's correction over all rows of its table. */
export interface PairedDifference extends PairedTasks {
  readonly adjustedP: number;
  /** Whether the corrected p value is below 0.05, the interval leaves out zero and few programs were lost in the reading. */
  readonly finding: boolean;
}

/** Rows of long tables; their intervals move by about 2 % of their width from seed to seed. */
export const QUICK_RESAMPLES = 2000;

const paired = (first: readonly number[], second: readonly number[], options: BootstrapOptions) => ({
  tasks: first.length,
  first: meanOf(first),
  second: meanOf(second),
  difference: pairedBootstrap(second, first, options),
});

interface ArmValue {
  readonly value: number;
  /** Of each repeat. */
  readonly picks: readonly boolean[];
}

/** Expected pass@1 of two sides, tested on their first seeded picks. Lists run over the same tasks. */
export function pairPicks(
  first: readonly ArmValue[],
  second: readonly ArmValue[],
  options: BootstrapOptions,
): PairedTasks {
  const [picks, others] = [first, second].map((side) => side.map((each) => each.picks[0] === true));
  const discordant = countDiscordant(picks ?? [], others ?? []);
  const own = { ...discordant, test: 'exact McNemar' as const, pValue: mcnemarExact(discordant) };
  const valuesOf = (side: readonly ArmValue[]) => side.map(({ value }) => value);
  return { ...paired(valuesOf(first), valuesOf(second), options), ...own };
}

/** Shares of right samples of two sides, tested by changing signs task by task. Lists run over the same tasks. */
export function pairShares(
  first: readonly number[],
  second: readonly number[],
  options: BootstrapOptions,
): PairedTasks {
  const differences = second.map((value, at) => value - (first[at] as number));
  return {
    ...paired(first, second, options),
    onlyFirst: differences.filter((difference) => difference < 0).length,
    onlySecond: differences.filter((difference) => difference > 0).length,
    test: 'sign flips',
    pValue: signFlipTest(differences),
  };
}

/** One table of differences, corrected together (Holm 1979). */
export function correctTogether<T extends PairedTasks>(
  rows: readonly T[],
): readonly (Omit<T, 'doubtful'> & PairedDifference)[] {
  const adjusted = holmAdjust(rows.map(({ pValue }) => pValue));
  return rows.map(({ doubtful, ...row }, at) => {
    const adjustedP = adjusted[at] as number;
    const leavesOutZero = row.difference.low > 0 || row.difference.high < 0;
    return { ...row, adjustedP, finding: !doubtful && adjustedP < 0.05 && leavesOutZero };
  });
}
