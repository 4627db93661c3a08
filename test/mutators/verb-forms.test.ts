import { describe, expect, test } from 'vitest';
import { baseOf, gerund, isNounLike, pastParticiple, thirdPerson } from '../../mutators/parsers/verb-forms.ts';

describe('verb forms', () => {
  test.each([
    ['return', 'returns', 'returning', 'returned'],
    ['flip', 'flips', 'flipping', 'flipped'],
    ['clip', 'clips', 'clipping', 'clipped'],
    ['skip', 'skips', 'skipping', 'skipped'],
    ['zip', 'zips', 'zipping', 'zipped'],
    ['unzip', 'unzips', 'unzipping', 'unzipped'],
    ['concat', 'concats', 'concatting', 'concatted'],
    ['round', 'rounds', 'rounding', 'rounded'],
    ['zero', 'zeroes', 'zeroing', 'zeroed'],
    ['overwrite', 'overwrites', 'overwriting', 'overwritten'],
    ['multiply', 'multiplies', 'multiplying', 'multiplied'],
    ['display', 'displays', 'displaying', 'displayed'],
    ['compress', 'compresses', 'compressing', 'compressed'],
    ['search', 'searches', 'searching', 'searched'],
    ['find', 'finds', 'finding', 'found'],
    ['take', 'takes', 'taking', 'taken'],
    ['set', 'sets', 'setting', 'set'],
    ['tie', 'ties', 'tying', 'tied'],
    ['filter', 'filters', 'filtering', 'filtered'],
    ['see', 'sees', 'seeing', 'seen'],
    ['output', 'outputs', 'outputting', 'output'],
    ['have', 'has', 'having', 'had'],
  ])('%s', (base, third, ing, participle) => {
    expect([thirdPerson(base), gerund(base), pastParticiple(base)]).toEqual([third, ing, participle]);
    expect(baseOf(third, 'third')).toBe(base);
    expect(baseOf(ing.toUpperCase(), 'gerund')).toBe(base);
  });

  test('knows no verb that is not listed', () => {
    expect(baseOf('kwargs', 'third')).toBeNull();
    expect(baseOf('caluclate', 'base')).toBeNull();
  });

  test('knows which verbs are also nouns', () => {
    expect([isNounLike('count'), isNounLike('remove')]).toEqual([true, false]);
  });
});
