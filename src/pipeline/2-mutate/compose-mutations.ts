import { type Mutator, mutationInputOf, type Variant } from '../../core/mutation.ts';
import { createRng } from '../../core/random.ts';
import { type Composition, familiesOf, type Role, rolesOf } from '../../core/strength.ts';
import type { Task } from '../../core/task.ts';
import type { RefusalRecord } from '../../records/run-record.ts';
import {
  type After,
  afterOf,
  type CompositionDeps,
  joined,
  joinedWith,
  type Made,
  onTop,
  type Step,
  together,
  type Work,
} from './join-mutants.ts';
import { mutantPool } from './mutant-pool.ts';
import {
  gateProposal,
  LONGEST_PROMPT,
  type Mutant,
  type MutatedTask,
  type MutationDeps,
  mutantKey,
  mutatePrompts,
  originalOf,
} from './mutate-prompts.ts';
import { measureChange } from './prompt-change.ts';

/** Mutators of a role that are not taken yet, the least used first; of equals the draw decides. */
function candidates(role: Role, draw: number, taken: readonly Mutator[], { deps, uses, taskId }: Work): Mutator[] {
  const families = familiesOf(role);
  const rng = createRng(deps.seed).fork(taskId, 'composition', draw, role);
  // Of the families of one role each opens in turn.
  const turn = (mutator: Mutator) => (families.indexOf(mutator.family) + draw) % families.length;
  return rng
    .shuffle(deps.mutators.filter((mutator) => families.includes(mutator.family) && !taken.includes(mutator)))
    .map((mutator) => ({ mutator, turn: role === 'surface' ? turn(mutator) : 0, used: uses.get(mutator.name) ?? 0 }))
    .sort((a, b) => a.turn - b.turn || a.used - b.used)
    .map(({ mutator }) => mutator);
}

/** How much a mutant of one mutator changes, measured once. */
function changeOf(mutant: Mutant, { input, changes }: Work): number {
  const known = changes.get(mutant);
  if (known !== undefined) return known;
  const { changedWords, reordered } = measureChange(input.prompt, mutant.edits);
  changes.set(mutant, changedWords + reordered);
  return changedWords + reordered;
}

/** Of the first mutators of the role that can still change something, the one that changes most. */
function stepOf(role: Role, draw: number, steps: readonly Step[], work: Work): Step | null {
  const taken = steps.flatMap(({ mutant }) => mutant.edits);
  const found: (Step & { readonly changed: number })[] = [];
  const used = steps.map(({ mutator }) => mutator);
  for (const mutator of candidates(role, draw, used, work)) {
    const mutant = work.pool.mutantOf(mutator, taken, draw);
    if (!mutant) continue;
    found.push({ mutator, mutant, changed: changeOf(mutant, work) });
    if (found.length >= work.deps.choices) break;
  }
  return found.sort((a, b) => b.changed - a.changed)[0] ?? null;
}

/** Most mutators of names and layout that are tried on top of the others. */
const MOST_SURFACES = 6;

/**
 * Adds a rename or another layout to a composition, next to it if both change different places, otherwise on top of it,
 * expressed as edits of the original; returns the composition unchanged if none applies.
 */
function surfaced(made: Made | null, draw: number, work: Work): Made | null {
  let after: After | undefined;
  for (const mutator of candidates('surface', draw, [], work).slice(0, MOST_SURFACES)) {
    const beside = work.pool.mutantOf(mutator, made?.mutant.edits ?? [], draw);
    if (!made) {
      if (beside) return { parts: [mutator], mutant: beside };
      continue;
    }
    if (!beside && work.pool.isIdle(mutator)) continue;
    after ??= afterOf(made, work);
    const both = beside ? joinedWith(made, beside) : onTop(made, after.pool.mutantOf(mutator, [], draw), work);
    if (!both) continue;
    const parts = [...made.parts, mutator];
    const outcome = gateProposal(work.input, together(parts), both, work.deps.guards, work.taskId);
    if (!('refused' in outcome)) return { parts, mutant: outcome };
    work.refused.set(together(parts).name, outcome.refused);
  }
  return made;
}

/** Which roles the components of one variant have: a pair, or one alone, takes another in each draw. */
function rolesFor(compose: number, draw: number): readonly Role[] {
  const all = rolesOf(3);
  if (compose === 1) return [all[draw % all.length] as Role];
  return compose === 2 ? all.filter((_, index) => index !== (draw + 2) % all.length) : rolesOf(compose);
}

function composeOne(draw: number, work: Work): Made | null {
  const roles = rolesFor(work.deps.compose, draw);
  const steps: Step[] = [];
  for (const role of roles.filter((each) => each !== 'surface')) {
    const step = stepOf(role, draw, steps, work) ?? stepOf(role === 'word' ? 'sentence' : 'word', draw, steps, work);
    if (step) steps.push(step);
  }
  const made = joined(steps, work);
  const short = (made?.parts.length ?? 0) < work.deps.compose;
  return roles.includes('surface') || (short && work.deps.compose > 1) ? surfaced(made, draw, work) : made;
}

/** Draws in a row that may give nothing new before a task is left. */
const MOST_IDLE = 12;

/**
 * Stage 2 with several mutators per variant: of sentences, of words, and one of names or layout. Those of sentences and
 * words change different places of the original; the last one works on their result. Each passes its own guards, and
 * all together those of their combined declarations; edits and renames refer to the original.
 *
 * The draw depends on seed, task and the set of mutators, not on their order.
 *
 * @throws MutagreeError `mutator-failed` if a mutator throws or proposes overlapping edits
 */
export function composePrompts(task: Task, given: CompositionDeps): MutatedTask {
  const deps = { ...given, mutators: [...given.mutators].sort((a, b) => (a.name < b.name ? -1 : 1)) };
  const { guards, seed, everywhere, count } = deps;
  const { id: taskId, prompt } = task;
  const input = mutationInputOf(task);
  const pool = mutantPool({ input, taskId, guards, seed, everywhere });
  const work: Work = { input, taskId, pool, deps, uses: new Map(), refused: new Map(), changes: new Map() };
  const variants: Variant[] = [];
  const seen = new Set([mutantKey(prompt.text, {})]);
  let idle = 0;
  for (let draw = 0; variants.length < count && idle < MOST_IDLE; draw++) {
    const made = prompt.text.length > LONGEST_PROMPT ? null : composeOne(draw, work);
    const key = made ? mutantKey(made.mutant.text, made.mutant.renames) : '';
    // A mutator tried in vain goes to the end of the queue, too.
    for (const { name } of made?.parts ?? []) work.uses.set(name, (work.uses.get(name) ?? 0) + 1);
    if (!made || seen.has(key)) {
      idle += 1;
      continue;
    }
    idle = 0;
    seen.add(key);
    variants.push(variantOf(task, made, seed, variants.length));
  }
  return {
    variants: [originalOf(task), ...variants],
    refusals: refusalsOf(task, work, variants),
    applicable: [...work.uses.keys()].sort(),
  };
}

function variantOf(task: Task, { parts, mutant }: Made, seed: number, index: number): Variant {
  const { name, family, preserves } = together(parts);
  const components = parts.map((part) => ({ mutator: part.name, family: part.family }));
  return {
    id: `${task.id}::${name}::s${seed}.${index}`,
    taskId: task.id,
    prompt: mutant.text,
    mutation: {
      mutator: name,
      family,
      ...(parts.length > 1 ? { components } : {}),
      change: measureChange(task.prompt, mutant.edits),
      preserves,
      seed,
      edits: mutant.edits,
      renames: mutant.renames,
    },
  };
}

/** Of mutators that are part of no variant, why they were not; and compositions that only together broke a rule. */
function refusalsOf(
  { id: taskId }: Task,
  { deps, pool, uses, refused }: Work,
  variants: readonly Variant[],
): RefusalRecord[] {
  const made = new Set(variants.map(({ mutation }) => mutation?.mutator));
  return [
    ...deps.mutators
      .filter(({ name }) => !uses.has(name))
      .flatMap((mutator) => pool.reasonsOf(mutator).map((reason) => ({ ...reason, taskId, mutator: mutator.name }))),
    ...[...refused]
      .filter(([name]) => !made.has(name))
      .map(([mutator, reason]) => ({ taskId, mutator, refused: reason })),
  ];
}

interface VariantDeps extends MutationDeps {
  /** null: each mutator by itself. */
  readonly composition: Composition | null;
  /** Compositions per task, at most. */
  readonly count: number;
}

/** Stage 2 of one task without a model: mutators by themselves, or composed; approaches are never composed. */
export function makeVariants(task: Task, { composition, count, mutators, ...deps }: VariantDeps): MutatedTask {
  if (!composition) return mutatePrompts(task, { ...deps, mutators });
  const framing = mutators.filter(({ family }) => family === 'approach');
  const rewriting = mutators.filter(({ family }) => family !== 'approach');
  const composed = composePrompts(task, { ...deps, ...composition, mutators: rewriting, count });
  if (framing.length === 0) return composed;
  const framed = mutatePrompts(task, { ...deps, mutators: framing });
  return {
    variants: [...composed.variants, ...framed.variants.slice(1)],
    refusals: [...composed.refusals, ...framed.refusals],
    applicable: [...composed.applicable, ...framed.applicable].sort(),
  };
}
