import fc from 'fast-check';
import { expect, test } from 'vitest';
import { protectedSpans } from '../../mutators/parsers/protected-spans.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';

/** Texts of the protected spans that keep every byte (operator and number words are left out). */
function hardTexts(text: string, entryPoint: string | null = null): string[] {
  return protectedSpans(parsePrompt(text, entryPoint), entryPoint)
    .filter(({ kind }) => kind !== 'operator' && kind !== 'number-word')
    .map(({ start, end }) => text.slice(start, end));
}

function softTexts(text: string): string[] {
  return protectedSpans(parsePrompt(text, null), null)
    .filter(({ kind }) => kind === 'operator' || kind === 'number-word')
    .map(({ start, end }) => text.slice(start, end));
}

test.each([
  ['backticks', 'Sort `xs` and ``ys``.', ['`xs`', '``ys``']],
  ['quotes', 'Return "YES" or \'no way\' then.', ['"YES"', "'no way'"]],
  ['an apostrophe that quotes nothing', "The list's first item isn't it.", []],
  ['URLs', 'See https://a.org/x_y?z=1.', ['https://a.org/x_y?z=1']],
  ['LaTeX and roles', 'Where $a_i$ and :math:`x^2` or \\alpha.', ['$a_i$', ':math:`x^2`', '\\alpha']],
  [
    'an error message without quotes',
    'Otherwise raise ValueError of All x arrays need two axes',
    ['ValueError', 'All x arrays need two axes'],
  ],
  ['errors that open with an acronym', 'A URLError or an HTTPServer now.', ['URLError', 'HTTPServer']],
  ['rows of a table', 'Date  Activity  Duration\nOne.  Two.  Three.', ['Date  Activity  Duration\n']],
  ['what only sounds like one', 'It raises the mean error of the model by two lists.', []],
  ['numbers', 'About 1,000 or 3.5 of them, 50% off.', ['1,000', '3.5', '50%']],
  ['ordinals', 'Take the 2nd, the nth and the end.', ['2nd', 'nth']],
  ['identifiers', 'Call my_func with camelCase and x.', ['my_func', 'camelCase', 'x']],
  ['types and errors', 'A ValueError or an int or a torch.Tensor.', ['ValueError', 'int', 'torch.Tensor']],
  ['calls', 'It is foo(a, b) here.', ['foo(a, b)']],
  ['shapes', 'A tensor of shape (B, 3, H, W) here.', ['(B, 3, H, W)']],
  ['an ordinary aside', 'The word (or a part of it) here.', []],
  ['expressions', 'The sum n+(n-2) where k > i holds.', ['n+(n-2)', 'k > i']],
  ['ranges', 'Letters a-z and digits 0-9 of well-known words.', ['a-z', '0-9']],
  ['a letter that is not an article', 'It has an a followed by a word.', ['a']],
  ['acronyms', 'The RGB image.', ['RGB']],
  ['named functions', 'A function called invert that is fine.', ['invert']],
  ['listed parameters', 'It takes parameters such as height, width, and depth.', ['height', 'width', 'depth']],
  ['typed parameters', 'It takes lower as a float.', ['lower', 'float']],
  ['field labels', 'Sort.\nsize (int): how many', ['size (int):']],
  ['numpy fields', 'Sort.\nalpha : torch.Tensor', ['alpha :', 'torch.Tensor']],
])('%s', (_what, text, expected) => {
  expect(hardTexts(text)).toEqual(expected);
});

test('names of the signature, also where they are English words', () => {
  const text = 'def f(string, other):\n    """Reverse the string, not another.\n    """\n';
  expect(hardTexts(text, 'f')).toContain('string');
});

test('lines that show an example', () => {
  const text = 'def f(n):\n    """Add it.\n    f(2) == 3\n    Then stop.\n    """\n';
  expect(hardTexts(text, 'f').some((span) => span.includes('f(2) == 3'))).toBe(true);
  expect(hardTexts(text, 'f').some((span) => span.includes('Then stop'))).toBe(false);
});

test('operator and number words', () => {
  const text = 'Take at least two distinct items, not the first.';
  expect(softTexts(text)).toEqual(['least', 'two', 'distinct', 'not', 'first']);
  expect(softTexts('In lower case only.')).toEqual(['only']);
});

test('in order, without overlap, inside the text, and never only white space', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constantFrom(null, 'f'), (text, entryPoint) => {
      let end = 0;
      for (const span of protectedSpans(parsePrompt(text, entryPoint), entryPoint)) {
        expect(span.start).toBeGreaterThanOrEqual(end);
        expect(span.end).toBeGreaterThan(span.start);
        end = span.end;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }),
  );
});
