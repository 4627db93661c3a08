import { applyEdits } from '../../core/edit.ts';
import { MutagreeError } from '../../core/errors.ts';
import {
  type Guard,
  type GuardInput,
  isRefusal,
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
  /** At most this many distinct variants per mutator. */
  readonly perMutator: number;
}

/** Outcomes taken from one mutator for one prompt; bounds the work on long prompts. */
const MOST_OUTCOMES = 120;

/** Characters of the longest prompt that is mutated: some twenty times the longest of any benchmark. */
export const LONGEST_PROMPT = 150_000;

/**
 * Stage 2. The variants of one task: from each mutator up to `perMutator` of its proposals that pass every guard, drawn
 * by a generator of its own, so that neither the order nor the choice of the other mutators matters. Where two mutators
 * arrive at the same mutant, the first by name keeps it.
 *
 * @throws MutagreeError `mutator-failed` when a mutator throws or proposes edits that overlap.
 */
export function mutatePrompts(task: Task, { mutators, guards, seed, perMutator }: MutationDeps): MutatedTask {
  const input = mutationInputOf(task);
  const variants: Variant[] = [originalOf(task)];
  const refusals: RefusalRecord[] = [];
  const applicable: string[] = [];
  const seen = new Set([mutantKey(task.prompt.text, {})]);
  for (const mutator of [...mutators].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const rng = createRng(seed).fork(task.id, mutator.name);
    const { drawn, reasons } = drawMutants(input, mutator, guards, perMutator, rng, task.id);
    const fresh = drawn.filter(({ text, renames }) => !seen.has(mutantKey(text, renames)));
    if (drawn.length > 0) applicable.push(mutator.name);
    if (fresh.length === 0) {
      const left = drawn.length > 0 ? [{ refused: 'same-as-another-mutator' }] : reasons;
      refusals.push(...left.map((refusal) => ({ ...refusal, taskId: task.id, mutator: mutator.name })));
    }
    for (const [index, { text, edits, renames }] of fresh.entries()) {
      seen.add(mutantKey(text, renames));
      variants.push({
        id: `${task.id}::${mutator.name}::s${seed}.${index}`,
        taskId: task.id,
        prompt: text,
        mutation: {
          mutator: mutator.name,
          family: mutator.family,
          preserves: mutator.preserves,
          change: measureChange(task.prompt, edits),
          seed,
          edits,
          renames,
          ...(mutator.declares?.includes('frames') ? { framed: true as const } : {}),
        },
      });
    }
  }
  return { variants, refusals, applicable };
}

/** The variant that is the prompt itself. */
export function originalOf(task: Task): Variant {
  return { id: `${task.id}::original`, taskId: task.id, prompt: task.prompt.text, mutation: null };
}

/** Trims the line ends around a text; linear, unlike a pattern at the end. */
function withoutLineEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (/[\r\n]/.test(text[start] ?? '')) start += 1;
  while (end > start && /[\r\n]/.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(start, end);
}

/** The identity of a mutant: a line end more or less around it is not worth a model call. */
export function mutantKey(text: string, renames: Readonly<Record<string, string>>): string {
  return JSON.stringify([withoutLineEnds(text), Object.entries(renames).sort()]);
}

/** A proposal that passed every guard, applied. */
export interface Mutant {
  readonly text: string;
  readonly edits: Proposal['edits'];
  readonly renames: Readonly<Record<string, string>>;
}

/** Up to `perMutator` distinct mutants in the order of the draw, and the reasons of everything that was refused. */
function drawMutants(
  input: MutationInput,
  mutator: Mutator,
  guards: readonly Guard[],
  perMutator: number,
  rng: Rng,
  taskId: string,
): { drawn: Mutant[]; reasons: Refusal[] } {
  if (input.prompt.text.length > LONGEST_PROMPT) return { drawn: [], reasons: [{ refused: 'prompt-too-long' }] };
  const { proposals, reasons } = collectOutcomes(input, mutator, rng, taskId);
  const drawn: Mutant[] = [];
  const seen = new Set<string>();
  for (const proposal of rng.fork('draw').shuffle(proposals)) {
    if (drawn.length >= perMutator) break;
    const outcome = gateProposal(input, mutator, proposal, guards, taskId);
    if ('refused' in outcome) addReason(reasons, outcome);
    else {
      const key = mutantKey(outcome.text, outcome.renames);
      if (!seen.has(key)) drawn.push(outcome);
      seen.add(key);
    }
  }
  return { drawn, reasons };
}

/** A mutator before the guards, or several acting as one. */
export type Acting = GuardInput['mutator'];

/** The proposal applied, where every guard lets it through. @throws MutagreeError `mutator-failed` where edits overlap */
export function gateProposal(
  input: MutationInput,
  mutator: Acting,
  proposal: Proposal,
  guards: readonly Guard[],
  taskId: string,
): Mutant | Refusal {
  const before = input.prompt.text;
  const text = attempt(mutator, taskId, () => applyEdits(before, proposal.edits));
  const renames = proposal.renames ?? {};
  // One object for all guards, so that they can share computed results.
  const checked = { ...input, mutator, proposal, mutatedText: text };
  const failed = guards.find((guard) => guard.check(checked) !== null);
  if (failed) return { refused: `guard:${failed.name}` };
  if (text !== before && mutantKey(text, renames) === mutantKey(before, {})) return { refused: 'line-end-alone' };
  return { text, edits: proposal.edits, renames };
}

/**
 * Collects a mutator's proposals for a prompt, and its reasons for skipping places. @throws MutagreeError
 * `mutator-failed`
 */
export function collectOutcomes(
  input: MutationInput,
  mutator: Mutator,
  rng: Rng,
  taskId: string,
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

/** Each reason once. */
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
