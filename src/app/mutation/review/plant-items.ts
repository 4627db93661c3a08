import { guards } from '../../../../mutators/guards/index.ts';
import { applyEdits, composeEdits, type Edit } from '../../../core/edit.ts';
import type { Mutator, Variant } from '../../../core/mutation.ts';
import type { Rng } from '../../../core/random.ts';
import type { Task } from '../../../core/task.ts';
import { mutatePrompts } from '../../../pipeline/2-mutate/mutate-prompts.ts';
import { parsePrompt } from '../../../python-source/prompts/parse-prompt.ts';
import { type Damage, damagesOf } from './damage.ts';
import { excerptOf } from './excerpt.ts';
import type { ReadingItem } from './sheet.ts';

/** Prompts that are read together. */
export interface PromptSet {
  readonly name: string;
  readonly dataset: { readonly tasks: readonly Task[] };
}

/** What a mutator makes of a task; undefined where it refuses. */
export function mutantOf(mutator: Mutator, task: Task, seed: number): Variant | undefined {
  return mutatePrompts(task, { mutators: [mutator], guards, seed, perMutator: 1 }).variants[1];
}

/** A mutant as it is read: the paragraphs that changed, or all of it where no edits lead there. */
export function itemOf(
  set: string,
  task: Task,
  mutator: string,
  edits: readonly Edit[],
  variant?: Variant,
): ReadingItem {
  const renames = variant?.mutation?.renames ?? {};
  const { text } = task.prompt;
  const leadsThere = !variant || applyEdits(text, edits) === variant.prompt;
  const excerpt = leadsThere || edits.length > 0 ? excerptOf(text, edits) : { before: text, after: variant.prompt };
  return { set, task: task.id, mutator, planted: null, edits, renames, excerpt };
}

/** The prompt's text after `edits`, damaged; null where no rule of that kind applies. */
function damaged(task: Task, variant: Variant | undefined, kind: Damage['kind'], rng: Rng): Edit[] | null {
  const entryPoint = task.entryPoint === null ? null : (variant?.mutation?.renames[task.entryPoint] ?? task.entryPoint);
  const prompt = variant ? parsePrompt(variant.prompt, entryPoint) : task.prompt;
  const found = damagesOf(prompt, entryPoint).filter((damage) => damage.kind === kind);
  if (found.length === 0) return null;
  return composeEdits(task.prompt.text, variant?.mutation?.edits ?? [], [rng.pick(found).edit]);
}

/** Attempts at one kind of damage. */
const MOST_IN_VAIN = 25;
const KINDS: readonly Damage['kind'][] = ['changed-bound', 'dropped-condition', 'swapped-role', 'lost-negation'];

/**
 * Wrong mutants of the prompts that were drawn: the kinds of damage in turn, one half on top of a mutant that was not
 * drawn itself, the other as the only change. Where all mutants are drawn, every one is the only change.
 */
export function plantItems(
  drawn: readonly ReadingItem[],
  mutators: readonly Mutator[],
  sets: readonly PromptSet[],
  { seed, count, rng }: { readonly seed: number; readonly count: number; readonly rng: Rng },
): ReadingItem[] {
  const taken = new Set(drawn.map(({ mutator, set, task }) => JSON.stringify([mutator, set, task])));
  const taskOf = new Map(
    sets.flatMap(({ name, dataset }) => dataset.tasks.map((task) => [JSON.stringify([name, task.id]), task])),
  );
  const places = [...new Set(drawn.map(({ set, task }) => JSON.stringify([set, task])))];
  const planted: ReadingItem[] = [];
  const used = new Set<string>();
  // Most prompts lack a place for a given damage; the bound ends the search where few prompts were drawn.
  let vain = 0;
  for (let attempt = 0; planted.length < count && attempt < count * 200; attempt++) {
    vain += 1;
    const place = rng.pick(places);
    const [set] = JSON.parse(place) as [string, string];
    const task = taskOf.get(place);
    // The next kind where no prompt seems to have a place for this one.
    const kind = KINDS[(planted.length + Math.floor(vain / MOST_IN_VAIN)) % KINDS.length] as Damage['kind'];
    if (!task || used.has(place)) continue;
    const mayBeOnTop = mutators.length > 0 && vain < MOST_IN_VAIN * KINDS.length;
    const isOnTop = mayBeOnTop && Math.floor(planted.length / KINDS.length) % 2 === 0;
    const onTop = isOnTop ? rng.pick(mutators) : null;
    if (onTop && taken.has(JSON.stringify([onTop.name, set, task.id]))) continue;
    const variant = onTop ? mutantOf(onTop, task, seed) : undefined;
    if (onTop && !variant) continue;
    const edits = damaged(task, variant, kind, rng);
    if (edits === null) continue;
    used.add(place);
    planted.push({ ...itemOf(set, task, onTop?.name ?? 'none', edits, variant), planted: kind });
    vain = 0;
  }
  return planted;
}
