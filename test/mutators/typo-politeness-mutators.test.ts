import { describe, expect, test } from 'vitest';
import { politenessMutator } from '../../mutators/lexical/politeness-mutator.ts';
import { typoMutator } from '../../mutators/lexical/typo-mutator.ts';
import { applyEdits } from '../../src/core/edit.ts';
import { isRefusal } from '../../src/core/mutation.ts';
import { createRng } from '../../src/core/random.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';
import { outcomesOf } from './prompts.ts';

describe('lex-politeness', () => {
  test.each([
    ['Write a function to add.', ['Please write a function to add.']],
    ['Given a list, return the sum.', ['Given a list, please return the sum.']],
    ['Please write a function to add.', ['Write a function to add.']],
    [
      'Sort the list. Return the first item.',
      ['Please sort the list. Return the first item.', 'Sort the list. Please return the first item.'],
    ],
  ])('%s', (text, made) => {
    expect(outcomesOf(politenessMutator, text).texts).toEqual(made);
  });

  test.each([
    ['a list item', 'The function should:\n- Return the sum of it.\n', 'list-item'],
    ['a step of a process', 'You play a game. Choose an index of the list.', 'step'],
    ['what follows a colon', 'You may do the following:\nChoose an index of the list.', 'step'],
    ['a title', 'find-the-maximum-number\n\nThere is a list.', 'no-request'],
    ['a statement', 'Returns the sum.', 'no-request'],
  ])('leaves alone: %s', (_what, text, reason) => {
    const { texts, reasons } = outcomesOf(politenessMutator, text);
    expect(texts).toEqual([]);
    expect(reasons).toContain(reason);
  });
});

const PROMPT = `def scale(numbers, factor):
    """Multiply every number of numbers by the factor, but never the first.

    Return "nothing" for an empty sequence, and call \`helper\` otherwise.
    >>> scale([1, 2], factor=3)
    [1, 6]
    """
`;

describe('lex-typo', () => {
  const drawn = (seed: number) => {
    const input = { prompt: parsePrompt(PROMPT, 'scale'), entryPoint: 'scale', reservedNames: new Set<string>() };
    return [...typoMutator.propose(input, createRng(seed))].flatMap((outcome) => (isRefusal(outcome) ? [] : [outcome]));
  };

  test('hits plain words alone: no name, quote, example, operator or number word', () => {
    const words = new Set(['Multiply', 'Return', 'call', 'empty', 'number', 'sequence', 'otherwise']);
    let edits = 0;
    for (let seed = 0; seed < 60; seed++) {
      for (const edit of drawn(seed).flatMap((proposal) => proposal.edits)) {
        edits += 1;
        const start = PROMPT.slice(0, edit.start).search(/\w+$/);
        expect(words, PROMPT.slice(start)).toContain(/^\w+/.exec(PROMPT.slice(start))?.[0]);
      }
    }
    expect(edits).toBeGreaterThan(50);
  });

  test('the seed decides', () => {
    expect(drawn(3)).toEqual(drawn(3));
    const texts = new Set(Array.from({ length: 20 }, (_, seed) => applyEdits(PROMPT, drawn(seed)[0]?.edits ?? [])));
    expect(texts.size).toBeGreaterThan(5);
  });

  test('says so where no plain word is', () => {
    expect(outcomesOf(typoMutator, 'f(x)')).toEqual({ texts: [], reasons: ['no-place-for-it'] });
  });
});
