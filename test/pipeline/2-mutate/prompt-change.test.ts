import { expect, test } from 'vitest';
import { measureChange } from '../../../src/pipeline/2-mutate/prompt-change.ts';
import { parsePrompt } from '../../../src/python-source/prompts/parse-prompt.ts';

/** The change that puts `to` for the first `from`. */
function changed(text: string, ...pairs: readonly (readonly [from: string, to: string])[]) {
  const edits = pairs.map(([from, to]) => {
    const start = text.indexOf(from);
    return { start, end: start + from.length, replacement: to };
  });
  return measureChange(parsePrompt(text, text.startsWith('def') ? 'f' : null), edits);
}

const TEXT = 'Write a function to sort the list of ten words.';

test.each([
  ['nothing', [], 0, 0],
  ['one word for another', [['sort', 'order']], 0.1, 0],
  ['part of a word is the word', [['ort', 'ift']], 0.1, 0],
  ['a new word', [['Write', 'Please write']], 0.1, 0],
  ['a word less', [['ten words', 'words']], 0.1, 0],
  ['case alone', [['Write', 'WRITE']], 0, 0],
  ['two words in each other’s place', [['ten words', 'words ten']], 0, 0.2],
  [
    'a word that moves far',
    [
      ['sort ', ''],
      ['words', 'words sort'],
    ],
    0,
    0.1,
  ],
] as const)('%s', (_what, pairs, words, reordered) => {
  const change = changed(TEXT, ...pairs);
  expect(change.words).toBe(10);
  expect(change.changedWords).toBeCloseTo(words);
  expect(change.reordered).toBeCloseTo(reordered);
});

test('tokens are words and signs', () => {
  expect(changed(TEXT, ['words.', 'words!']).tokenEdits).toBeCloseTo(1 / 11);
});

test('code and examples count for nothing', () => {
  const prompt = 'def f(xs):\n    """Sort xs.\n\n    >>> f([1])\n    [1]\n    """\n';
  expect(changed(prompt, ['f(xs)', 'g(xs)'])).toMatchObject({ words: 2, changedWords: 0 });
  expect(changed(prompt, ['Sort', 'Order'])).toMatchObject({ words: 2, changedWords: 0.5 });
});
