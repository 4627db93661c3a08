import { expect, test } from 'vitest';
import { knownPrices } from '../../src/model/known-prices.ts';

test('the price of cached input comes with the others, where the list has one', () => {
  const prices = knownPrices('gpt-4o-mini');
  expect(prices).toMatchObject({ inputPerMTok: 0.15, outputPerMTok: 0.6, cachedInputPerMTok: 0.075 });
  const old = knownPrices('gpt-3.5-turbo');
  expect(old?.inputPerMTok).toBeGreaterThan(0);
  expect(old?.cachedInputPerMTok).toBeUndefined();
});
