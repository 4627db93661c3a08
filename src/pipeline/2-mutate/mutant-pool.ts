import type { Guard, MutationInput, Mutator, Proposal, Refusal } from '../../core/mutation.ts';
import { createRng } from '../../core/random.ts';
import type { Span } from '../../core/span.ts';
import { addReason, collectOutcomes, gateProposal, type Mutant } from './mutate-prompts.ts';

export interface PoolDeps {
  readonly input: MutationInput;
  readonly taskId: string;
  readonly guards: readonly Guard[];
  readonly seed: number;
  /** Whether all places that a mutator can change go into one mutant, instead of one proposal. */
  readonly everywhere: boolean;
}

/** Proposals that are tried where all of them together are refused. */
const MOST_TRIES = 4;

/** Mutants of one prompt, each mutator called once; they pass their mutator's guards. */
export interface MutantPool {
  /**
   * A mutant of the mutator that leaves `taken` alone, or null.
   *
   * @param turn other proposals come first in another turn.
   */
  mutantOf(mutator: Mutator, taken: readonly Span[], turn: number): Mutant | null;
  /** Whether a mutator has no proposal for the prompt. */
  isIdle(mutator: Mutator): boolean;
  /** Why a mutator gave nothing so far. */
  reasonsOf(mutator: Mutator): readonly Refusal[];
}

/** One entry per mutator that was asked. */
interface Asked {
  readonly proposals: readonly Proposal[];
  readonly reasons: Refusal[];
  readonly gated: Map<string, Mutant | null>;
  /** Of each turn, the proposals in its order. */
  readonly orders: (readonly number[])[];
}

export function mutantPool({ input, taskId, guards, seed, everywhere }: PoolDeps): MutantPool {
  const asked = new Map<string, Asked>();
  const ask = (mutator: Mutator): Asked => {
    const known = asked.get(mutator.name);
    if (known) return known;
    const rng = createRng(seed).fork(taskId, mutator.name);
    const { proposals, reasons } = collectOutcomes(input, mutator, rng, taskId);
    const entry = { proposals, reasons, gated: new Map<string, Mutant | null>(), orders: [] };
    asked.set(mutator.name, entry);
    return entry;
  };
  const gate = (mutator: Mutator, { proposals, reasons, gated }: Asked, chosen: readonly number[]): Mutant | null => {
    const key = chosen.join();
    const known = gated.get(key);
    if (known !== undefined) return known;
    const parts = chosen.map((index) => proposals[index] as Proposal);
    const renames = parts[0]?.renames;
    const edits = parts.flatMap((part) => part.edits).sort((a, b) => a.start - b.start);
    const outcome = gateProposal(input, mutator, renames ? { edits, renames } : { edits }, guards, taskId);
    const mutant = 'refused' in outcome ? null : outcome;
    if ('refused' in outcome) addReason(reasons, outcome);
    gated.set(key, mutant);
    return mutant;
  };
  const orderOf = (mutator: Mutator, { proposals, orders }: Asked, turn: number): readonly number[] => {
    orders[turn] ??= createRng(seed)
      .fork(taskId, mutator.name, 'turn', turn)
      .shuffle(proposals.map((_, index) => index));
    return orders[turn];
  };
  return {
    mutantOf(mutator, taken, turn) {
      const entry = ask(mutator);
      const order = orderOf(mutator, entry, turn % MOST_TURNS);
      const free = order.filter((index) => !meets((entry.proposals[index] as Proposal).edits, taken));
      if (free.length === 0) return null;
      const all = everywhere ? together(entry.proposals, free, mutator.once === true) : [];
      const whole = all.length > 0 ? gate(mutator, entry, all) : null;
      if (whole) return whole;
      for (const index of free.slice(0, MOST_TRIES)) {
        const mutant = gate(mutator, entry, [index]);
        if (mutant) return mutant;
      }
      return null;
    },
    isIdle: (mutator) => ask(mutator).proposals.length === 0,
    reasonsOf: (mutator) => asked.get(mutator.name)?.reasons ?? [],
  };
}

/** Orders of its proposals that a mutator is asked in: more of them would only repeat the work of the guards. */
const MOST_TURNS = 3;

/** Proposals that can be made at once: the first, and each later one that meets none before it. */
function together(proposals: readonly Proposal[], order: readonly number[], once: boolean): number[] {
  const [first] = order;
  if (first === undefined) return [];
  if (once || proposals[first]?.renames) return [first];
  // Proposals of many places first; smaller ones may add the rest.
  const bySize = [...order].sort((a, b) => size(proposals[b]) - size(proposals[a]));
  const chosen: number[] = [];
  const taken: Span[] = [];
  for (const index of bySize) {
    const { edits, renames } = proposals[index] as Proposal;
    if (renames || meets(edits, taken)) continue;
    chosen.push(index);
    taken.push(...edits);
  }
  return chosen.sort((a, b) => a - b);
}

const size = (proposal: Proposal | undefined) => proposal?.edits.length ?? 0;

/** Whether edits overlap or touch taken spans: adjacent words would be read together. */
function meets(edits: readonly Span[], taken: readonly Span[]): boolean {
  return edits.some((edit) => taken.some(({ start, end }) => edit.start <= end + 1 && start <= edit.end + 1));
}
