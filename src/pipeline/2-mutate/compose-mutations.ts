import { applyEdits, composeEdits } from '../../core/edit.ts';
import type { GuardInput, MutationInput, Mutator, Preservation, Variant } from '../../core/mutation.ts';
import { createRng } from '../../core/random.ts';
import type { RefusalRecord } from '../../core/run-record.ts';
import type { Task } from '../../core/task.ts';
import { parsePrompt } from '../../python-source/prompts/parse-prompt.ts';
import {
  drawMutants,
  type Mutant,
  type MutatedTask,
  type MutationDeps,
  mutantKey,
  originalOf,
} from './mutate-prompts.ts';

type Renames = Readonly<Record<string, string>>;

const LOOSEST: readonly Preservation[] = ['exact-meaning', 'paraphrase', 'adversarial'];

/** One mapping with the effect of `first` and then `second`. */
function mergeRenames(first: Renames, second: Renames): Renames {
  const introduced = new Set(Object.values(first));
  const onward = Object.entries(first).map(([old, fresh]) => [old, second[fresh] ?? fresh]);
  const own = Object.entries(second).filter(([old]) => !introduced.has(old));
  return Object.fromEntries([...onward, ...own].filter(([old, fresh]) => old !== fresh));
}

/** What two mutators may do together. */
function pairOf(first: Mutator, second: Mutator): GuardInput['mutator'] & { readonly preserves: Preservation } {
  return {
    name: `${first.name}+${second.name}`,
    family: first.family,
    preserves: LOOSEST[Math.max(LOOSEST.indexOf(first.preserves), LOOSEST.indexOf(second.preserves))] ?? 'adversarial',
    touches: [...new Set([...first.touches, ...second.touches])],
    declares: [...new Set([...(first.declares ?? []), ...(second.declares ?? [])])],
  };
}

/** The prompt after the first mutation, as its own subject. */
function inputAfter(input: MutationInput, { text, renames }: Mutant): MutationInput {
  const { entryPoint, reservedNames } = input;
  const renamed = entryPoint === null ? null : (renames[entryPoint] ?? entryPoint);
  return {
    prompt: parsePrompt(text, renamed),
    entryPoint: renamed,
    reservedNames: new Set([...reservedNames, ...Object.keys(renames)]),
  };
}

interface Stage extends Pick<MutationDeps, 'guards' | 'seed'> {
  readonly input: MutationInput;
  readonly taskId: string;
}

/** The first mutant of `second` on top of `mutant`, told on the original; or why there is none. */
function compose(first: Mutator, mutant: Mutant, second: Mutator, stage: Stage): Mutant | string {
  const { input, guards, seed, taskId } = stage;
  const pair = pairOf(first, second);
  const rng = createRng(seed).fork(taskId, pair.name);
  const { drawn, reasons } = drawMutants(inputAfter(input, mutant), second, guards, 1, rng, taskId);
  const [next] = drawn;
  if (!next) return reasons[0]?.refused ?? 'no-proposal';
  const edits = composeEdits(input.prompt.text, mutant.edits, next.edits);
  const text = applyEdits(input.prompt.text, edits);
  const renames = mergeRenames(mutant.renames, next.renames);
  const checked = { ...input, mutator: pair, proposal: { edits, renames }, mutatedText: text };
  const failed = guards.find((guard) => guard.check(checked) !== null);
  return failed ? `guard:${failed.name}` : { text, edits, renames };
}

/** Mutators of other families, in an order that each pair's own draw decides. */
function partnersOf(first: Mutator, { mutators, seed }: MutationDeps, taskId: string): Mutator[] {
  return mutators
    .filter(({ family }) => family !== first.family)
    .map((mutator) => ({ mutator, draw: createRng(seed).fork(taskId, first.name, 'then', mutator.name).next() }))
    .sort((a, b) => a.draw - b.draw || (a.mutator.name < b.mutator.name ? -1 : 1))
    .map(({ mutator }) => mutator);
}

/**
 * Stage 2 with two mutators per variant, of different families, one after the other: from each first mutator up to
 * `perMutator` variants, one per partner. Edits and renames speak of the original, and every guard sees the whole. What is
 * drawn depends on the pair alone, not on the order of the mutators.
 *
 * @throws MutagreeError `mutator-failed` when a mutator throws or proposes edits that overlap.
 */
export function composePrompts(task: Task, deps: MutationDeps): MutatedTask {
  const { guards, seed, perMutator } = deps;
  const { id: taskId, entryPoint, prompt } = task;
  const input: MutationInput = { prompt, entryPoint, reservedNames: new Set(task.reservedNames) };
  const variants: Variant[] = [originalOf(task)];
  const refusals: RefusalRecord[] = [];
  const applicable = new Set<string>();
  const seen = new Set([mutantKey(prompt.text, {})]);
  for (const first of [...deps.mutators].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const rng = createRng(seed).fork(taskId, first.name);
    const [mutant] = drawMutants(input, first, guards, 1, rng, taskId).drawn;
    let made = 0;
    for (const second of mutant ? partnersOf(first, deps, taskId) : []) {
      if (!mutant || made >= perMutator) break;
      const { name, family, preserves } = pairOf(first, second);
      const outcome = compose(first, mutant, second, { input, taskId, guards, seed });
      if (typeof outcome === 'string') {
        refusals.push({ taskId, mutator: name, refused: outcome });
        continue;
      }
      const { text, edits, renames } = outcome;
      if (seen.has(mutantKey(text, renames))) continue;
      seen.add(mutantKey(text, renames));
      applicable.add(name);
      made += 1;
      const mutation = { mutator: name, family, preserves, seed, edits, renames };
      variants.push({ id: `${taskId}::${name}::s${seed}.0`, taskId, prompt: text, mutation });
    }
  }
  return { variants, refusals, applicable: [...applicable].sort() };
}
