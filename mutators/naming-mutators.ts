import { z } from 'zod';
import type { Edit } from '../src/core/edit.ts';
import type { MutationInput, Mutator, Proposal, Refusal } from '../src/core/mutation.ts';
import { contains } from '../src/core/span.ts';
import { readData } from '../src/package-root.ts';
import { isFreshName, nameWords, otherNameCase } from './parsers/names.ts';
import { targetFunction } from './parsers/prompt-names.ts';
import { renameFunctionEdits, renameParameterEdits, targetName } from './parsers/renaming.ts';
import { taskPhrases } from './parsers/task-phrase.ts';
import { SHORT_FORMS } from './parsers/word-lists.ts';
import { propose, RECODE, RENAMES, refuse } from './proposals.ts';

/** Longest mutant, as a multiple of its prompt. */
const LONGEST = 1.5;

/** New names for a function, best first, or why there is none. */
type NameIdeas = readonly string[] | { readonly refused: string };

/**
 * Proposes to call the wanted function by up to `most` of the names that `ideasFor` has for it and that occur nowhere
 * yet.
 *
 * Refuses where the function has no name, no idea is new, or the old name has to stay.
 */
function* functionRenames(
  input: MutationInput,
  ideasFor: (name: string) => NameIdeas,
  most = 1,
): Iterable<Proposal | Refusal> {
  const name = targetName(input);
  const ideas = name === null ? refuse('no-function-name') : ideasFor(name);
  if (name === null || 'refused' in ideas) {
    if ('refused' in ideas) yield ideas;
    return;
  }
  const fresh = ideas.filter((idea) => idea !== name && isFreshName(input, idea));
  if (fresh.length === 0) yield refuse('no-fresh-name');
  let left = most;
  for (const idea of fresh) {
    const outcome = renameFunctionEdits(input, name, idea);
    if ('refused' in outcome) {
      yield outcome;
      return;
    }
    if (isTooLong(input, outcome.edits)) continue;
    yield propose(outcome.edits, { [name]: idea });
    left -= 1;
    if (left === 0) return;
  }
  if (fresh.length > 0 && left === most) yield refuse('name-too-long');
}

/** Whether the mutant would be too long for its prompt (P12), as a long name in a short request makes it. */
function isTooLong({ prompt }: MutationInput, edits: readonly Edit[]): boolean {
  const growth = edits.reduce((sum, { start, end, replacement }) => sum + replacement.length - (end - start), 0);
  return growth > prompt.text.length * (LONGEST - 1);
}

/** Why the parameters have to keep their names: a function that looks at them, or none that is shown. */
function parameterObstacle({ prompt, entryPoint }: MutationInput): string | null {
  const target = targetFunction(prompt, entryPoint);
  if (!target) return 'no-signature';
  if (target.parameters.some(({ kind }) => kind === 'kwargs')) return 'keyword-catch-all';
  const isSeen = /\b(?:getattr|setattr|locals|vars|globals|kwargs|inspect)\b/.test(prompt.text);
  return isSeen ? 'reflection' : null;
}

/**
 * Proposes to rename, all at once, the parameters for which `nameFor` has a name that is new and which have no reason to
 * keep theirs. One whose role the running text never mentions keeps it, unless the new name tells as much.
 *
 * Refuses functions that look at their own names: `**kwargs`, `getattr`, `locals`.
 */
function* parameterRenames(
  input: MutationInput,
  nameFor: (name: string, index: number) => string | null,
  tellsAsMuch: boolean,
): Iterable<Proposal | Refusal> {
  const target = targetFunction(input.prompt, input.entryPoint);
  const obstacle = parameterObstacle(input);
  if (!target || obstacle !== null) {
    yield refuse(obstacle ?? 'no-signature');
    return;
  }
  const edits: Edit[] = [];
  const renames: Record<string, string> = {};
  const own = target.parameters.filter(({ name }) => name !== 'self' && name !== 'cls');
  if (own.length === 0) yield refuse('no-parameters');
  for (const [index, { name }] of own.entries()) {
    const replacement = nameFor(name, index);
    // A name that occurs twice in the signature is renamed in both places at once.
    if (replacement === null || Object.hasOwn(renames, name)) continue;
    if (!isFreshName(input, replacement)) {
      yield refuse('no-fresh-name');
      continue;
    }
    const outcome = renameParameterEdits(input, target, name, replacement);
    if ('refused' in outcome) yield outcome;
    else if (!tellsAsMuch && saysSomething(name) && !isMentioned(input, outcome.edits)) {
      yield refuse('role-only-in-name');
    } else {
      edits.push(...outcome.edits);
      renames[name] = replacement;
    }
  }
  if (edits.length > 0) yield propose(edits, renames);
}

/** Whether a name may tell more than "the argument". */
function saysSomething(name: string): boolean {
  return name.length > 2 && !SHORT_FORMS.has(name);
}

/** Whether some edit is in running text that mentions the parameter. */
function isMentioned({ prompt }: MutationInput, edits: readonly Edit[]): boolean {
  const told = prompt.regions.filter(({ kind }) => kind === 'prose' || kind === 'constraint');
  return edits.some((edit) => told.some((region) => contains(region, edit)));
}

const NEUTRAL_NAMES = ['solve_task', 'solve_problem', 'compute_answer', 'run_task'] as const;

const { names: MISLEADING } = readData(
  'lexicons/misleading-names.json',
  z.object({ names: z.array(z.object({ name: z.string(), stems: z.array(z.string()).min(1) })) }),
);
/** Names offered for one prompt; stage 2 draws from them. */
const MOST_NAMES = 10;

/** Letters instead of digits, so that the prompt's numbers stay as they are. */
const SCHEMES = ['arg', 'param', 'input'] as const;
const placeName = (scheme: string, index: number) =>
  index < 26 ? `${scheme}_${String.fromCharCode(97 + index)}` : null;

type Naming = Pick<Mutator, 'name' | 'summary' | 'example' | 'propose'> &
  Partial<Pick<Mutator, 'preserves' | 'source'>>;

const naming = (entry: Naming): Mutator => ({
  ...{ family: 'naming', preserves: 'exact-meaning', source: 'original', ...RENAMES },
  ...entry,
});

/** Names that also occur as English words stay, and so do those of methods that others may call. */
export const namingMutators: readonly Mutator[] = [
  naming({
    // The thesis's, which a model wrote. Names that the prompt or the old name speaks of are left out: they might fit.
    name: 'name-func-adversarial',
    summary: 'A misleading function name, taken from another task.',
    example: { before: 'def sum_list(xs):', after: 'def parse_date(xs):' },
    preserves: 'adversarial',
    propose: (input, rng) =>
      functionRenames(
        input,
        (old) => {
          const words = `${input.prompt.text} ${nameWords(old).join(' ')}`.toLowerCase();
          const misleading = MISLEADING.filter(({ stems }) => !stems.some((stem) => words.includes(stem)));
          return rng.shuffle(misleading.map(({ name }) => name));
        },
        MOST_NAMES,
      ),
  }),
  naming({
    // ReCode's CamelCase, whose released set counts names that did not change as mutants.
    name: 'name-func-case',
    summary: 'The function name in camel case instead of snake case, or the other way round.',
    example: { before: 'def sum_list(xs):', after: 'def sumList(xs):' },
    source: RECODE,
    propose: (input) =>
      functionRenames(input, (name) => {
        const other = otherNameCase(name);
        return other === null ? { refused: 'one-word-name' } : [other];
      }),
  }),
  naming({
    // ReCode's keep a hint of the old name. A prompt without a name gets "a function named solve_task".
    name: 'name-func-neutral',
    summary: 'A function name that says nothing about the task.',
    example: { before: 'def sum_list(xs):', after: 'def solve_task(xs):' },
    source: RECODE,
    propose: (input) => functionRenames(input, () => NEUTRAL_NAMES),
  }),
  naming({
    // The thesis's, which a model wrote. A name that is taken, or has the old one's words, is shortened from the end.
    name: 'name-func-task',
    summary: 'A descriptive function name, made from the words of the request.',
    example: {
      before: 'def f_3(xs):\n    """Return the sum of the list."""',
      after: 'def return_sum_of_list(xs):\n    """Return the sum of the list."""',
    },
    propose: (input) =>
      functionRenames(input, (old) => {
        const phrases = taskPhrases(input);
        if (phrases.length === 0) return { refused: 'no-request-found' };
        const oldWords = nameWords(old).join('_').toLowerCase();
        return phrases.map((words) => words.join('_')).filter((name) => name !== oldWords);
      }),
  }),
  naming({
    // As descriptive as before, so that also a parameter whose role only the name tells is renamed.
    name: 'name-param-case',
    summary: 'Parameter names in camel case instead of snake case, or the other way round.',
    example: { before: 'def save(self, file_path):', after: 'def save(self, filePath):' },
    *propose(input) {
      const outcomes = [...parameterRenames(input, otherNameCase, true)];
      if (outcomes.length === 0) yield refuse('one-word-names');
      yield* outcomes;
    },
  }),
  naming({
    // By place. One that the running text never mentions stays: its name alone may say which value it is, or its unit.
    name: 'name-param-rename',
    summary: 'Parameter names that say nothing about their values.',
    example: { before: 'def scale(xs, factor):', after: 'def scale(arg_a, arg_b):' },
    *propose(input) {
      for (const scheme of SCHEMES) {
        yield* parameterRenames(input, (_, index) => placeName(scheme, index), false);
      }
    },
  }),
];
