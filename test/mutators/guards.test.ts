import { describe, expect, test } from 'vitest';
import { commentFormProblem } from '../../mutators/guards/comment-form.ts';
import { examplesGuard } from '../../mutators/guards/examples-guard.ts';
import { lengthRatioGuard } from '../../mutators/guards/length-ratio-guard.ts';
import { literalsGuard } from '../../mutators/guards/literals-guard.ts';
import { operatorWordsGuard } from '../../mutators/guards/operator-words-guard.ts';
import { parameterOrderGuard } from '../../mutators/guards/parameter-order-guard.ts';
import { protectedSpansGuard } from '../../mutators/guards/protected-spans-guard.ts';
import { renamesConsistentGuard } from '../../mutators/guards/renames-consistent-guard.ts';
import { signatureGuard } from '../../mutators/guards/signature-guard.ts';
import { touchedRegionsGuard } from '../../mutators/guards/touched-regions-guard.ts';
import { untouchedTextGuard } from '../../mutators/guards/untouched-text-guard.ts';
import type { Guard, Mutator } from '../../src/core/mutation.ts';
import { verdictOf } from './prompts.ts';

const CODE = `def scale(xs, factor):
    """Multiply each element of xs by factor, but not the first.

    >>> scale([1, 2], factor=3)
    [1, 6]
    """
`;

type Extra = NonNullable<Parameters<typeof verdictOf>[3]>;
/** `from -> to`, several parted by a semicolon, and what else the guard is told. */
type Row = readonly [guard: Guard, text: string, changes: string, extra?: Extra];

const declares = (...words: NonNullable<Mutator['declares']>): Extra => ({ mutator: { declares: words } });
const pairsOf = (changes: string) => changes.split('; ').map((change) => change.split(' -> ') as [string, string]);
const verdict = (guard: Guard, text: string, changes: string, extra: Extra = {}) =>
  verdictOf(guard, text, pairsOf(changes), { ...(text === CODE && { entryPoint: 'scale' }), ...extra });
const title = ([guard, text, changes]: Row) => `${guard.name}: ${changes} in ${text === CODE ? 'code' : text}`;

const PROSE_ONLY: Extra = { mutator: { touches: ['prose'] } };
const FREE: Extra = { mutator: { family: 'llm', declares: ['free-wording'] } };
const [CASE, EMPHASIS, QUANTIFIERS, LAYOUT] = [
  declares('case'),
  declares('emphasis'),
  declares('quantifiers'),
  declares('layout-white-space'),
];
const [SPANS, WORDS] = [protectedSpansGuard, operatorWordsGuard];

const REFUSED: readonly Row[] = [
  [SPANS, 'Sort `xs` now.', 'xs -> ys'],
  [SPANS, 'Return "YES" now.', 'YES -> Yes'],
  [SPANS, 'Add 12 to it.', '12 -> twelve'],
  [SPANS, 'Raise ValueError then.', 'ValueError -> TypeError'],
  [SPANS, 'Take the largest element.', 'largest -> biggest'],
  [SPANS, 'Return n + 1 of them.', '+ -> plus'],
  [SPANS, 'Call foo(1, 2) twice.', '1, 2 -> 1, 2, 3'],
  [SPANS, 'Add `a` to `b`.', 'Add `a` to `b` -> To `b` add `a`'],
  [SPANS, 'Do not sort.', 'not -> NOT'],
  [SPANS, 'Sort my_list.', 'my_list -> MY_LIST', CASE],
  [SPANS, 'Find all `.bat` files here.', 'Find all `.bat` files -> Please', FREE],
  [SPANS, 'Copy `a` to `b`.', 'Copy `a` -> Copy; to `b` -> to `b` what is in `a`', FREE],
  [SPANS, 'Sort any list.', 'any -> every', QUANTIFIERS],
  [SPANS, 'Sort each list.', 'each -> every'],
  [literalsGuard, 'From 1 to 10.', '10 -> ten'],
  [literalsGuard, 'From one to 10.', 'one -> 1'],
  [literalsGuard, 'Say "a".', '"a" -> a'],
  [literalsGuard, 'Where a < b.', '< -> >'],
  [literalsGuard, 'Merge lst1 and b.', 'lst1 -> arg_a'],
  [literalsGuard, 'Do not sort.', 'not -> **not', EMPHASIS],
  [literalsGuard, 'Take x2 of it.', 'x2 -> **x2**', EMPHASIS],
  [literalsGuard, 'Do not sort.', 'not -> **not**'],
  [WORDS, 'Do not raise.', 'not  -> '],
  [WORDS, 'Take three items.', 'three -> at least three'],
  [WORDS, 'In ascending order.', 'ascending -> descending'],
  [WORDS, 'First the odd, then the even ones.', 'odd -> even; even -> odd'],
  [WORDS, "It doesn't sort.", "doesn't -> does"],
  [WORDS, 'Do not raise.', 'not  -> ', FREE],
  [WORDS, 'Take three items.', 'three -> at least three', FREE],
  [WORDS, 'Take at least three.', 'least -> most', FREE],
  [WORDS, 'First the odd, then the even ones.', 'odd -> even; even -> odd', FREE],
  [WORDS, 'Return it if it is sorted.', ' if it is sorted -> ', FREE],
  [WORDS, 'Keep it if it is long and red.', 'and -> or', FREE],
  [WORDS, 'Sort any list.', 'any -> every', QUANTIFIERS],
  [WORDS, 'Sort each list.', 'each -> some', QUANTIFIERS],
  [WORDS, 'Sort each list.', 'each  -> ', QUANTIFIERS],
  [WORDS, 'Sort each list.', 'each -> every'],
  [signatureGuard, CODE, 'xs, factor -> factor, xs'],
  [signatureGuard, CODE, 'factor -> by'],
  [examplesGuard, CODE, '[1, 6] -> [1, 5]'],
  [examplesGuard, CODE, 'factor=3 -> if=3', { renames: { factor: 'if' } }],
  [touchedRegionsGuard, CODE, 'factor -> by', PROSE_ONLY],
  [touchedRegionsGuard, CODE, '):\n    """Multiply -> ):\n    """Scale', PROSE_ONLY],
  [untouchedTextGuard, 'Sum it.', 'it -> \uE000'],
  [untouchedTextGuard, 'Sum\nit.', 'Sum\nit -> Sum it'],
  [untouchedTextGuard, 'Sum it.', 'it ->  it'],
  [untouchedTextGuard, 'Sum it. Sort it.', '. Sort -> .\n- \uE000', LAYOUT],
  [lengthRatioGuard, 'Sum all of the items.', 'all of the items -> it'],
  [parameterOrderGuard, CODE, 'each element of xs by factor -> by factor each element of xs'],
  [parameterOrderGuard, 'Take `a`, then `b`.', '`a`, then `b` -> `b`, before it `a`'],
];

const TAKEN: readonly Row[] = [
  [SPANS, 'Add `a` to `b`.', 'Add `a` to `b` -> Put `a` into `b`'],
  [SPANS, 'Do not sort.', 'not -> NOT', CASE],
  [SPANS, 'Find all `.bat` files here.', 'Find all `.bat` files -> Please; here -> find all `.bat` files here', FREE],
  [SPANS, 'Sort each list.', 'each -> every', QUANTIFIERS],
  [literalsGuard, 'Merge lst1 and b.', 'lst1 -> arg_a', { renames: { lst1: 'arg_a' } }],
  [literalsGuard, 'Do not sort.', 'not -> **not**', EMPHASIS],
  [literalsGuard, 'Take at least one.', 'at least -> **at least**', EMPHASIS],
  [WORDS, 'Not in lower case.', 'Not -> NOT; lower case -> lowercase'],
  [WORDS, 'A non-negative one.', 'non-negative -> nonnegative'],
  [WORDS, 'Double all items.', 'Double all -> Take every item twice, of the', FREE],
  [WORDS, 'Sort and return it.', 'Sort and return -> Return the sorted', FREE],
  [WORDS, 'If it is new, take all.', 'If it is new, take all -> Take all when it is new', FREE],
  [WORDS, 'Sort each list.', 'each -> every', QUANTIFIERS],
  [signatureGuard, CODE, 'factor -> by', { renames: { factor: 'by' } }],
  [examplesGuard, CODE, 'factor=3 -> by=3', { renames: { factor: 'by' } }],
  [touchedRegionsGuard, CODE, 'Multiply -> Scale', PROSE_ONLY],
  [untouchedTextGuard, 'Sum it. Sort it.', '. Sort -> .\n- Sort', LAYOUT],
  [lengthRatioGuard, 'Sum all of the items.', 'Sum -> Add'],
  [parameterOrderGuard, CODE, 'Multiply -> Scale'],
];

test.each(REFUSED.map((row) => [title(row), row] as const))('refuses by %s', (_, row) => {
  expect(verdict(...row)).not.toBeNull();
});

test.each(TAKEN.map((row) => [title(row), row] as const))('takes by %s', (_, row) => {
  expect(verdict(...row)).toBeNull();
});

describe('renames-consistent', () => {
  const rename = (changes: string, reserved: string[] = [], words: Mutator['declares'] = ['renames']) =>
    verdict(renamesConsistentGuard, CODE, changes, {
      renames: Object.fromEntries(pairsOf(changes)),
      reserved,
      mutator: { declares: words ?? [] },
    });

  test('takes a full rename, of a mutator that declares it alone', () => {
    expect(rename('factor -> arg_b')).toBeNull();
    expect(rename('factor -> arg_b', [], [])).not.toBeNull();
  });

  test.each([
    ['a name that the reference uses', 'factor -> result_a', ['result_a']],
    ['a builtin', 'factor -> len'],
    ['a keyword', 'factor -> if'],
    ['a harness name', 'factor -> check'],
    ['a name of the prompt', 'factor -> element'],
    ['one new name for two', 'factor -> arg_a; xs -> arg_a'],
    ['a call that keeps the old name', 'scale -> solve_task'],
  ])('refuses %s', (_what, changes, reserved: string[] = []) => {
    expect(rename(changes, reserved)).not.toBeNull();
  });

  test('refuses a name that is not there', () => {
    expect(
      verdict(renamesConsistentGuard, CODE, 'Multiply -> Scale', { renames: { nothing: 'arg_a' } }),
    ).not.toBeNull();
  });
});

describe('declared equals', () => {
  const [synonyms, numbers, shortForms] = [
    declares('operator-synonyms'),
    declares('number-words'),
    declares('short-forms'),
  ];
  const passes = (text: string, changes: string, extra?: Extra) =>
    [SPANS, literalsGuard, WORDS].every((guard) => verdict(guard, text, changes, extra) === null);

  test.each([
    ['Take at least 3 items.', 'at least 3 -> 3 or more', synonyms],
    ['Do not sort.', "Do not -> Don't", synonyms],
    ['Merge two lists.', 'two -> 2', numbers],
    ['Merge 2 lists.', '2 -> two', numbers],
  ])('in "%s" %s is taken, and only where it is declared', (text, changes, extra) => {
    expect(passes(text, changes, extra)).toBe(true);
    expect(passes(text, changes)).toBe(false);
  });

  test.each([
    ['another bound', 'Take at least 3 items.', 'at least 3 -> 3 or fewer', synonyms],
    ['another number', 'Take at least 3 items.', 'at least 3 -> 4 or more', synonyms],
    ['a lost negation', 'Do not sort.', 'Do not -> Do', synonyms],
    ['an operator word of no class', 'Take the first item.', 'first -> last', synonyms],
    ['a pair of another declaration', 'Merge two lists.', 'two -> 2', synonyms],
    ['more than the pair', 'Do not sort it.', "Do not sort -> Don't reverse not", synonyms],
    ['a slot that holds a clause', 'At least x and not y.', 'At least x and not -> x and not or more', synonyms],
    ['an excluded number', 'Take at least one item.', 'at least one -> one or more', synonyms],
    ['another digit', 'Merge two lists.', 'two -> 3', numbers],
    ['an abbreviation', 'Take an integer now.', 'an integer -> an int not', shortForms],
  ])('%s is refused', (_what, text, changes, extra) => {
    expect(passes(text, changes, extra)).toBe(false);
  });
});

test('`comment-lines` lets a docstring end early and go on behind `#`, without a change of words', () => {
  const text = 'def f(x):\n    """Double it.\n    Twice.\n    >>> f(1)\n    2\n    """\n';
  // Edits of what differs alone, as a mutator proposes them.
  const [early, late] = [
    { at: 'it.', put: '"""', after: true },
    { at: '"""\n', put: '', from: 3 },
  ] as const;
  const lines = ['Twice', '>>>', '2\n'].map((at) => ({ at, put: '# ' }));
  const refused = (...changes: readonly { at: string; put: string; after?: boolean; from?: number }[]) =>
    commentFormProblem({
      prompt: { text, regions: [] },
      entryPoint: 'f',
      reservedNames: new Set<string>(),
      mutatedText: '',
      mutator: { name: 'test', family: 'layout', touches: [], declares: ['comment-lines'] },
      proposal: {
        edits: changes.map(({ at, put, after, from = 0 }) => {
          const start = text.lastIndexOf(at) + (after ? at.length : 0);
          return { start, end: start + from, replacement: put };
        }),
      },
    });
  expect(refused(early, ...lines, late)).toBeNull();
  expect(refused(early, ...lines)).not.toBeNull();
  expect(refused(...lines, late)).not.toBeNull();
  expect(refused(early, { at: 'Twice', put: '# Thr', from: 2 }, late)).not.toBeNull();
  expect(refused(early, { at: '1)', put: '2', from: 1 }, late)).not.toBeNull();
  expect(refused(early, { at: '(1)', put: '# ' }, late)).not.toBeNull();
  for (const guard of [literalsGuard, protectedSpansGuard, examplesGuard, signatureGuard])
    expect(verdict(guard, text, 'f(1) -> f(2)', declares('comment-lines'))).not.toBeNull();
});
