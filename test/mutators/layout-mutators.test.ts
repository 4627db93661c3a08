import { describe, expect, test } from 'vitest';
import { uppercaseMutator } from '../../mutators/layout/uppercase-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('fmt-uppercase', () => {
  test.each([
    ['Return the sum of `xs` and my_list.', 'RETURN THE SUM OF `xs` AND my_list.'],
    ['Do not sort, e.g. "a b", the 2nd end.', 'DO NOT SORT, e.g. "a b", THE 2nd END.'],
    ['Match an a followed by b.', 'MATCH AN a FOLLOWED BY b.'],
    ['Use Fibonacci numbers and raise ValueError.', 'USE Fibonacci NUMBERS AND RAISE ValueError.'],
    ['A function called invert that flips.', 'A FUNCTION CALLED invert THAT FLIPS.'],
    ['The straße of it.', 'THE straße OF IT.'],
    [
      'For each i, derived[i] is original[i]; derived has n bits.',
      'FOR EACH i, derived[i] IS original[i]; derived HAS n BITS.',
    ],
    ['Compare `pred` to it, as pred grows.', 'COMPARE `pred` TO IT, AS pred GROWS.'],
    ['Remove some such that amax-amin<=k.', 'REMOVE SOME SUCH THAT amax-amin<=k.'],
    ['Clip with scale (float or list of floats), once.', 'CLIP WITH scale (float or list of floats), ONCE.'],
    ['Alice and Bob take stones.', 'Alice AND Bob TAKE STONES.'],
    ['Takahashi has stones. The stones of Takahashi count.', 'Takahashi HAS STONES. THE STONES OF Takahashi COUNT.'],
    ['Default Price\n\nFind the price.', 'DEFAULT PRICE\n\nFIND THE PRICE.'],
    ['Use pathlib, os and re. Be random.', 'USE pathlib, os AND re. BE RANDOM.'],
    ['Sum it.\n\nRequirements:\n- subprocess\n- os', 'SUM IT.\n\nRequirements:\n- subprocess\n- os'],
    ['Sum it.\n\n.. math::\n\nThat is all.', 'SUM IT.\n\n.. math::\n\nTHAT IS ALL.'],
  ])('%s', (text, expected) => {
    // Behind it enough words that a name which looks like a word is not a gap.
    const more = '\n\nGo on again, and once more again.'.repeat(50);
    expect(outcomesOf(uppercaseMutator, text + more).texts).toEqual([expected + more.toUpperCase()]);
  });

  test('keeps code, signature, examples and escapes', () => {
    const prompt = 'def f(xs):\n    """Split xs at \\n first.\n\n    >>> f("a")\n    "a"\n    """\n';
    expect(outcomesOf(uppercaseMutator, prompt, 'f').texts).toEqual([
      prompt.replace('Split xs at \\n first.', 'SPLIT xs AT \\n FIRST.'),
    ]);
  });

  test.each([49, 48])('at most one word in fifty may be a name that looks like a word: %i others', (others) => {
    const prompt = `def f(text):\n    """Split text${' again'.repeat(others - 1)}.\n    """\n`;
    const { texts, reasons } = outcomesOf(uppercaseMutator, prompt, 'f');
    if (others === 49) expect(texts).toEqual([prompt.replace('Split', 'SPLIT').replaceAll('again', 'AGAIN')]);
    else expect({ texts, reasons }).toEqual({ texts: [], reasons: ['many-names-like-words'] });
  });

  test('refuses a prompt without lower-case text', () => {
    expect(outcomesOf(uppercaseMutator, '`x` 12')).toEqual({ texts: [], reasons: ['no-lower-case-text'] });
  });
});
