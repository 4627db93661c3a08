import { applyEdits } from '../../core/edit.ts';
import { MutagreeError } from '../../core/errors.ts';
import {
  type Guard,
  type GuardInput,
  isRefusal,
  type Mutation,
  type MutationInput,
  type Mutator,
  mutationInputOf,
  type Proposal,
  type Refusal,
  type Variant,
} from '../../core/mutation.ts';
import { createRng, type Rng } from '../../core/random.ts';
import type { Task } from '../../core/task.ts';
import type { RefusalRecord } from '../../records/run-record.ts';
import { measureChange } from './prompt-change.ts';

export interface MutatedTask {
  /** The original first, then by mutator name and draw. */
  readonly variants: readonly Variant[];
  /** Of mutators that gave no variant: each distinct reason once. */
  readonly refusals: readonly RefusalRecord[];
  /** Names of the mutators that gave at least one sound mutant, sorted. */
  readonly applicable: readonly string[];
}

export interface MutationDeps {
  readonly mutators: readonly Mutator[];
  readonly guards: readonly Guard[];
  readonly seed: number;
  readonly perMutator: number;
}

/** A prompt that is mutated, with the guards of its mutants. */
export interface Subject {
  readonly input: MutationInput;
  readonly taskId: string;
  readonly guards: readonly Guard[];
}

export interface Mutant extends Pick<Mutation, 'edits' | 'renames'> {
  readonly text: string;
}

/** A mutator before the guards, or several acting as one. */
export type Acting = GuardInput['mutator'];

/** Outcomes taken from one mutator for one prompt; bounds the work on long prompts. */
const MOST_OUTCOMES = 120;

/** Characters of the longest prompt that is mutated: some twenty times the longest of any benchmark. */
export const LONGEST_PROMPT = 150_000;

export const byName = (a: Mutator, b: Mutator): number => (a.name < b.name ? -1 : 1);
export const byStart = (a: Proposal['edits'][number], b: Proposal['edits'][number]): number => a.start - b.start;

/**
 * Stage 2. The variants of one task: from each mutator up to `perMutator` of its proposals that pass every guard, drawn
 * by a generator of its own, so that neither the order nor the choice of the other mutators matters. Where two mutators
 * arrive at the same mutant, the first by name keeps it.
 *
 * @throws MutagreeError `mutator-failed` when a mutator throws or proposes edits that overlap.
 */
export function mutatePrompts(task: Task, { mutators, guards, seed, perMutator }: MutationDeps): MutatedTask {
  const subject = { input: mutationInputOf(task), taskId: task.id, guards };
  const variants: Variant[] = [originalOf(task)];
  const refusals: RefusalRecord[] = [];
  const applicable: string[] = [];
  const seen = new Set([mutantKey(task.prompt.text, {})]);
  for (const mutator of [...mutators].sort(byName)) {
    const rng = createRng(seed).fork(task.id, mutator.name);
    const { drawn, reasons } = drawMutants(subject, mutator, perMutator, rng);
    const fresh = drawn.filter(({ text, renames }) => !seen.has(mutantKey(text, renames)));
    if (drawn.length > 0) applicable.push(mutator.name);
    if (fresh.length === 0) {
      const left = drawn.length > 0 ? [{ refused: 'same-as-another-mutator' }] : reasons;
      refusals.push(...left.map((refusal) => ({ ...refusal, taskId: task.id, mutator: mutator.name })));
    }
    for (const [index, mutant] of fresh.entries()) {
      seen.add(mutantKey(mutant.text, mutant.renames));
      variants.push(variantOf(task, mutator, mutant, seed, index));
    }
  }
  return { variants, refusals, applicable };
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

/** The identity of a mutant: a line end more or less around it is not worth a model call. */
export function mutantKey(text: string, renames: Readonly<Record<string, string>>): string {
  return JSON.stringify([
    text.replace(/^[\r\n]+/, '').replace(/(?<![\r\n])[\r\n]+$/, ''),
    Object.entries(renames).sort(),
  ]);
}

/** Up to `perMutator` distinct mutants in the order of the draw, and the reasons of everything that was refused. */
function drawMutants(
  subject: Subject,
  mutator: Mutator,
  perMutator: number,
  rng: Rng,
): { drawn: readonly Mutant[]; reasons: readonly Refusal[] } {
  if (subject.input.prompt.text.length > LONGEST_PROMPT) {
    return { drawn: [], reasons: [{ refused: 'prompt-too-long' }] };
  }
  const { proposals, reasons } = collectOutcomes(subject, mutator, rng);
  const drawn = new Map<string, Mutant>();
  for (const proposal of rng.fork('draw').shuffle(proposals)) {
    if (drawn.size >= perMutator) break;
    const outcome = gateProposal(subject, mutator, proposal);
    if ('refused' in outcome) addReason(reasons, outcome);
    else {
      const key = mutantKey(outcome.text, outcome.renames);
      if (!drawn.has(key)) drawn.set(key, outcome);
    }
  }
  return { drawn: [...drawn.values()], reasons };
}

/** The proposal applied, where every guard lets it through. @throws MutagreeError `mutator-failed` where edits overlap */
export function gateProposal(
  { input, taskId, guards }: Subject,
  mutator: Acting,
  proposal: Proposal,
): Mutant | Refusal {
  const before = input.prompt.text;
  const { edits, renames = {} } = proposal;
  const text = attempt(mutator, taskId, () => applyEdits(before, edits));
  // One object for all guards, so that they can share computed results.
  const checked = { ...input, mutator, proposal, mutatedText: text };
  const failed = guards.find((guard) => guard.check(checked) !== null);
  if (failed) return { refused: `guard:${failed.name}` };
  if (text !== before && mutantKey(text, renames) === mutantKey(before, {})) return { refused: 'line-end-alone' };
  return { text, edits, renames };
}

/** A mutator's proposals for a prompt, and its reasons for skipping places. @throws MutagreeError `mutator-failed` */
export function collectOutcomes(
  { input, taskId }: Subject,
  mutator: Mutator,
  rng: Rng,
): { proposals: Proposal[]; reasons: Refusal[] } {
  const proposals: Proposal[] = [];
  const reasons: Refusal[] = [];
  attempt(mutator, taskId, () => {
    let left = MOST_OUTCOMES;
    for (const outcome of mutator.propose(input, rng.fork('propose'))) {
      if (isRefusal(outcome)) addReason(reasons, outcome);
      else proposals.push(outcome);
      left -= 1;
      if (left === 0) break;
    }
  });
  return { proposals, reasons };
}

export function addReason(reasons: Refusal[], refusal: Refusal): void {
  if (!reasons.some(({ refused }) => refused === refusal.refused)) reasons.push(refusal);
}

function attempt<Result>(mutator: Acting, taskId: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new MutagreeError('mutator-failed', `mutator ${mutator.name} failed on task ${taskId}: ${what}`, {
      hint: `Leave it out, and report the prompt: this is a bug of ${mutator.name}.`,
      cause,
    });
  }
}
