import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guards } from '../../mutators/guards/index.ts';
import { mutators } from '../../mutators/index.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { taskOf } from './prompts.ts';

const all: readonly Mutator[] = mutators;

/** Enough words that a longer wording is no other length of prompt. */
const LEAD = 'Write a function for the results that somebody has kept in a file, and do as follows. ';

/** Every mutant that the guards let through. */
function mutantsOf(name: string, text: string): string[] {
  const chosen = all.filter((mutator) => mutator.name === name);
  expect(chosen).toHaveLength(1);
  const { variants } = mutatePrompts(taskOf('t', text), { mutators: chosen, guards, seed: 0, perMutator: 50 });
  return variants.slice(1).map(({ prompt }) => prompt);
}

describe('makes', () => {
  test.each([
    ['ten-default', 'A small value (default is 0.5).', 'A small value (default value is 0.5).'],
    ['ten-element-type', 'Return a tensor containing the sums.', 'Return a tensor that contains the sums.'],
    ['ten-element-type', 'Return a boolean mask.', 'Return a mask of booleans.'],
    ['ten-shape', 'Take a tensor of shape (N, 3).', 'Take a tensor with shape (N, 3).'],
  ])('%s: %s -> %s', (name, before, after) => {
    expect(mutantsOf(name, LEAD + before)).toContain(LEAD + after);
  });
});

describe('leaves alone', () => {
  test.each([
    ['ten-default', 'a sentence without its value', 'The default is told by the caller.'],
    ['ten-element-type', 'a negation', 'Skip each tensor without containing the sums.'],
    ['ten-shape', 'a shape that is not told', 'Return a tensor of shape.'],
    ['ten-shape', 'what the matrix is made of', 'Return a 3 by 4 matrix of zeros.'],
  ])('%s: %s', (name, _what, text) => {
    expect(mutantsOf(name, text)).toEqual([]);
  });
});

test('every entry of a tensor lexicon names the page that defines it', () => {
  const folder = new URL('../../data/lexicons/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.startsWith('tensor-'));
  expect(files.length).toBe(3);
  for (const file of files) {
    const { sources, entries } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    for (const { from, source } of entries) expect(sources[source], `${file}: ${from}`).toMatch(/^https:/);
  }
});
