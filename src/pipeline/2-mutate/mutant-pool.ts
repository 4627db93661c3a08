import type { Mutator, Proposal, Refusal } from '../../core/mutation.ts';
import { createRng } from '../../core/random.ts';
import type { Span } from '../../core/span.ts';
import { addReason, byStart, collectOutcomes, gateProposal, type Mutant, type Subject } from './mutate-prompts.ts';

/** Proposals that are tried where all of them together are refused. */
const MOST_TRIES = 4;

/** Orders of its proposals that a mutator is asked in: more of them would only repeat the work of the guards. */
const MOST_TURNS = 3;

interface Asked {
  readonly proposals: readonly Proposal[];
  readonly reasons: Refusal[];
  readonly gated: Map<string, Mutant | null>;
}

/** Mutants of one prompt, each mutator called once; they pass their mutator's guards. */
export class MutantPool {
  readonly #asked = new Map<string, Asked>();

  constructor(
    private readonly subject: Subject,
    private readonly seed: number,
    /** Whether all places that a mutator can change go into one mutant, instead of one proposal. */
    private readonly everywhere: boolean,
  ) {}

  /** A mutant that leaves `taken` alone, or null; other proposals come first in another turn. */
  mutantOf(mutator: Mutator, taken: readonly Span[], turn: number): Mutant | null {
    const asked = this.#ask(mutator);
    const { proposals } = asked;
    const order = createRng(this.seed)
      .fork(this.subject.taskId, mutator.name, 'turn', turn % MOST_TURNS)
      .shuffle([...proposals.keys()]);
    const free = order.filter((index) => !meets((proposals[index] as Proposal).edits, taken));
    const all = this.everywhere ? together(proposals, free, mutator.once === true) : [];
    for (const chosen of [all, ...free.slice(0, MOST_TRIES).map((index) => [index])]) {
      const mutant = chosen.length > 0 ? this.#gate(mutator, asked, chosen) : null;
      if (mutant) return mutant;
    }
    return null;
  }

  /** Whether a mutator has no proposal for the prompt. */
  isIdle(mutator: Mutator): boolean {
    return this.#ask(mutator).proposals.length === 0;
  }

  reasonsOf({ name }: Mutator): readonly Refusal[] {
    return this.#asked.get(name)?.reasons ?? [];
  }

  #ask(mutator: Mutator): Asked {
    const known = this.#asked.get(mutator.name);
    if (known) return known;
    const rng = createRng(this.seed).fork(this.subject.taskId, mutator.name);
    const entry = { ...collectOutcomes(this.subject, mutator, rng), gated: new Map<string, Mutant | null>() };
    this.#asked.set(mutator.name, entry);
    return entry;
  }

  #gate(mutator: Mutator, { proposals, reasons, gated }: Asked, chosen: readonly number[]): Mutant | null {
    const key = chosen.join();
    const known = gated.get(key);
    if (known !== undefined) return known;
    const parts = chosen.map((index) => proposals[index] as Proposal);
    const edits = parts.flatMap((part) => part.edits).sort(byStart);
    const outcome = gateProposal(this.subject, mutator, { edits, renames: parts[0]?.renames });
    const mutant = 'refused' in outcome ? null : outcome;
    if ('refused' in outcome) addReason(reasons, outcome);
    gated.set(key, mutant);
    return mutant;
  }
}

/** Proposals that can be made at once: the first, and each later one that meets none before it. */
function together(proposals: readonly Proposal[], order: readonly number[], once: boolean): number[] {
  const [first] = order;
  if (first === undefined) return [];
  if (once || proposals[first]?.renames) return [first];
  // Proposals of many places first; smaller ones may add the rest.
  const size = (index: number) => proposals[index]?.edits.length ?? 0;
  const chosen: number[] = [];
  const taken: Span[] = [];
  for (const index of order.toSorted((a, b) => size(b) - size(a))) {
    const { edits, renames } = proposals[index] as Proposal;
    if (renames || meets(edits, taken)) continue;
    chosen.push(index);
    taken.push(...edits);
  }
  return chosen.sort((a, b) => a - b);
}

/** Whether edits overlap or touch taken spans: adjacent words would be read together. */
function meets(edits: readonly Span[], taken: readonly Span[]): boolean {
  return edits.some((edit) => taken.some(({ start, end }) => edit.start <= end + 1 && start <= edit.end + 1));
}
