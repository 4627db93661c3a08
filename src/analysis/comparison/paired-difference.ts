import { type BootstrapOptions, meanOf } from '../../statistics/bootstrap.ts';
import { holmAdjust } from '../../statistics/holm.ts';
import { countDiscordant, mcnemarExact } from '../../statistics/mcnemar.ts';
import { pairedBootstrap } from '../../statistics/paired-bootstrap.ts';
import { signFlipTest } from '../../statistics/sign-flip-test.ts';

/** Two sides on the same tasks, task by task. */
type Pairs<Value> = readonly (readonly [first: Value, second: Value])[];

/** Rows of long tables; their intervals move by about 2 % of their width from seed to seed. */
export const QUICK_RESAMPLES = 2000;

function paired(pairs: Pairs<number>, options: BootstrapOptions) {
  const [first, second] = [pairs.map(([value]) => value), pairs.map(([, value]) => value)];
  const difference = pairedBootstrap(second, first, options);
  return { tasks: pairs.length, first: meanOf(first), second: meanOf(second), difference };
}

interface ArmValue {
  readonly value: number;
  /** Of each repeat. */
  readonly picks: readonly boolean[];
}

/** Expected pass@1 of two sides, tested on their first seeded picks. */
export function pairPicks(pairs: Pairs<ArmValue>, options: BootstrapOptions) {
  const picksOf = (at: 0 | 1) => pairs.map((pair) => pair[at].picks[0] === true);
  const discordant = countDiscordant(picksOf(0), picksOf(1));
  const values = pairs.map(([first, second]) => [first.value, second.value] as const);
  return {
    ...paired(values, options),
    ...discordant,
    test: 'exact McNemar' as const,
    pValue: mcnemarExact(discordant),
  };
}

/** Shares of right samples of two sides, tested by changing signs task by task. */
export function pairShares(pairs: Pairs<number>, options: BootstrapOptions) {
  const differences = pairs.map(([first, second]) => second - first);
  return {
    ...paired(pairs, options),
    onlyFirst: differences.filter((difference) => difference < 0).length,
    onlySecond: differences.filter((difference) => difference > 0).length,
    test: 'sign flips' as const,
    pValue: signFlipTest(differences),
  };
}

/** Not corrected yet; of shares, `onlyFirst` are tasks on which the first side has the larger one. */
export type PairedTasks = ReturnType<typeof pairPicks> | ReturnType<typeof pairShares>;

/**
 * One table of differences, corrected together (Holm 1979).
 *
 * @param rows `doubtful` where too many programs of a side were lost in the reading
 */
export function correctTogether<T extends PairedTasks>(rows: readonly (T & { readonly doubtful?: boolean })[]) {
  const adjusted = holmAdjust(rows.map(({ pValue }) => pValue));
  return rows.map(({ doubtful, ...row }, at) => {
    const adjustedP = adjusted[at] as number;
    const leavesOutZero = row.difference.low > 0 || row.difference.high < 0;
    return { ...row, adjustedP, finding: !doubtful && adjustedP < 0.05 && leavesOutZero };
  });
}

/** A finding has a corrected p value below 0.05, an interval that leaves out zero, and is not doubtful. */
export type PairedDifference = PairedTasks & { readonly adjustedP: number; readonly finding: boolean };
