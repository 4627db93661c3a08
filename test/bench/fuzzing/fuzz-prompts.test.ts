import { expect, test } from 'vitest';
import { fuzzPrompt, fuzzPrompts } from '../../../bench/fuzzing/fuzz-prompts.ts';
import { realPromptSets } from '../../../bench/real-prompts.ts';
import { guards } from '../../../mutators/guards/index.ts';
import { mutators } from '../../../mutators/index.ts';
import type { Mutator } from '../../../src/core/mutation.ts';
import { createRng } from '../../../src/core/random.ts';

// The bundled prompts are always here; bench/fuzz-mutators.ts does 10,000 of all sets.
const sources = (await realPromptSets(['starter'])).flatMap(({ dataset }) =>
  dataset.tasks.map(({ prompt, entryPoint }) => ({ text: prompt.text, entryPoint })),
);
const prompts = Array.from({ length: 250 }, (_, index) => fuzzPrompt(sources, createRng(11).fork(index)));

test('no mutator crashes, leaks or stalls on mutilated prompts', { timeout: 120_000 }, () => {
  const { variants, faults } = fuzzPrompts(prompts, { mutators, guards, slowMs: 5_000 });
  expect(faults).toEqual([]);
  expect(variants).toBeGreaterThan(prompts.length);
});

test('a mutator that crashes, and one that leaks, are found', () => {
  const bad = (name: string, replacement: () => string): Mutator => ({
    name,
    family: 'lexical',
    summary: 'Bad.',
    example: { before: 'a', after: 'b' },
    touches: ['prose'],
    preserves: 'paraphrase',
    source: 'original',
    *propose() {
      yield { edits: [{ start: 0, end: 0, replacement: replacement() }] };
    },
  });
  const crash = bad('crash', () => {
    throw new Error('boom');
  });
  const leak = bad('leak', () => 'Widget ');
  const [prompt] = prompts.slice(0, 1);
  const faultsOf = (mutator: Mutator) =>
    fuzzPrompts(prompt ? [prompt] : [], { mutators: [mutator], guards: [], slowMs: 5_000 }).faults.map(
      ({ what }) => what,
    );
  expect(faultsOf(crash)).toEqual([expect.stringContaining('boom')]);
  expect(faultsOf(leak)).toEqual(['leak leaks a placeholder']);
});
