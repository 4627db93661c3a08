import { expect, test } from 'vitest';
import { STAGES, type Task } from '../../src/core/task.ts';
import { askStage, readStage } from '../../src/prompting/ask-stage.ts';
import { fakeModel } from '../fakes/fake-model.ts';

const task: Task = {
  id: 't',
  prompt: { text: 'Write a loss.', regions: [] },
  entryPoint: null,
  completesPrompt: false,
  labels: {},
  reservedNames: [],
};

test.each([
  ['Training', 'Training'],
  ['It belongs to **evaluation and metrics**.', 'Evaluation & Metrics'],
  ['pre/post processing', 'Pre/Post Processing'],
  ['evaluation&metrics', 'Evaluation & Metrics'],
  ['Inference, not training.', 'Inference'],
  ['I cannot tell.', null],
])('%j says %j', (reply, stage) => expect(readStage(reply)).toBe(stage));

test('asks once per task, without chance, and names all stages', async () => {
  const model = fakeModel(({ messages, temperature }) => {
    for (const stage of STAGES) expect(messages[0]?.content).toContain(stage);
    expect(temperature).toBe(0);
    return 'Model Construction';
  });
  const stage = await askStage(task, { model, seed: 3, signal: new AbortController().signal });
  expect(stage).toBe('Model Construction');
});
