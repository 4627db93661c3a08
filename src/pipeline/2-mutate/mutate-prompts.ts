import { type Guard, type Mutation, type Mutator, mutationInputOf, type Variant } from '../../core/mutation.ts';
import type { Task } from '../../core/task.ts';
import type { RefusalRecord } from '../../records/run-record.ts';
import { type Acting, type Mutant, MutantPool, mutantKey } from './mutant-pool.ts';
import { measureChange } from './prompt-change.ts';

export interface MutatedTask {
  /** The original first, then by mutator name and draw. */
  readonly variants: readonly Variant[];
  /** Of mutators that gave no variant: each distinct reason once. */
  readonly refusals: readonly RefusalRecord[];
}

export const joinMutated = (parts: readonly MutatedTask[]): MutatedTask => ({
  variants: parts.flatMap(({ variants }) => variants),
  refusals: parts.flatMap(({ refusals }) => refusals),
});

export interface MutationDeps {
  readonly mutators: readonly Mutator[];
  readonly guards: readonly Guard[];
  readonly seed: number;
  readonly perMutator: number;
}

/** Characters of the longest prompt that is mutated: some twenty times the longest of any benchmark. */
export const LONGEST_PROMPT = 150_000;

export const byName = (a: Mutator, b: Mutator): number => (a.name < b.name ? -1 : 1);

/**
 * Stage 2. The variants of one task: from each mutator up to `perMutator` of its proposals that pass every guard, drawn
 * by a generator of its own, so that neither the order nor the choice of the other mutators matters. Where two mutators
 * arrive at the same mutant, the first by name keeps it.
 *
 * @throws MutagreeError `mutator-failed` when a mutator throws or proposes edits that overlap.
 */
export function mutatePrompts(task: Task, { mutators, guards, seed, perMutator }: MutationDeps): MutatedTask {
  const { id: taskId, prompt } = task;
  const pool = new MutantPool(mutationInputOf(task), taskId, guards, seed);
  const isTooLong = prompt.text.length > LONGEST_PROMPT;
  const variants: Variant[] = [originalOf(task)];
  const refusals: RefusalRecord[] = [];
  const seen = new Set([mutantKey({ text: prompt.text, renames: {} })]);
  for (const mutator of mutators.toSorted(byName)) {
    const drawn = isTooLong ? [] : pool.drawn(mutator, perMutator);
    const fresh = drawn.filter((mutant) => !seen.has(mutantKey(mutant)));
    for (const [index, mutant] of fresh.entries()) {
      seen.add(mutantKey(mutant));
      variants.push(variantOf(task, mutator, mutant, seed, index));
    }
    if (fresh.length > 0) continue;
    const reasons = isTooLong ? [{ refused: 'prompt-too-long' }] : pool.reasonsOf(mutator);
    const left = drawn.length > 0 ? [{ refused: 'same-as-another-mutator' }] : reasons;
    refusals.push(...left.map((refusal) => ({ ...refusal, taskId, mutator: mutator.name })));
  }
  return { variants, refusals };
}

export function originalOf(task: Task): Variant {
  return { id: `${task.id}::original`, taskId: task.id, prompt: task.prompt.text, mutation: null };
}

/** The variant that a mutant of one mutator is, or of several acting as one. */
export function variantOf(
  { id: taskId, prompt }: Task,
  { name, family, preserves, declares, components }: Acting & Pick<Mutation, 'preserves' | 'components'>,
  { text, edits, renames }: Mutant,
  seed: number,
  index: number,
): Variant {
  const framed = declares?.includes('frames') ? (true as const) : undefined;
  const change = measureChange(prompt, edits);
  const mutation = { mutator: name, family, components, change, preserves, seed, edits, renames, framed };
  return { id: `${taskId}::${name}::s${seed}.${index}`, taskId, prompt: text, mutation };
}
