import { expect, test } from 'vitest';
import { guards } from '../../../mutators/guards/index.ts';
import { selectMutators } from '../../../mutators/index.ts';
import { componentsOf, type Mutator } from '../../../src/core/mutation.ts';
import { compositionOf } from '../../../src/core/strength.ts';
import { applyEdits } from '../../../src/core/text.ts';
import { composePrompts } from '../../../src/pipeline/2-mutate/compose-mutations.ts';
import { fakeMutator } from '../../fakes/fake-mutator.ts';
import { taskOf } from '../../mutators/prompts.ts';

const PROMPT = `def sum_all(xs):
    """Return the sum of the colors of xs. Skip zeros.

    >>> sum_all([1])
    1
    """
`;
const task = taskOf('t', PROMPT, 'sum_all');
const long = taskOf(
  't',
  'Write a function that takes a list of colors and returns the largest element. The function should determine ' +
    'if the list is empty, and it should raise an error in that case.',
);
const composed = (
  names: string,
  { subject = task, ...more }: Partial<Parameters<typeof composePrompts>[1]> & { subject?: typeof task } = {},
) =>
  composePrompts(subject, {
    ...compositionOf({}),
    mutators: selectMutators(names),
    guards,
    seed: 0,
    count: 5,
    ...more,
  });

/** Puts `count` words behind the word at `at`. */
const lengthening = (name: string, family: Mutator['family'], at: number) => {
  const propose: Mutator['propose'] = ({ prompt }) => {
    const replacement = ` ${'very '.repeat(Math.floor(prompt.text.length / 14))}`.trimEnd();
    return [{ edits: [{ start: at, end: at, replacement }] }];
  };
  return fakeMutator(name, propose, { family, preserves: 'paraphrase' });
};

test('a word and a name, told on the original, with both as components', () => {
  const [original, mutant, ...others] = composed('name-func-neutral,lex-spelling-variant').variants;
  expect(original?.mutation).toBeNull();
  expect(others).toEqual([]);
  expect(mutant?.id).toBe('t::lex-spelling-variant+name-func-neutral::s0.0');
  expect(mutant?.prompt).toBe(PROMPT.replaceAll('sum_all', 'solve_task').replace('colors', 'colours'));
  expect(applyEdits(PROMPT, mutant?.mutation?.edits ?? [])).toBe(mutant?.prompt);
  expect(mutant?.mutation).toMatchObject({
    family: 'composed',
    components: [
      { mutator: 'lex-spelling-variant', family: 'lexical' },
      { mutator: 'name-func-neutral', family: 'naming' },
    ],
    renames: { sum_all: 'solve_task' },
    change: { words: 10, changedWords: 0.1, reordered: 0 },
  });
});

test('names or layout last; at most one of a mutator, as many as asked for, half of them of one family', () => {
  const last = ['naming', 'layout'];
  for (const compose of [2, 3, 4, 5]) {
    const { variants } = composed('all', { subject: long, compose, count: 12 });
    expect(variants.length).toBeGreaterThan(4);
    const all = variants.slice(1).map(({ mutation }) => (mutation ? componentsOf(mutation) : []));
    for (const parts of all) {
      expect(parts.length).toBeLessThanOrEqual(compose);
      expect(new Set(parts.map(({ mutator }) => mutator)).size).toBe(parts.length);
      expect(parts.slice(0, -1).filter(({ family }) => last.includes(family))).toEqual([]);
    }
  }
  const usual = composed('all', { subject: long, count: 12 }).variants.flatMap(({ mutation }) => mutation ?? []);
  const families = usual.flatMap(componentsOf).map(({ family }) => family);
  for (const family of new Set(families))
    expect(families.filter((each) => each === family).length / families.length, family).toBeLessThanOrEqual(0.5);
});

test('a stronger composition changes more', () => {
  const changed = (strength: 'light' | 'medium' | 'strong') => {
    const composition = compositionOf({ strength, ...(strength === 'light' ? { compose: 2 } : {}) });
    const { variants } = composed('all', { subject: long, ...composition });
    const shares = variants.flatMap(({ mutation }) => mutation?.change?.changedWords ?? []);
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  };
  expect(changed('medium')).toBeGreaterThan(changed('light'));
  expect(changed('strong')).toBeGreaterThan(changed('medium'));
});

test('does not depend on the order of the mutators; the seed decides', () => {
  const all = composed('all', { subject: long });
  const reversed: readonly Mutator[] = [...selectMutators('all')].reverse();
  expect(composed('all', { subject: long, mutators: reversed })).toEqual(all);
  expect(composed('all', { subject: long, seed: 1 }).variants.map(({ prompt }) => prompt)).not.toEqual(
    all.variants.map(({ prompt }) => prompt),
  );
});

test('guards see the composition: what is only together too long loses its last component', () => {
  const subject = taskOf('t', `Sort the list. ${'It is long. '.repeat(4)}`);
  const pair = [lengthening('a', 'lexical', 4), lengthening('b', 'grammatical', 20)];
  const outcome = composed('none', { subject, mutators: pair });
  expect(outcome.variants.slice(1).map(({ mutation }) => mutation?.mutator)).toEqual(['b']);
  expect(outcome.refusals).toContainEqual({ taskId: 't', mutator: 'b+a', refused: 'guard:length-ratio' });
});

test('a mutator that gives nothing says why', () => {
  expect(composed('lex-number-word,lex-spelling-variant').refusals).toEqual([
    { taskId: 't', mutator: 'lex-number-word', refused: 'no-counted-number' },
  ]);
});
