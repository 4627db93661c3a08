import { MutagreeError } from '../../core/errors.ts';
import {
  type Guard,
  type GuardInput,
  isRefusal,
  type Mutation,
  type MutationInput,
  type Mutator,
  type Proposal,
  type Refusal,
} from '../../core/mutation.ts';
import { createRng } from '../../core/random.ts';
import { applyEdits, type Span } from '../../core/text.ts';

export interface Mutant extends Pick<Mutation, 'edits' | 'renames'> {
  readonly text: string;
}

/** A mutator before the guards, or several acting as one. */
export type Acting = GuardInput['mutator'];

/** Outcomes taken from one mutator for one prompt; bounds the work on long prompts. */
const MOST_OUTCOMES = 120;

/** Proposals that are tried where all of them together are refused. */
const MOST_TRIES = 4;

/** Orders of its proposals that a mutator is asked in: more of them would only repeat the work of the guards. */
const MOST_TURNS = 3;

export const byStart = (a: Span, b: Span): number => a.start - b.start;

/** The identity of a mutant: a line end more or less around it is not worth a model call. */
export function mutantKey({ text, renames }: Pick<Mutant, 'text' | 'renames'>): string {
  const inner = text.replace(/^[\r\n]+/, '').replace(/(?<![\r\n])[\r\n]+$/, '');
  return JSON.stringify([inner, Object.entries(renames).sort()]);
}

/** What a mutator proposes for a prompt, and what became of it so far. */
interface Asked {
  readonly proposals: Proposal[];
  /** Each distinct one once. */
  readonly reasons: Refusal[];
  /** By the proposals that were joined. */
  readonly gated: Map<string, Mutant | Refusal>;
}

function addReason({ reasons }: Asked, refusal: Refusal): void {
  if (!reasons.some(({ refused }) => refused === refusal.refused)) reasons.push(refusal);
}

/**
 * Mutants of one prompt, each mutator called once; they pass their mutator's guards. Methods throw MutagreeError
 * `mutator-failed` if a mutator throws or proposes edits that overlap.
 */
export class MutantPool {
  readonly #asked = new Map<string, Asked>();

  constructor(
    readonly input: MutationInput,
    readonly taskId: string,
    private readonly guards: readonly Guard[],
    private readonly seed: number,
  ) {}

  /** The proposal applied, where every guard lets it through. */
  gate(acting: Acting, proposal: Proposal): Mutant | Refusal {
    const before = this.input.prompt.text;
    const { edits, renames = {} } = proposal;
    const text = this.#attempt(acting, () => applyEdits(before, edits));
    // One object for all guards, so that they can share computed results.
    const checked = { ...this.input, mutator: acting, proposal, mutatedText: text };
    const failed = this.guards.find((guard) => guard.check(checked) !== null);
    if (failed) return { refused: `guard:${failed.name}` };
    const mutant = { text, edits, renames };
    const isSame = text !== before && mutantKey(mutant) === mutantKey({ text: before, renames: {} });
    return isSame ? { refused: 'line-end-alone' } : mutant;
  }

  /** At most so many distinct mutants of single proposals, in the order of a draw. */
  drawn(mutator: Mutator, most: number): readonly Mutant[] {
    const drawn = new Map<string, Mutant>();
    const indexes = [...this.#ask(mutator).proposals.keys()];
    for (const index of this.#rngOf(mutator).fork('draw').shuffle(indexes)) {
      if (drawn.size >= most) break;
      const mutant = this.#joined(mutator, [index]);
      if (mutant && !drawn.has(mutantKey(mutant))) drawn.set(mutantKey(mutant), mutant);
    }
    return [...drawn.values()];
  }

  /**
   * A mutant that leaves `taken` alone, or null; other proposals come first in another turn.
   *
   * @param everywhere whether all places that the mutator can change go into it, instead of one proposal
   */
  mutantOf(mutator: Mutator, taken: readonly Span[], turn: number, everywhere: boolean): Mutant | null {
    const { proposals } = this.#ask(mutator);
    const order = this.#rngOf(mutator, 'turn', turn % MOST_TURNS).shuffle([...proposals.keys()]);
    const free = order.filter((index) => !meets((proposals[index] as Proposal).edits, taken));
    const all = everywhere ? together(proposals, free, mutator.once === true) : [];
    for (const chosen of [all, ...free.slice(0, MOST_TRIES).map((index) => [index])]) {
      const mutant = chosen.length > 0 ? this.#joined(mutator, chosen) : null;
      if (mutant) return mutant;
    }
    return null;
  }

  /** Whether a mutator has no proposal for the prompt. */
  isIdle(mutator: Mutator): boolean {
    return this.#ask(mutator).proposals.length === 0;
  }

  /** Why places and proposals were left, as far as the mutator was asked. */
  reasonsOf({ name }: Mutator): readonly Refusal[] {
    return this.#asked.get(name)?.reasons ?? [];
  }

  #rngOf({ name }: Mutator, ...keys: readonly (string | number)[]) {
    return createRng(this.seed).fork(this.taskId, name, ...keys);
  }

  #ask(mutator: Mutator): Asked {
    const known = this.#asked.get(mutator.name);
    if (known) return known;
    const asked: Asked = { proposals: [], reasons: [], gated: new Map() };
    this.#attempt(mutator, () => {
      let left = MOST_OUTCOMES;
      for (const outcome of mutator.propose(this.input, this.#rngOf(mutator).fork('propose'))) {
        if (isRefusal(outcome)) addReason(asked, outcome);
        else asked.proposals.push(outcome);
        left -= 1;
        if (left === 0) break;
      }
    });
    this.#asked.set(mutator.name, asked);
    return asked;
  }

  /** Some proposals of a mutator as one mutant; null where a guard objects. */
  #joined(mutator: Mutator, chosen: readonly number[]): Mutant | null {
    const asked = this.#ask(mutator);
    const parts = chosen.map((index) => asked.proposals[index] as Proposal);
    const edits = parts.flatMap((part) => part.edits).sort(byStart);
    const key = chosen.join();
    const outcome = asked.gated.get(key) ?? this.gate(mutator, { edits, renames: parts[0]?.renames });
    asked.gated.set(key, outcome);
    if (!('refused' in outcome)) return outcome;
    addReason(asked, outcome);
    return null;
  }

  #attempt<Result>({ name }: Acting, work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : String(cause);
      throw new MutagreeError('mutator-failed', `mutator ${name} failed on task ${this.taskId}: ${what}`, {
        hint: `Leave it out, and report the prompt: this is a bug of ${name}.`,
        cause,
      });
    }
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
