import type { Variant } from '../../core/mutation.ts';
import type { RefusalRecord } from '../../records/run-record.ts';

/** What one mutator, or one pair of them, gave on a task set; one row of `mutate --json`. */
export interface TallyRow {
  readonly id: string;
  readonly family: string;
  /** Tasks with at least one variant. */
  readonly applicable: number;
  readonly variants: number;
  readonly distinct: number;
  /** Median share of the words of the running text that a variant replaces, drops or adds; null without variants. */
  readonly changedWords: number | null;
  /** Reason -> tasks. */
  readonly refused: Readonly<Record<string, number>>;
}

interface Tally {
  readonly family: string;
  readonly texts: Set<string>;
  readonly tasks: Set<string>;
  readonly refused: Map<string, number>;
  readonly changes: number[];
  variants: number;
}

/** Counts variants and refusals by mutator. */
export interface MutationTally {
  count(variants: readonly Variant[], refusals: readonly RefusalRecord[]): void;
  /** In the order of the mutators given at the start, then of first sight. */
  rows(): TallyRow[];
}

/** @param known mutators that have a row even if they give nothing */
export function tallyMutations(known: readonly { readonly name: string; readonly family: string }[]): MutationTally {
  const tallies = new Map<string, Tally>();
  const tallyOf = (name: string, family: string) => {
    const found: Tally = tallies.get(name) ?? {
      family,
      texts: new Set(),
      tasks: new Set(),
      refused: new Map(),
      changes: [],
      variants: 0,
    };
    tallies.set(name, found);
    return found;
  };
  for (const { name, family } of known) tallyOf(name, family);
  return {
    count(variants, refusals) {
      for (const { taskId, prompt, mutation } of variants) {
        if (!mutation) continue;
        const tally = tallyOf(mutation.mutator, mutation.family);
        tally.variants++;
        tally.texts.add(prompt);
        tally.tasks.add(taskId);
        if (mutation.change) tally.changes.push(mutation.change.changedWords);
      }
      for (const { mutator, refused } of refusals) {
        const reasons = tallies.get(mutator)?.refused;
        reasons?.set(refused, (reasons.get(refused) ?? 0) + 1);
      }
    },
    rows: () =>
      [...tallies].map(([id, { family, texts, tasks, refused, changes, variants }]) => ({
        id,
        family,
        applicable: tasks.size,
        variants,
        distinct: texts.size,
        changedWords: median(changes),
        refused: Object.fromEntries([...refused].sort(([a], [b]) => (a < b ? -1 : 1))),
      })),
  };
}

function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}
