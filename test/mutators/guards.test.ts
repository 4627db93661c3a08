import { describe, expect, test } from 'vitest';
import { changedGuard } from '../../mutators/guards/changed-guard.ts';
import { commentFormProblem } from '../../mutators/guards/comment-form.ts';
import { examplesGuard } from '../../mutators/guards/examples-guard.ts';
import { lengthRatioGuard } from '../../mutators/guards/length-ratio-guard.ts';
import { literalsGuard } from '../../mutators/guards/literals-guard.ts';
import { operatorWordsGuard } from '../../mutators/guards/operator-words-guard.ts';
import { parameterOrderGuard } from '../../mutators/guards/parameter-order-guard.ts';
import { protectedSpansGuard } from '../../mutators/guards/protected-spans-guard.ts';
import { renamesConsistentGuard } from '../../mutators/guards/renames-consistent-guard.ts';
import { signatureGuard } from '../../mutators/guards/signature-guard.ts';
import { stillParsesGuard } from '../../mutators/guards/still-parses-guard.ts';
import { touchedRegionsGuard } from '../../mutators/guards/touched-regions-guard.ts';
import { untouchedTextGuard } from '../../mutators/guards/untouched-text-guard.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { verdictOf } from './prompts.ts';

const CODE = `def scale(xs, factor):
    """Multiply each element of xs by factor, but not the first.

    >>> scale([1, 2], factor=3)
    [1, 6]
    """
`;

describe('changed', () => {
  test('rejects a mutant that is its prompt', () => {
    expect(verdictOf(changedGuard, 'Sum it.', [['Sum', 'Sum']])).not.toBeNull();
    expect(verdictOf(changedGuard, 'Sum it.', [['Sum', 'Add']])).toBeNull();
  });
});

describe('protected-spans', () => {
  test.each([
    ['a backticked name', 'Sort `xs` now.', [['xs', 'ys']]],
    ['a quoted text', 'Return "YES" now.', [['YES', 'Yes']]],
    ['a number', 'Add 12 to it.', [['12', 'twelve']]],
    ['an error type', 'Raise ValueError then.', [['ValueError', 'TypeError']]],
    ['an operator word', 'Take the largest element.', [['largest', 'biggest']]],
    ['a part of an expression', 'Return n + 1 of them.', [['+', 'plus']]],
    ['an insertion inside a call', 'Call foo(1, 2) twice.', [['1, 2', '1, 2, 3']]],
  ] as const)('rejects a change of %s', (_what, text, replacements) => {
    expect(verdictOf(protectedSpansGuard, text, replacements)).not.toBeNull();
  });

  test('lets an edit around a span keep it, but not swap two', () => {
    expect(verdictOf(protectedSpansGuard, 'Add `a` to `b`.', [['Add `a` to `b`', 'To `b` add `a`']])).not.toBeNull();
    expect(verdictOf(protectedSpansGuard, 'Add `a` to `b`.', [['Add `a` to `b`', 'Put `a` into `b`']])).toBeNull();
  });

  test('`case` frees the case of operator words alone', () => {
    const upper = { mutator: { declares: ['case'] as const } };
    expect(verdictOf(protectedSpansGuard, 'Do not sort.', [['not', 'NOT']], upper)).toBeNull();
    expect(verdictOf(protectedSpansGuard, 'Do not sort.', [['not', 'NOT']])).not.toBeNull();
    expect(verdictOf(protectedSpansGuard, 'Sort my_list.', [['my_list', 'MY_LIST']], upper)).not.toBeNull();
  });
});

describe('literals', () => {
  test.each([
    ['a lost digit', 'From 1 to 10.', [['10', 'ten']]],
    ['a new digit', 'From one to 10.', [['one', '1']]],
    ['a lost quotation mark', 'Say "a".', [['"a"', 'a']]],
    ['a turned comparison', 'Where a < b.', [['<', '>']]],
  ] as const)('rejects %s', (_what, text, replacements) => {
    expect(verdictOf(literalsGuard, text, replacements)).not.toBeNull();
  });

  test('looks past renamed names', () => {
    expect(
      verdictOf(literalsGuard, 'Merge lst1 and b.', [['lst1', 'arg_a']], { renames: { lst1: 'arg_a' } }),
    ).toBeNull();
    expect(verdictOf(literalsGuard, 'Merge lst1 and b.', [['lst1', 'arg_a']])).not.toBeNull();
  });
});

describe('operator-words', () => {
  test.each([
    ['a lost negation', 'Do not raise.', [['not ', '']]],
    ['a new bound', 'Take three items.', [['three', 'at least three']]],
    ['a turned order', 'In ascending order.', [['ascending', 'descending']]],
    [
      'a swapped pair',
      'First the odd, then the even ones.',
      [
        ['odd', 'even'],
        ['even', 'odd'],
      ],
    ],
    ['a lost contraction', "It doesn't sort.", [["doesn't", 'does']]],
  ] as const)('rejects %s', (_what, text, replacements) => {
    expect(verdictOf(operatorWordsGuard, text, replacements)).not.toBeNull();
  });

  test('lets the case and accepted spellings differ', () => {
    expect(
      verdictOf(operatorWordsGuard, 'Not in lower case.', [
        ['Not', 'NOT'],
        ['lower case', 'lowercase'],
      ]),
    ).toBeNull();
    expect(verdictOf(operatorWordsGuard, 'A non-negative one.', [['non-negative', 'nonnegative']])).toBeNull();
  });
});

describe('free wording', () => {
  const free = { mutator: { family: 'llm', declares: ['free-wording'] } } as const;

  test.each([
    ['a lost negation', 'Do not raise.', [['not ', '']]],
    ['a new bound', 'Take three items.', [['three', 'at least three']]],
    ['a turned bound', 'Take at least three.', [['least', 'most']]],
    [
      'a swapped pair',
      'First the odd, then the even ones.',
      [
        ['odd', 'even'],
        ['even', 'odd'],
      ],
    ],
    ['a lost condition', 'Return it if it is sorted.', [[' if it is sorted', '']]],
    ['an "or" for an "and"', 'Keep it if it is long and red.', [['and', 'or']]],
  ] as const)('operator-words rejects %s', (_what, text, replacements) => {
    expect(verdictOf(operatorWordsGuard, text, replacements, free)).not.toBeNull();
  });

  test.each([
    ['a word of its class', 'Double all items.', [['Double all', 'Take every item twice, of the']]],
    ['a connective that goes', 'Sort and return it.', [['Sort and return', 'Return the sorted']]],
    ['a clause that moves', 'If it is new, take all.', [['If it is new, take all', 'Take all when it is new']]],
  ] as const)('operator-words lets %s pass', (_what, text, replacements) => {
    expect(verdictOf(operatorWordsGuard, text, replacements, free)).toBeNull();
  });

  test('a protected span may move past words, but not past another, and not be lost', () => {
    const moved = [
      ['Find all `.bat` files', 'Please'],
      ['here', 'find all `.bat` files here'],
    ] as const;
    expect(verdictOf(protectedSpansGuard, 'Find all `.bat` files here.', moved, free)).toBeNull();
    expect(verdictOf(protectedSpansGuard, 'Find all `.bat` files here.', moved.slice(0, 1), free)).not.toBeNull();
    const swapped = [
      ['Copy `a`', 'Copy'],
      ['to `b`', 'to `b` what is in `a`'],
    ] as const;
    expect(verdictOf(protectedSpansGuard, 'Copy `a` to `b`.', swapped, free)).not.toBeNull();
  });
});

describe('still-parses', () => {
  test('rejects a prompt whose quotes are broken', () => {
    expect(verdictOf(stillParsesGuard, CODE, [['Multiply', 'Multiply """']], { entryPoint: 'scale' })).not.toBeNull();
    expect(verdictOf(stillParsesGuard, CODE, [['Multiply', 'Scale']], { entryPoint: 'scale' })).toBeNull();
  });

  test('asks nothing of a prompt that was not Python', () => {
    expect(verdictOf(stillParsesGuard, 'Write a function.', [['Write', 'Create']])).toBeNull();
  });
});

describe('signature', () => {
  test('rejects a changed parameter, and takes a declared rename', () => {
    const options = { entryPoint: 'scale' };
    expect(verdictOf(signatureGuard, CODE, [['xs, factor', 'factor, xs']], options)).not.toBeNull();
    expect(verdictOf(signatureGuard, CODE, [['factor', 'by']], options)).not.toBeNull();
    expect(verdictOf(signatureGuard, CODE, [['factor', 'by']], { ...options, renames: { factor: 'by' } })).toBeNull();
    expect(verdictOf(signatureGuard, CODE, [['Multiply', 'Scale']], options)).toBeNull();
  });
});

describe('examples', () => {
  test('rejects a changed result and a call that no longer parses', () => {
    const options = { entryPoint: 'scale' };
    expect(verdictOf(examplesGuard, CODE, [['[1, 6]', '[1, 5]']], options)).not.toBeNull();
    expect(
      verdictOf(examplesGuard, CODE, [['factor=3', 'by=3']], { ...options, renames: { factor: 'by' } }),
    ).toBeNull();
    expect(
      verdictOf(examplesGuard, CODE, [['factor=3', 'if=3']], { ...options, renames: { factor: 'if' } }),
    ).not.toBeNull();
  });
});

describe('touched-regions', () => {
  test('rejects edits outside the declared regions and across their borders', () => {
    const options = { entryPoint: 'scale', mutator: { touches: ['prose'] as const } };
    expect(verdictOf(touchedRegionsGuard, CODE, [['factor', 'by']], options)).not.toBeNull();
    expect(verdictOf(touchedRegionsGuard, CODE, [['):\n    """Multiply', '):\n    """Scale']], options)).not.toBeNull();
    expect(verdictOf(touchedRegionsGuard, CODE, [['Multiply', 'Scale']], options)).toBeNull();
  });
});

describe('untouched-text', () => {
  test.each([
    ['a private-use sign', 'Sum it.', [['it', '\uE000']]],
    ['a lost line break', 'Sum\nit.', [['Sum\nit', 'Sum it']]],
    ['a doubled blank', 'Sum it.', [['it', ' it']]],
  ] as const)('rejects %s', (_what, text, replacements) => {
    expect(verdictOf(untouchedTextGuard, text, replacements)).not.toBeNull();
  });

  test('a declared layout change may move lines', () => {
    const options = { mutator: { declares: ['layout-white-space'] as const } };
    expect(verdictOf(untouchedTextGuard, 'Sum it. Sort it.', [['. Sort', '.\n- Sort']], options)).toBeNull();
    expect(verdictOf(untouchedTextGuard, 'Sum it. Sort it.', [['. Sort', '.\n- \uE000']], options)).not.toBeNull();
  });
});

describe('length-ratio', () => {
  test('rejects what is much shorter or longer', () => {
    expect(verdictOf(lengthRatioGuard, 'Sum all of the items.', [['all of the items', 'it']])).not.toBeNull();
    expect(verdictOf(lengthRatioGuard, 'Sum it.', [['it', 'each and every item']])).not.toBeNull();
    expect(verdictOf(lengthRatioGuard, 'Sum all of the items.', [['Sum', 'Add']])).toBeNull();
  });
});

describe('parameter-order', () => {
  test('rejects a first mention out of order, with and without a signature', () => {
    const swapped = [['each element of xs by factor', 'by factor each element of xs']] as const;
    expect(verdictOf(parameterOrderGuard, CODE, swapped, { entryPoint: 'scale' })).not.toBeNull();
    expect(
      verdictOf(parameterOrderGuard, 'Take `a`, then `b`.', [['`a`, then `b`', '`b`, before it `a`']]),
    ).not.toBeNull();
    expect(verdictOf(parameterOrderGuard, CODE, [['Multiply', 'Scale']], { entryPoint: 'scale' })).toBeNull();
  });
});

describe('renames-consistent', () => {
  const rename = (
    renames: Record<string, string>,
    replacements: readonly (readonly [string, string])[],
    reserved: string[] = [],
  ) =>
    verdictOf(renamesConsistentGuard, CODE, replacements, {
      entryPoint: 'scale',
      renames,
      reserved,
      mutator: { declares: ['renames'] },
    });

  test('takes a full rename', () => {
    expect(rename({ factor: 'arg_b' }, [['factor', 'arg_b']])).toBeNull();
  });

  test.each([
    ['a name that the reference uses', { factor: 'result_a' }, [['factor', 'result_a']], ['result_a']],
    ['a builtin', { factor: 'len' }, [['factor', 'len']], []],
    ['a keyword', { factor: 'if' }, [['factor', 'if']], []],
    ['a harness name', { factor: 'check' }, [['factor', 'check']], []],
    ['a name of the prompt', { factor: 'element' }, [['factor', 'element']], []],
    [
      'one new name for two',
      { factor: 'arg_a', xs: 'arg_a' },
      [
        ['factor', 'arg_a'],
        ['xs', 'arg_a'],
      ],
      [],
    ],
    ['a name that is not there', { nothing: 'arg_a' }, [['factor', 'arg_a']], []],
    ['a call that keeps the old name', { scale: 'solve_task' }, [['scale', 'solve_task']], []],
  ] as const)('rejects %s', (_what, renames, replacements, reserved) => {
    expect(rename(renames, replacements, [...reserved])).not.toBeNull();
  });

  test('rejects renames of a mutator that does not declare them', () => {
    const renames = { factor: 'arg_b' };
    expect(
      verdictOf(renamesConsistentGuard, CODE, [['factor', 'arg_b']], { entryPoint: 'scale', renames }),
    ).not.toBeNull();
  });
});

describe('declared equals', () => {
  const synonyms = { mutator: { declares: ['operator-synonyms'] as const } };
  const numbers = { mutator: { declares: ['number-words'] as const } };
  const shortForms = { mutator: { declares: ['short-forms'] as const } };
  const all = [protectedSpansGuard, literalsGuard, operatorWordsGuard];
  const passes = (
    text: string,
    replacements: readonly (readonly [string, string])[],
    options: Parameters<typeof verdictOf>[3],
  ) => all.every((guard) => verdictOf(guard, text, replacements, options) === null);

  test.each([
    ['a bound', 'Take at least 3 items.', 'at least 3', '3 or more', synonyms],
    ['a negation', 'Do not sort.', 'Do not', "Don't", synonyms],
    ['a number word', 'Merge two lists.', 'two', '2', numbers],
    ['a digit', 'Merge 2 lists.', '2', 'two', numbers],
  ] as const)('takes %s, and only where it is declared', (_what, text, from, to, options) => {
    expect(passes(text, [[from, to]], options)).toBe(true);
    expect(passes(text, [[from, to]], {})).toBe(false);
  });

  test.each([
    ['another bound', 'Take at least 3 items.', 'at least 3', '3 or fewer', synonyms],
    ['another number', 'Take at least 3 items.', 'at least 3', '4 or more', synonyms],
    ['a lost negation', 'Do not sort.', 'Do not', 'Do', synonyms],
    ['an operator word of no class', 'Take the first item.', 'first', 'last', synonyms],
    ['a pair of another declaration', 'Merge two lists.', 'two', '2', synonyms],
    ['more than the pair', 'Do not sort it.', 'Do not sort', "Don't reverse not", synonyms],
    ['a slot that holds a clause', 'At least x and not y.', 'At least x and not', 'x and not or more', synonyms],
    ['an excluded number', 'Take at least one item.', 'at least one', 'one or more', synonyms],
    ['another digit', 'Merge two lists.', 'two', '3', numbers],
    ['an abbreviation', 'Take an integer now.', 'an integer', 'an int not', shortForms],
  ] as const)('rejects %s', (_what, text, from, to, options) => {
    expect(passes(text, [[from, to]], options)).toBe(false);
  });
});

describe('declared exchanges', () => {
  const declaring = (...declares: NonNullable<Mutator['declares']>) => ({ mutator: { declares } });

  test('`emphasis` lets asterisks stand around a word or two, nothing else', () => {
    const extra = declaring('emphasis');
    expect(verdictOf(literalsGuard, 'Do not sort.', [['not', '**not**']], extra)).toBeNull();
    expect(verdictOf(literalsGuard, 'Take at least one.', [['at least', '**at least**']], extra)).toBeNull();
    expect(verdictOf(literalsGuard, 'Do not sort.', [['not', '**not']], extra)).not.toBeNull();
    expect(verdictOf(literalsGuard, 'Take x2 of it.', [['x2', '**x2**']], extra)).not.toBeNull();
    expect(verdictOf(literalsGuard, 'Do not sort.', [['not', '**not**']])).not.toBeNull();
  });

  test('`quantifiers` lets each, every and all stand for one another, not for any or none', () => {
    const extra = declaring('quantifiers');
    for (const guard of [operatorWordsGuard, protectedSpansGuard]) {
      expect(verdictOf(guard, 'Sort each list.', [['each', 'every']], extra)).toBeNull();
      expect(verdictOf(guard, 'Sort any list.', [['any', 'every']], extra)).not.toBeNull();
      expect(verdictOf(guard, 'Sort each list.', [['each', 'every']])).not.toBeNull();
    }
    expect(verdictOf(operatorWordsGuard, 'Sort each list.', [['each', 'some']], extra)).not.toBeNull();
    expect(verdictOf(operatorWordsGuard, 'Sort each list.', [['each ', '']], extra)).not.toBeNull();
  });

  test('`comment-lines` lets a docstring end early and go on behind `#`, without a change of words', () => {
    const extra = declaring('comment-lines');
    const text = 'def f(x):\n    """Double it.\n    Twice.\n    >>> f(1)\n    2\n    """\n';
    const early = ['it.', 'it."""'] as const;
    const lines = [
      ['    Twice', '    # Twice'],
      ['    >>>', '    # >>>'],
      ['    2', '    # 2'],
    ] as const;
    const late = ['    """\n', '    \n'] as const;
    const edits = (replacements: readonly (readonly [string, string])[]) =>
      replacements.map(([from, to]) => {
        let start = text.lastIndexOf(from);
        let end = start + from.length;
        let put = to;
        while (start < end && put.startsWith(text.charAt(start))) {
          start += 1;
          put = put.slice(1);
        }
        while (start < end && put.endsWith(text.charAt(end - 1)) && put !== '') {
          end -= 1;
          put = put.slice(0, -1);
        }
        return { start, end, replacement: put };
      });
    const verdict = (replacements: readonly (readonly [string, string])[]) =>
      commentFormProblem({
        prompt: { text, regions: [] },
        entryPoint: 'f',
        reservedNames: new Set(),
        mutator: { name: 'test', family: 'layout', touches: [], ...extra.mutator },
        proposal: { edits: edits(replacements) },
        mutatedText: '',
      });
    expect(verdict([early, ...lines, late])).toBeNull();
    expect(verdict([early, ...lines])).not.toBeNull();
    expect(verdict([...lines, late])).not.toBeNull();
    expect(verdict([early, ['    Twice', '    # Thrice'], late])).not.toBeNull();
    expect(verdict([early, ['f(1)', 'f(2)'], late])).not.toBeNull();
    expect(verdict([early, ['f(1)', 'f# (1)'], late])).not.toBeNull();
    for (const guard of [literalsGuard, protectedSpansGuard, examplesGuard, signatureGuard])
      expect(verdictOf(guard, text, [['f(1)', 'f(2)']], extra)).not.toBeNull();
  });
});
