import type { Variant } from '../../core/mutation.ts';
import type { RefusalRecord } from '../../core/run-record.ts';

/** What one mutator, or one pair of them, gave on a task set; one row of `mutate --json`. */
export interface TallyRow {
  readonly id: string;
  readonly family: string;
  /** Tasks with at least one variant. */
  readonly applicable: number;
  readonly variants: number;
  readonly distinct: number;
  /** Reason -> tasks. */
  readonly refused: Readonly<Record<string, number>>;
}

interface Tally {
  readonly family: string;
  readonly texts: Set<string>;
  readonly tasks: Set<string>;
  readonly refused: Map<string, number>;
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
    const found = tallies.get(name) ?? { family, texts: new Set(), tasks: new Set(), refused: new Map(), variants: 0 };
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
      }
      for (const { mutator, refused } of refusals) {
        const reasons = tallies.get(mutator)?.refused;
        reasons?.set(refused, (reasons.get(refused) ?? 0) + 1);
      }
    },
    rows: () =>
      [...tallies].map(([id, { family, texts, tasks, refused, variants }]) => ({
        id,
        family,
        applicable: tasks.size,
        variants,
        distinct: texts.size,
        refused: Object.fromEntries([...refused].sort(([a], [b]) => (a < b ? -1 : 1))),
      })),
  };
}
