import { describe, expect, it } from 'vitest';
import { type ClueCase, fitClueModel, unfittedModel } from '../../../bench/fitting/fit-clue-model.ts';
import { clueProbabilities } from '../../../src/taxonomy/clue-model.ts';
import type { Clue } from '../../../src/taxonomy/clues/clue.ts';

const clue = (name: string, speaksFor: Clue['speaksFor']): Clue => ({ name, speaksFor, look: () => null });
const clues = [clue('a', { 7: 1 }), clue('b', {})];
const options = { scale: 1, firmness: 5, secondWeight: 0.5 };

const case_ = (names: readonly string[], label: 1 | 7): ClueCase => ({
  strengths: new Map(names.map((name) => [name, 1])),
  label,
  secondLabel: null,
});

describe('clue model', () => {
  it('gives probabilities of all fourteen kinds that add up to one', () => {
    const probabilities = clueProbabilities(unfittedModel(clues, 1), new Map([['a', 1]]));
    expect(probabilities).toHaveLength(14);
    expect(probabilities.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
    expect(probabilities[6]).toBeCloseTo(Math.E / (Math.E + 13), 12);
  });

  it('keeps the rules where no example speaks against them, and moves them where many do', () => {
    const silent = fitClueModel([case_([], 1), case_([], 7)], clues, options);
    expect(silent.weights['a']?.[6]).toBeCloseTo(1, 9);
    const many = Array.from({ length: 40 }, (_, at) => case_(at % 2 ? ['b'] : [], at % 2 ? 7 : 1));
    const taught = fitClueModel(many, clues, options);
    expect(taught.weights['b']?.[6]).toBeGreaterThan(0.5);
    expect(taught.weights['b']?.[0]).toBeLessThan(-0.5);
  });

  it('reaches a point where the penalised likelihood is flat', () => {
    const cases = Array.from({ length: 30 }, (_, at) => case_(at % 3 ? ['a'] : ['a', 'b'], at % 2 ? 7 : 1));
    const { bias, weights } = fitClueModel(cases, clues, options);
    // The gradient of the second clue's weight for kind 7.
    const model = { bias, weights };
    const slope = cases.reduce(
      (sum, { strengths, label }) => {
        const strength = strengths.get('b') ?? 0;
        return sum + strength * ((clueProbabilities(model, strengths)[6] ?? 0) - (label === 7 ? 1 : 0));
      },
      options.firmness * (weights['b']?.[6] ?? 0),
    );
    expect(Math.abs(slope)).toBeLessThan(0.01);
  });
});
