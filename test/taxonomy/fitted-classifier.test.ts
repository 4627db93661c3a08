import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clues } from '../../src/taxonomy/clues/index.ts';
import { fittedClassifier } from '../../src/taxonomy/fitted-classifier.ts';
import { sampleFailure } from './taxonomy-samples.ts';

const model = JSON.parse(readFileSync('data/taxonomy/bug-classifier.json', 'utf8'));
const signal = new AbortController().signal;
const classify = (changes = {}) => fittedClassifier(model).classify(sampleFailure(changes), signal);

describe('fitted bug classifier', () => {
  it('ranks all fourteen kinds and quotes the line of the traceback', async () => {
    const { labels, evidence } = await classify();
    expect(new Set(labels.map(({ label }) => label)).size).toBe(14);
    expect(labels.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 9);
    expect(labels.slice(0, 2).map(({ label }) => label)).toContain(8);
    expect(evidence.some(({ label, text }) => label === 8 && text.includes('torch.scaled(rows, factor)'))).toBe(true);
  });

  it('calls a program that does not parse a syntax error', async () => {
    const { labels } = await classify({ generated: 'def scale(rows factor):\n  retrun', pytestOutput: '' });
    expect(labels[0]?.label).toBe(2);
  });

  it('answers without a reference and without any output', async () => {
    const { labels } = await classify({ reference: undefined, pytestOutput: '', generated: '' });
    expect(labels).toHaveLength(14);
  });

  it('has a weight for every clue and for nothing else', () => {
    expect(Object.keys(model.weights).sort()).toEqual(clues.map(({ name }) => name).sort());
  });
});
