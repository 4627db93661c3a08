import { expect, test } from 'vitest';
import { guards } from '../../mutators/guards/index.ts';
import { selectMutators } from '../../mutators/index.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { taskOf } from './prompts.ts';

const PROMPT =
  'Write a function that calculates the total price of the items in a basket and returns the amount as a number. ' +
  'The basket holds names such as "apple pie" and at least 2 prices. Never change the basket, and skip every item ' +
  'without a price. For an empty basket return `None` and not zero.';
const task = taskOf('t', PROMPT);
const mutantsOf = (names: string, seed = 0, perMutator = 3) =>
  mutatePrompts(task, { mutators: selectMutators(names), guards, seed, perMutator }).variants.slice(1);

test('fourteen kinds of slips and three mixtures, never part of an ensemble unless named', () => {
  const names = selectMutators('family:noise').map(({ name }) => name);
  expect(names).toHaveLength(17);
  expect(names.filter((name) => name.startsWith('noise-mixed-'))).toHaveLength(3);
  for (const selection of ['all', 'family:lexical']) {
    expect(selectMutators(selection, { includeAdversarial: true }).filter(({ family }) => family === 'noise')).toEqual(
      [],
    );
  }
});

test('a higher severity makes more slips', () => {
  const slips = (name: string) => mutantsOf(name).reduce((sum, { mutation }) => sum + (mutation?.edits.length ?? 0), 0);
  expect(slips('noise-swap-letters-2')).toBeGreaterThan(slips('noise-swap-letters'));
  expect(slips('noise-swap-letters-3')).toBeGreaterThan(slips('noise-swap-letters-2'));
});

test.each([
  ['noise-drop-determiner', / the | a /g, -1],
  ['noise-repeat-word', /\b(\w+) \1\b/gi, 1],
  ['noise-double-blank', / {2}/g, 1],
])('%s does what it is called', (name, pattern, change) => {
  const count = (text: string) => text.match(pattern)?.length ?? 0;
  for (const { prompt, mutation } of mutantsOf(name)) {
    expect(count(prompt) - count(PROMPT)).toBe(change * (mutation?.edits.length ?? 0));
  }
});
