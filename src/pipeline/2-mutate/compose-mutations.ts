import {
  type Mutation,
  type MutationInput,
  type Mutator,
  mutationInputOf,
  PRESERVATIONS,
  type Proposal,
  type Variant,
} from '../../core/mutation.ts';
import { oncePer } from '../../core/once-per.ts';
import { createRng } from '../../core/random.ts';
import { type Composition, familiesOf, type Role, rolesOf } from '../../core/strength.ts';
import type { Task } from '../../core/task.ts';
import { composeEdits } from '../../core/text.ts';
import { parsePrompt } from '../../python-source/prompts/parse-prompt.ts';
import type { RefusalRecord } from '../../records/run-record.ts';
import { type Acting, byStart, type Mutant, MutantPool, mutantKey } from './mutant-pool.ts';
import {
  byName,
  joinMutated,
  LONGEST_PROMPT,
  type MutatedTask,
  type MutationDeps,
  mutatePrompts,
  originalOf,
  variantOf,
} from './mutate-prompts.ts';
import { measureChange } from './prompt-change.ts';

type CompositionDeps = Composition & Omit<MutationDeps, 'perMutator'> & { readonly count: number };

interface Made {
  readonly parts: readonly Mutator[];
  readonly mutant: Mutant;
}

interface Work extends CompositionDeps {
  readonly pool: MutantPool;
  /** How often a mutator is part of a variant so far: the least used ones come first. */
  readonly uses: Map<string, number>;
  /** Compositions that only together broke a rule. */
  readonly refused: Map<string, string>;
  readonly changeOf: (mutant: Mutant) => number;
}

/** One mapping with the effect of `first` and then `second`. */
function mergeRenames(first: Mutation['renames'], second: Mutation['renames']): Mutation['renames'] {
  const introduced = new Set(Object.values(first));
  const onward = Object.entries(first).map(([old, fresh]) => [old, second[fresh] ?? fresh]);
  const own = Object.entries(second).filter(([old]) => !introduced.has(old));
  return Object.fromEntries([...onward, ...own].filter(([old, fresh]) => old !== fresh));
}

/** The combined declarations of several mutators. */
function together(parts: readonly Mutator[]): Acting & Pick<Mutation, 'preserves' | 'components'> {
  const least = Math.max(...parts.map(({ preserves }) => PRESERVATIONS.indexOf(preserves)));
  return {
    name: parts.map(({ name }) => name).join('+'),
    family: parts.length === 1 ? (parts[0] as Mutator).family : 'composed',
    components: parts.length === 1 ? undefined : parts.map(({ name: mutator, family }) => ({ mutator, family })),
    preserves: PRESERVATIONS[least] ?? 'adversarial',
    touches: [...new Set(parts.flatMap(({ touches }) => touches))],
    declares: [...new Set(parts.flatMap(({ declares = [] }) => declares))],
  };
}

function inputAfter({ entryPoint, reservedNames }: MutationInput, { text, renames }: Mutant): MutationInput {
  const renamed = entryPoint === null ? null : (renames[entryPoint] ?? entryPoint);
  return {
    prompt: parsePrompt(text, renamed),
    entryPoint: renamed,
    reservedNames: new Set([...reservedNames, ...Object.keys(renames)]),
  };
}

/** What several mutators propose together; null where a guard objects. */
function gated(parts: readonly Mutator[], proposal: Proposal, { pool, refused }: Work): Made | null {
  const acting = together(parts);
  const outcome = pool.gate(acting, proposal);
  if (!('refused' in outcome)) return { parts, mutant: outcome };
  refused.set(acting.name, outcome.refused);
  return null;
}

/** The steps on the original prompt at once: they change different places. The last ones are left where a guard objects. */
function joined(steps: readonly Made[], work: Work): Made | null {
  for (let count = steps.length; count > 1; count--) {
    const own = steps.slice(0, count);
    const edits = own.flatMap(({ mutant }) => mutant.edits).sort(byStart);
    const parts = own.flatMap((each) => each.parts);
    const made = gated(parts, { edits }, work);
    if (made) return made;
  }
  return steps[0] ?? null;
}

/** Mutators of a role that are not taken yet, the least used first; of equals the draw decides. */
function candidates(role: Role, draw: number, taken: readonly Mutator[], work: Work): Mutator[] {
  const families = familiesOf(role);
  const rng = createRng(work.seed).fork(work.pool.taskId, 'composition', draw, role);
  // Of the families of names and layout each opens in turn.
  const turn = ({ family }: Mutator) => (role === 'surface' ? (families.indexOf(family) + draw) % families.length : 0);
  const used = ({ name }: Mutator) => work.uses.get(name) ?? 0;
  return rng
    .shuffle(work.mutators.filter((mutator) => families.includes(mutator.family) && !taken.includes(mutator)))
    .sort((a, b) => turn(a) - turn(b) || used(a) - used(b));
}

/** Of the first mutators of the role that can still change something, the one that changes most. */
function stepOf(role: Role, draw: number, steps: readonly Made[], work: Work): Made | null {
  const taken = steps.flatMap(({ mutant }) => mutant.edits);
  const used = steps.flatMap(({ parts }) => parts);
  const found: Made[] = [];
  for (const mutator of candidates(role, draw, used, work)) {
    const mutant = work.pool.mutantOf(mutator, taken, draw, work.everywhere);
    if (mutant) found.push({ parts: [mutator], mutant });
    if (found.length >= work.choices) break;
  }
  return found.sort((a, b) => work.changeOf(b.mutant) - work.changeOf(a.mutant))[0] ?? null;
}

/** Most mutators of names and layout that are tried on top of the others. */
const MOST_SURFACES = 6;

/** Adds a rename or another layout, next to the composition or on top of it; unchanged if none applies. */
function surfaced(made: Made | null, draw: number, work: Work): Made | null {
  const { pool, guards, seed, everywhere } = work;
  const { input, taskId } = pool;
  // Parsed only if another mutator goes on top.
  let after: MutantPool | undefined;
  for (const mutator of candidates('surface', draw, [], work).slice(0, MOST_SURFACES)) {
    const beside = pool.mutantOf(mutator, made?.mutant.edits ?? [], draw, everywhere);
    if (beside && !made) return { parts: [mutator], mutant: beside };
    if (!made || (!beside && pool.isIdle(mutator))) continue;
    const { parts, mutant } = made;
    if (!beside) after ??= new MutantPool(inputAfter(input, mutant), taskId, guards, seed);
    const own = beside ?? after?.mutantOf(mutator, [], draw, everywhere);
    if (!own) continue;
    const edits = beside
      ? [...mutant.edits, ...own.edits].sort(byStart)
      : composeEdits(input.prompt.text, mutant.edits, own.edits);
    const both = gated([...parts, mutator], { edits, renames: mergeRenames(mutant.renames, own.renames) }, work);
    if (both) return both;
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
  const roles = rolesFor(work.compose, draw);
  const steps: Made[] = [];
  for (const role of roles.filter((each) => each !== 'surface')) {
    const step = stepOf(role, draw, steps, work) ?? stepOf(role === 'word' ? 'sentence' : 'word', draw, steps, work);
    if (step) steps.push(step);
  }
  const made = joined(steps, work);
  const short = (made?.parts.length ?? 0) < work.compose;
  return roles.includes('surface') || (short && work.compose > 1) ? surfaced(made, draw, work) : made;
}

/** Draws in a row that may give nothing new before a task is left. */
const MOST_IDLE = 12;

/**
 * Stage 2 with several mutators per variant: those of sentences and words change different places of the original, and
 * one of names or layout works on their result. Each passes its own guards, and all together those of their combined
 * declarations; edits and renames refer to the original. The order of the mutators does not matter.
 *
 * @throws MutagreeError `mutator-failed` if a mutator throws or proposes overlapping edits
 */
export function composePrompts(task: Task, deps: CompositionDeps): MutatedTask {
  const { guards, seed, count } = deps;
  const { prompt } = task;
  const work: Work = {
    ...deps,
    mutators: deps.mutators.toSorted(byName),
    pool: new MutantPool(mutationInputOf(task), task.id, guards, seed),
    uses: new Map(),
    refused: new Map(),
    changeOf: oncePer(({ edits }: Mutant) => {
      const { changedWords, reordered } = measureChange(prompt, edits);
      return changedWords + reordered;
    }),
  };
  const variants: Variant[] = [];
  const seen = new Set([mutantKey({ text: prompt.text, renames: {} })]);
  let idle = 0;
  for (let draw = 0; variants.length < count && idle < MOST_IDLE; draw++) {
    const made = prompt.text.length > LONGEST_PROMPT ? null : composeOne(draw, work);
    const key = made ? mutantKey(made.mutant) : '';
    // A mutator tried in vain goes to the end of the queue, too.
    for (const { name } of made?.parts ?? []) work.uses.set(name, (work.uses.get(name) ?? 0) + 1);
    if (!made || seen.has(key)) {
      idle += 1;
      continue;
    }
    idle = 0;
    seen.add(key);
    variants.push(variantOf(task, together(made.parts), made.mutant, seed, variants.length));
  }
  return { variants: [originalOf(task), ...variants], refusals: refusalsOf(work, variants) };
}

/** Of mutators that are part of no variant, why they were not; and compositions that only together broke a rule. */
function refusalsOf({ mutators, pool, uses, refused }: Work, variants: readonly Variant[]): RefusalRecord[] {
  const { taskId } = pool;
  const made = new Set(variants.map(({ mutation }) => mutation?.mutator));
  return [
    ...mutators
      .filter(({ name }) => !uses.has(name))
      .flatMap((mutator) => pool.reasonsOf(mutator).map((reason) => ({ ...reason, taskId, mutator: mutator.name }))),
    ...[...refused]
      .filter(([name]) => !made.has(name))
      .map(([mutator, reason]) => ({ taskId, mutator, refused: reason })),
  ];
}

/** Stage 2 of a task without a model: mutators by themselves, or `count` composed variants; approaches stay alone. */
export function makeVariants(
  task: Task,
  { composition, count, mutators, ...deps }: MutationDeps & { composition: Composition | null; count: number },
): MutatedTask {
  if (!composition) return mutatePrompts(task, { ...deps, mutators });
  const framing = mutators.filter(({ family }) => family === 'approach');
  const rewriting = mutators.filter(({ family }) => family !== 'approach');
  const composed = composePrompts(task, { ...deps, ...composition, mutators: rewriting, count });
  if (framing.length === 0) return composed;
  const framed = mutatePrompts(task, { ...deps, mutators: framing });
  return joinMutated([composed, { ...framed, variants: framed.variants.slice(1) }]);
}
