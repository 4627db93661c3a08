import { describe, expect, test } from 'vitest';
import { sentenceOrderMutator } from '../../mutators/grammatical/sentence-order-mutator.ts';
import { outcomesOf } from './prompts.ts';

const TASK = 'Write a function to sum a list.';

describe('gram-sentence-order', () => {
  test('two facts change places, the opening stays, line ends too', () => {
    expect(outcomesOf(sentenceOrderMutator, `${TASK} You may assume small numbers.\nThe list is short.`).texts).toEqual(
      [`${TASK} The list is short. You may\nassume small numbers.`],
    );
    expect(
      outcomesOf(sentenceOrderMutator, `${TASK} It should accept integers. It should raise a ValueError for words.`)
        .texts,
    ).toEqual([`${TASK} It should raise a ValueError for words. It should accept integers.`]);
  });

  test.each([
    ['no-neighbouring-sentences', `${TASK} The list is short.`],
    ['no-statement-of-fact', `${TASK} The list is short. Sort the words.`],
    ['pronoun', `${TASK} The list is short. They are numbers.`.replace('They', 'The ends of it')],
    ['pronoun', `${TASK} The list is short. It returns a number.`],
    ['pronoun-behind', `${TASK} The list is short. You may assume small numbers. They fit.`],
    ['no-statement-of-fact', `${TASK} The list is short. The function then returns a number.`],
    ['tied-to-its-place', `${TASK} The list is short. The result is a number.`],
    ['step-of-a-process', `${TASK} The list is scaled. You may assume small numbers.`],
    ['order-may-count', `${TASK} The function returns a number. The function should return a word.`],
    ['order-may-count', `${TASK} Raise a TypeError for words. Raise a ValueError for numbers.`],
    ['speaks-of-what-came-before', `${TASK} The function accepts a tensor. The tensor is short.`],
    ['speaks-of-what-came-before', `${TASK} The function takes two short lists u and v. The output is the sum at v.`],
    ['speaks-of-what-came-before', `${TASK} The tensor is short. The tensor has numbers.`],
  ])('refuses %s: %s', (reason, text) => {
    const { texts, reasons } = outcomesOf(sentenceOrderMutator, text);
    expect(texts).toEqual([]);
    expect(reasons).toContain(reason);
  });
});
