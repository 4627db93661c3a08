import { expect, test } from 'vitest';
import type { Guard, Mutator } from '../../../src/core/mutation.ts';
import { applyEdits } from '../../../src/core/text.ts';
import { mutatePrompts } from '../../../src/pipeline/2-mutate/mutate-prompts.ts';
import { fakeMutator } from '../../fakes/fake-mutator.ts';
import { taskOf } from '../../mutators/prompts.ts';

const task = taskOf('T/1', 'Sum it.', null, ['taken']);

const replacing = (name: string, ...words: string[]) =>
  fakeMutator(name, () => words.map((replacement) => ({ edits: [{ start: 0, end: 3, replacement }] })));

const run = (mutators: Mutator[], { guards = [] as Guard[], seed = 1, perMutator = 1 } = {}) =>
  mutatePrompts(task, { mutators, guards, seed, perMutator });

test('a prompt that differs by a line end around it alone is not a variant: a model would be paid for nothing', () => {
  const ending = (name: string, replacement: string) =>
    fakeMutator(name, () => [{ edits: [{ start: 7, end: 7, replacement }] }]);
  const { variants, refusals } = run([ending('a', '\n'), ending('b', '\r\n\n'), ending('c', '!\n')]);
  expect(variants.map(({ prompt }) => prompt)).toEqual(['Sum it.', 'Sum it.!\n']);
  const told = refusals.map(({ mutator, refused }) => `${mutator} ${refused}`);
  expect(told).toEqual(['a line-end-alone', 'b line-end-alone']);
});

test('the original comes first, and a variant says how it came to be', () => {
  const { variants, refusals } = run([replacing('b', 'Add')], { seed: 5 });
  expect(variants[0]).toEqual({ id: 'T/1::original', taskId: 'T/1', prompt: 'Sum it.', mutation: null });
  expect(variants[1]).toMatchObject({
    id: 'T/1::b::s5.0',
    prompt: 'Add it.',
    mutation: { mutator: 'b', seed: 5, renames: {} },
  });
  expect(applyEdits('Sum it.', variants[1]?.mutation?.edits ?? [])).toBe('Add it.');
  expect(refusals).toEqual([]);
});

test('draws up to perMutator distinct mutants, by the seed', () => {
  const words = ['Add', 'Mix', 'Join', 'Add', 'Total', 'Fold'];
  const prompts = (seed: number) =>
    run([replacing('b', ...words)], { seed, perMutator: 3 })
      .variants.slice(1)
      .map(({ prompt }) => prompt);
  expect(new Set(prompts(1)).size).toBe(3);
  expect(prompts(1)).toEqual(prompts(1));
  expect(new Set(Array.from({ length: 20 }, (_, seed) => prompts(seed).join())).size).toBeGreaterThan(3);
});

test('a mutator’s draw depends on no other mutator, nor on the order', () => {
  const a = replacing('a', 'Add', 'Mix', 'Join');
  const b = replacing('b', 'Fold', 'Total', 'Count');
  const alone = run([b]).variants.slice(1);
  expect(run([a, b]).variants.slice(2)).toEqual(alone);
  expect(run([b, a])).toEqual(run([a, b]));
});

test('equal mutants stay with the first mutator by name', () => {
  const { variants, refusals } = run([replacing('z', 'Add'), replacing('a', 'Add')]);
  expect(variants.slice(1).map(({ mutation }) => mutation?.mutator)).toEqual(['a']);
  expect(refusals).toEqual([{ refused: 'same-as-another-mutator', taskId: 'T/1', mutator: 'z' }]);
});

test('a proposal that fails a guard is refused by its name, and another one drawn', () => {
  const noMix: Guard = { name: 'no-mix', check: ({ mutatedText: text }) => (/^Mix/.test(text) ? 'mixes' : null) };
  expect(run([replacing('b', 'Mix', 'Add')], { guards: [noMix] }).variants[1]?.prompt).toBe('Add it.');
  expect(run([replacing('b', 'Mix')], { guards: [noMix] }).refusals).toEqual([
    { refused: 'guard:no-mix', taskId: 'T/1', mutator: 'b' },
  ]);
});

test('refusals count only where no variant came of it, each reason once', () => {
  const refusing = fakeMutator('r', () => [{ refused: 'why' }, { refused: 'why' }, { refused: 'also' }]);
  expect(run([refusing]).refusals.map(({ refused }) => refused)).toEqual(['why', 'also']);
  const both = fakeMutator('r', () => [{ refused: 'why' }, { edits: [{ start: 0, end: 3, replacement: 'Add' }] }]);
  expect(run([both]).refusals).toEqual([]);
});

test('a mutator sees names, not the task', () => {
  const inputs: unknown[] = [];
  const spy = fakeMutator('spy', (input) => {
    inputs.push(input);
    return [];
  });
  run([spy]);
  const names = { entryPoint: null, reservedNames: new Set(['taken']) };
  expect(inputs).toEqual([{ prompt: task.prompt, ...names, completesPrompt: false, kind: 'script' }]);
});

test('an endless mutator is cut off', () => {
  const endless = fakeMutator('e', function* () {
    for (let i = 0; ; i++) yield { edits: [{ start: 0, end: 3, replacement: `Add${i}` }] };
  });
  expect(run([endless], { perMutator: 2 }).variants).toHaveLength(3);
});

const overlapping = [0, 1].map((start) => ({ start, end: start + 3, replacement: '' }));
test.each<[string, Mutator['propose']]>([
  ['throws', () => expect.unreachable('oops')],
  ['overlaps its edits', () => [{ edits: overlapping }]],
])('a mutator that %s is named with its task', (_what, propose) => {
  expect(() => run([fakeMutator('bad', propose)])).toThrow(
    expect.objectContaining({ code: 'mutator-failed', message: expect.stringContaining('bad failed on task T/1') }),
  );
});
