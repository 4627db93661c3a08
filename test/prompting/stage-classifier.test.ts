import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { STAGES } from '../../src/core/task.ts';
import { packageRoot } from '../../src/package-root.ts';
import { predictStages, type StageWeights, stageVector } from '../../src/prompting/stage-classifier.ts';
import { countFeatures, FEATURE_VIEWS, featureKey, wordsOf } from '../../src/prompting/stage-features.ts';

const file = join(packageRoot(), 'data/prompting/stage-classifier.json');
const weights = JSON.parse(readFileSync(file, 'utf8')) as StageWeights;

describe('features', () => {
  test('words fall into the parts of identifiers', () => {
    expect(wordsOf('Compute `get_stateName2` of an RGB-image, x')).toEqual([
      'compute',
      'get',
      'state',
      'name',
      'of',
      'an',
      'rgb',
      'image',
    ]);
  });

  test('each view counts its own', () => {
    const text = 'Write a function called train_model that fits the model.';
    expect(countFeatures(text, 'word').get('model')).toBe(2);
    expect(countFeatures(text, 'word').has('the model')).toBe(true);
    expect([...countFeatures(text, 'name').keys()]).toContain('train');
    expect(countFeatures(text, 'name').has('fits')).toBe(false);
    expect(countFeatures(text, 'char').has('<tra')).toBe(true);
    expect(countFeatures(text, 'topic').get('training')).toBe(2);
    expect(countFeatures(text, 'topic').get('name training')).toBe(1);
  });

  test('the head is the beginning alone', () => {
    const text = `${'start '.repeat(40)}end`;
    expect(countFeatures(text, 'head').has('end')).toBe(false);
    expect(countFeatures(text, 'word').has('end')).toBe(true);
  });
});

describe('the bundled classifier', () => {
  test('holds keys and numbers, no text, and is small', () => {
    const keys = Object.keys(weights.features);
    expect(keys.length).toBeGreaterThan(500);
    expect(keys.filter((key) => !/^[0-9a-z]{1,7}$/.test(key))).toEqual([]);
    expect(Object.values(weights.features).every((row) => row.length === 1 + STAGES.length)).toBe(true);
    expect(statSync(file).size).toBeLessThan(800_000);
  });

  test.each([
    ['Write a function that computes the accuracy score between true and predicted labels.', 'Evaluation & Metrics'],
    ['Write a function resize_image that resizes an image tensor and pads it.', 'Pre/Post Processing'],
  ])('%s', (text, stage) => expect(predictStages(text, weights)[0]?.stage).toBe(stage));

  test('gives every stage a probability; they sum to one, best first, also for text without any known word', () => {
    for (const text of ['', 'zzz', 'Write a training loop with an optimizer.']) {
      const all = predictStages(text, weights);
      expect(all.map(({ stage }) => stage).sort()).toEqual([...STAGES].sort());
      expect(all.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 10);
      expect(all.every(({ probability }, at) => at === 0 || probability <= (all[at - 1]?.probability ?? 0))).toBe(true);
    }
  });

  test('each view is a unit vector times its scale', () => {
    const text = 'Write a function called train_model that fits the network model by gradient descent.';
    const vector = stageVector(text, weights);
    const known = FEATURE_VIEWS.filter((view) =>
      [...countFeatures(text, view).keys()].some((feature) => vector.has(featureKey(view, feature))),
    );
    const length = [...vector.values()].reduce((sum, value) => sum + value ** 2, 0);
    expect(length).toBeCloseTo(
      known.reduce((sum, view) => sum + weights.scale[view] ** 2, 0),
      8,
    );
  });
});
