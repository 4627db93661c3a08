import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STAGES } from '../../src/core/task.ts';
import { packageRoot } from '../../src/package-root.ts';
import { predictStages, type StageWeights } from '../../src/prompting/stage-classifier.ts';

const file = join(packageRoot(), 'data/prompting/stage-classifier.json');
const weights = JSON.parse(readFileSync(file, 'utf8')) as StageWeights;

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
