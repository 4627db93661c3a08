import { describe, expect, test } from 'vitest';
import type { ChatReply, ChatRequest, PromptingStrategy, TestStyle } from '../../src/core/chat.ts';
import { silentProgress } from '../../src/core/progress.ts';
import { askForSamples } from '../../src/pipeline/ask-model.ts';
import { fakeModel } from '../fakes/fake-model.ts';
import { samplingPlan } from '../fakes/model-run.ts';
import { taskOf } from '../mutators/prompts.ts';

const task = taskOf('t', 'Write f.', 'f');
const variant = { id: 't::original', taskId: 't', prompt: 'Write f.', mutation: null };
const samples = [0, 1].map((sample) => ({ variantId: variant.id, sample }));
const planned = { task, variants: [variant], refusals: [], arms: [{ arm: 'self-agreement' as const, samples }] };
const said = (text: string) => [{ role: 'user' as const, content: text }];
const inTwoCalls: PromptingStrategy = {
  name: 'two',
  summary: '',
  source: 'original',
  calls: 2,
  programMessages: ({ promptText, examples }, [plan] = []) =>
    said(`${examples?.length ?? 0} shown. ${plan === undefined ? 'Plan' : `Follow ${plan}`}: ${promptText}`),
};
const testStyle: TestStyle = {
  name: 'fake',
  summary: '',
  testMessages: ({ promptText }) => said(`Test: ${promptText}`),
};

function ask(purpose: 'program' | 'tests', answer: (request: ChatRequest) => string | ChatReply) {
  const model = fakeModel(answer);
  let exampleCalls = 0;
  const replies = askForSamples(planned, purpose, {
    plan: samplingPlan({ arms: ['self-agreement'] }),
    prompting: inTwoCalls,
    testStyle,
    recorded: null,
    examples: () => {
      exampleCalls++;
      return [{ id: 'e', promptText: '', entryPoint: null, completesPrompt: false, code: '' }];
    },
    model,
    testModel: model,
    progress: silentProgress,
    signal: new AbortController().signal,
  });
  return { replies, model, exampleCalls: () => exampleCalls };
}

describe('prompting in two calls', () => {
  test('the second follows the first of the same sample; each is a request of its own', async () => {
    const { replies, model, exampleCalls } = ask('program', ({ messages, sample }) =>
      messages[0]?.content.includes('Plan') ? `plan ${sample}` : 'code',
    );
    expect((await replies).map(({ reply, sample }) => `${sample} ${reply.text}`)).toEqual(['0 code', '1 code']);
    const texts = model.requests.map(({ messages, about }) => `${about?.purpose}: ${messages[0]?.content}`).sort();
    const programs = [0, 1].map((sample) => `program: 1 shown. Follow plan ${sample}: Write f.`);
    expect(texts).toEqual([...Array(2).fill('plan: 1 shown. Plan: Write f.'), ...programs]);
    expect(new Set(model.requests.map(({ seed }) => seed)).size).toBe(4);
    expect(exampleCalls()).toBe(1);
  });

  test('a refused plan is the answer; nothing more is paid for', async () => {
    const { replies, model } = ask('program', () => ({ status: 'refused', text: '', usage: null }));
    expect((await replies).map(({ reply }) => reply.status)).toEqual(['refused', 'refused']);
    expect(model.requests).toHaveLength(2);
  });

  test('tests are asked for in one call and without examples', async () => {
    const { replies, model, exampleCalls } = ask('tests', () => 'assert f(1) == 2');
    await replies;
    expect(model.requests.map(({ messages }) => messages[0]?.content)).toEqual(['Test: Write f.', 'Test: Write f.']);
    expect(exampleCalls()).toBe(0);
  });
});
