import { describe, expect, test } from 'vitest';
import { proseSentences } from '../../mutators/parsers/prose-sentences.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';

function sentencesOf(text: string, entryPoint: string | null = null): string[] {
  return proseSentences(parsePrompt(text, entryPoint), entryPoint).map(({ start, end }) =>
    text.slice(start, end).replace(/\s+/g, ' '),
  );
}

describe('sentences', () => {
  test.each([
    ['joined over line breaks', 'Sum the\nlist. Sort it.', ['Sum the list.', 'Sort it.']],
    [
      'no split at abbreviations',
      'Use e.g. Numpy, i.e. NP vs. Torch. Done.',
      ['Use e.g. Numpy, i.e. NP vs. Torch.', 'Done.'],
    ],
    ['split behind a lone letter', 'It is x * n. The rest stays.', ['It is x * n.', 'The rest stays.']],
    [
      'no split behind initials',
      'After the paper by T. Kärk and S. Äy. Do it.',
      ['After the paper by T. Kärk and S. Äy.', 'Do it.'],
    ],
    ['a split behind a factor', 'Multiply it by N. The rest stays.', ['Multiply it by N.', 'The rest stays.']],
    ['no split at a factorial', 'Compute n! for it.', ['Compute n! for it.']],
    ['no split inside quotes', 'Print "a. B" then. Stop.', ['Print "a. B" then.', 'Stop.']],
    ['a lower-case start on a new line', 'Add it.\nbase is ten.', ['Add it.', 'base is ten.']],
    ['paragraphs and items', 'First\n\n- one. Two\n- three', ['First', 'one.', 'Two', 'three']],
    ['a colon ends its block', 'Do this:\nsort it', ['Do this:', 'sort it']],
    ['a heading of one word', 'Task\nWrite a function.', ['Task', 'Write a function.']],
  ])('%s', (_what, text, expected) => {
    expect(sentencesOf(text)).toEqual(expected);
  });

  test('only the docstring of a completion prompt', () => {
    expect(sentencesOf('def f(n):\n    """Add it. Stop.\n\n    >>> f(1)\n    2\n    """\n', 'f')).toEqual([
      'Add it.',
      'Stop.',
    ]);
  });
});

describe('terms', () => {
  test('spans are those of the prompt, over line breaks and protected spans', () => {
    const text = 'Find `the max` of\n    my_list (N, 3), please.';
    const [sentence] = proseSentences(parsePrompt(text, null), null);
    const terms = sentence?.terms() ?? [];
    const told = terms.map((term) => text.slice(term.start, term.end));
    expect(told).toEqual(['Find', '`the max`', 'of', 'my_list', '(N, 3)', 'please']);
    expect(terms.map((term) => term.protected)).toEqual([false, true, false, true, true, false]);
    expect(terms[1]?.tags.has('Noun')).toBe(true);
    expect(terms[0]?.tags.has('Verb')).toBe(true);
  });

  test('plural nouns that the tagger takes for verbs', () => {
    const text = 'Sort the given strings\nby their non-empty values.';
    const terms = proseSentences(parsePrompt(text, null), null)[0]?.terms() ?? [];
    expect(terms.filter((term) => term.tags.has('Plural')).map((term) => term.text)).toEqual(['strings', 'values']);
    expect(terms.find((term) => term.text === 'non-empty')?.tags.has('Adjective')).toBe(true);
  });
});
