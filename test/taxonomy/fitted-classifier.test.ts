import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isUndecided, kindsThatHold } from '../../src/taxonomy/bug-classifier.ts';
import { ERROR_FAMILIES } from '../../src/taxonomy/error-families.ts';
import { classifyBug } from '../../src/taxonomy/fitted-classifier.ts';
import { sampleFailure } from './taxonomy-samples.ts';

const { families } = JSON.parse(readFileSync('data/taxonomy/bug-classifier.json', 'utf8'));
const classify = (changes = {}) => classifyBug(sampleFailure(changes), families);

it('ranks all fourteen kinds and quotes the line of the traceback', () => {
  const { labels, evidence } = classify();
  expect(new Set(labels.map(({ label }) => label)).size).toBe(14);
  expect(labels.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 9);
  expect(labels.slice(0, 2).map(({ label }) => label)).toContain(8);
  expect(evidence.some(({ label, text }) => label === 8 && text.includes('torch.scaled(rows, factor)'))).toBe(true);
});

it('calls a program that does not parse a syntax error', () => {
  const { labels } = classify({ generated: 'def scale(rows factor):\n  retrun', pytestOutput: '' });
  expect(labels[0]?.label).toBe(2);
});

it('has a row for every family and for nothing else', () => {
  expect(Object.keys(families)).toEqual(ERROR_FAMILIES.map(({ name }) => name));
});

it('says a first kind only where failures of that family were mostly of it', () => {
  const own = "E       AttributeError: 'Rows' object has no attribute 'scaled'\n\nsrc/f.py:2: AttributeError\n1 failed";
  const said = classify({ pytestOutput: own });
  expect(said.chance).toBeGreaterThanOrEqual(0.5);
  expect(kindsThatHold(said).map(({ label }) => label)).toEqual([8]);
  const shapes = 'E       RuntimeError: shapes cannot be multiplied\n\nsrc/f.py:2: RuntimeError\n1 failed';
  expect(isUndecided(classify({ pytestOutput: shapes }))).toBe(true);
  expect(isUndecided(classify({ pytestOutput: '' }))).toBe(true);
});
