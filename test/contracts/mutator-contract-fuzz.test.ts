import fc from 'fast-check';
import { describe, test } from 'vitest';
import { mutators } from '../../mutators/index.ts';
import { taskOf } from '../mutators/prompts.ts';
import { checkVariant, variantsBy } from './mutator-contract.ts';

const WORDS = fc.constantFrom(
  ...[
    'Write a function to',
    'Return the',
    'Given a list,',
    'sort',
    'substrings',
    'color',
    'xs',
    'n',
    'not',
    'at least',
  ],
  ...['3', '"a b"', "'", '`xs`', '``', '`', '(n, 2)', '(', ']', 'e.g.', 'foo(xs)', 'x < y', '->', '>>> f(1)', '2nd'],
  ...['é', '🙂', '漢字', 'ß', 'İ', '\u00a0', 'f', 'a', 'my_name', 'True', '$x$', '\\n', 'and'],
);
const GAP = fc.constantFrom(' ', ' ', ' ', '. ', '.\n', '\n', '\r\n', '\t', '\n\n', ', ', ':\n', '\n- ', '? ', '  ');
const PROSE = fc.array(fc.tuple(WORDS, GAP), { maxLength: 25 }).map((pairs) => pairs.flat().join(''));

const PROMPT = fc.oneof(
  PROSE.map((text) => ({ text, entryPoint: null as string | null })),
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => ({ text, entryPoint: null as string | null })),
  fc.tuple(PROSE, fc.constantFrom('\n', '\r\n'), fc.boolean()).map(([prose, newline, ended]) => ({
    text: `def f(xs, n=2):${newline}    """${prose.replaceAll('"""', '')}${newline}    """${ended ? newline : ''}`,
    entryPoint: 'f' as string | null,
  })),
);

describe.each(mutators.map((mutator) => ({ name: mutator.name, mutator })))('$name', ({ mutator }) => {
  test('keeps the contract on generated prompts', () => {
    fc.assert(
      fc.property(PROMPT, ({ text, entryPoint }) => {
        const task = taskOf('fuzz', text, entryPoint);
        for (const variant of variantsBy(mutator, task)) checkVariant(mutator, task, variant);
      }),
      { numRuns: 120, seed: 20_260, endOnFailure: false },
    );
  });

  test.each([
    ['empty', ''],
    ['blank', ' \n\t\r\n'],
    ['no newline at the end', 'Write a function to sort'],
    ['a lone surrogate', 'Sort \ud800 it.'],
  ])('takes a prompt that is %s', (_what, text) => {
    for (const variant of variantsBy(mutator, taskOf('edge', text)))
      checkVariant(mutator, taskOf('edge', text), variant);
  });
});
