import { composeEdits } from '../../core/edit.ts';
import {
  type Guard,
  type Mutation,
  type MutationInput,
  type Mutator,
  PRESERVATIONS,
  type Proposal,
} from '../../core/mutation.ts';
import type { Composition } from '../../core/strength.ts';
import { parsePrompt } from '../../python-source/prompts/parse-prompt.ts';
import { type MutantPool, mutantPool } from './mutant-pool.ts';
import { type Acting, gateProposal, type Mutant } from './mutate-prompts.ts';

/** The mutators, rules and number of compositions. */
export interface CompositionDeps extends Composition {
  readonly mutators: readonly Mutator[];
  readonly guards: readonly Guard[];
  readonly seed: number;
  /** At most this many distinct variants of a task. */
  readonly count: number;
}

/** One mutator's part in a composition. */
export interface Step {
  readonly mutator: Mutator;
  readonly mutant: Mutant;
}

/** A composition that is being made. */
export interface Made {
  readonly parts: readonly Mutator[];
  readonly mutant: Mutant;
}

/** The work on one task. */
export interface Work {
  readonly input: MutationInput;
  readonly taskId: string;
  readonly pool: MutantPool;
  readonly deps: CompositionDeps;
  /** How often a mutator is part of a variant so far: the least used ones come first. */
  readonly uses: Map<string, number>;
  readonly refused: Map<string, string>;
  readonly changes: Map<Mutant, number>;
}

type Renames = Readonly<Record<string, string>>;

/** One mapping with the effect of `first` and then `second`. */
function mergeRenames(first: Renames, second: Renames): Renames {
  const introduced = new Set(Object.values(first));
  const onward = Object.entries(first).map(([old, fresh]) => [old, second[fresh] ?? fresh]);
  const own = Object.entries(second).filter(([old]) => !introduced.has(old));
  return Object.fromEntries([...onward, ...own].filter(([old, fresh]) => old !== fresh));
}

/** The combined declarations of several mutators. */
export function together(parts: readonly Mutator[]): Acting & Pick<Mutation, 'preserves'> {
  return {
    name: parts.map(({ name }) => name).join('+'),
    family: parts.length === 1 ? (parts[0] as Mutator).family : 'composed',
    preserves:
      PRESERVATIONS[Math.max(...parts.map(({ preserves }) => PRESERVATIONS.indexOf(preserves)))] ?? 'adversarial',
    touches: [...new Set(parts.flatMap(({ touches }) => touches))],
    declares: [...new Set(parts.flatMap(({ declares = [] }) => declares))],
  };
}

/** The prompt after a mutation, as its own subject. */
function inputAfter(input: MutationInput, { text, renames }: Mutant): MutationInput {
  const { entryPoint, reservedNames } = input;
  const renamed = entryPoint === null ? null : (renames[entryPoint] ?? entryPoint);
  return {
    prompt: parsePrompt(text, renamed),
    entryPoint: renamed,
    reservedNames: new Set([...reservedNames, ...Object.keys(renames)]),
  };
}

/** The steps on the original prompt at once: they change different places. The last ones are left where a guard objects. */
export function joined(steps: readonly Step[], { input, taskId, deps, refused }: Work): Made | null {
  for (let count = steps.length; count > 0; count--) {
    const own = steps.slice(0, count);
    const parts = own.map(({ mutator }) => mutator);
    if (count === 1) return { parts, mutant: (own[0] as Step).mutant };
    const edits = own.flatMap(({ mutant }) => mutant.edits).sort((a, b) => a.start - b.start);
    const outcome = gateProposal(input, together(parts), { edits }, deps.guards, taskId);
    if (!('refused' in outcome)) return { parts, mutant: outcome };
    refused.set(together(parts).name, outcome.refused);
  }
  return null;
}

/** A composition so far as a subject of its own; parsed only if another mutator goes on top. */
export interface After {
  readonly pool: MutantPool;
}

/** Mutators on top of `made` work on its text. */
export function afterOf(made: Made, { input, taskId, deps: { guards, seed, everywhere } }: Work): After {
  let pool: MutantPool | undefined;
  return {
    get pool() {
      pool ??= mutantPool({ input: inputAfter(input, made.mutant), taskId, guards, seed, everywhere });
      return pool;
    },
  };
}

/** Joins two proposals that change different places. */
export function joinedWith(made: Made, beside: Mutant): Proposal {
  return {
    edits: [...made.mutant.edits, ...beside.edits].sort((a, b) => a.start - b.start),
    renames: mergeRenames(made.mutant.renames, beside.renames),
  };
}

/** Returns the mutant of a composition, expressed as edits of the original. */
export function onTop(made: Made, mutant: Mutant | null, { input }: Work): Proposal | null {
  if (!mutant) return null;
  return {
    edits: composeEdits(input.prompt.text, made.mutant.edits, mutant.edits),
    renames: mergeRenames(made.mutant.renames, mutant.renames),
  };
}
