import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kindsThatHold } from '../../src/taxonomy/bug-classifier.ts';
import { fittedClassifier } from '../../src/taxonomy/fitted-classifier.ts';
import { modelJudge } from '../../src/taxonomy/model-judge.ts';
import { fakeModel } from '../fakes/fake-model.ts';
import { sampleFailure } from './taxonomy-samples.ts';

const rules = fittedClassifier(JSON.parse(readFileSync('data/taxonomy/bug-classifier.json', 'utf8')).families);
const signal = new AbortController().signal;

describe('judging model', () => {
  it('puts the named kinds first, in its order, and keeps all fourteen', async () => {
    const model = fakeModel(() => 'Sure: {"labels": [12, 15, 99], "evidence": "factor is \\"wrong\\""}');
    const { labels, evidence } = await modelJudge(model, [], rules).classify(sampleFailure(), signal);
    expect(labels.slice(0, 2).map(({ label }) => label)).toEqual([12, 8]);
    expect(labels).toHaveLength(14);
    expect(labels.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 9);
    expect(evidence[0]).toEqual({ label: 12, text: 'factor is "wrong"' });
  });

  it('falls back on the rules where the reply names no kind', async () => {
    const { labels } = await modelJudge(
      fakeModel(() => 'I cannot tell.'),
      [],
      rules,
    ).classify(sampleFailure(), signal);
    expect(labels).toEqual((await rules.classify(sampleFailure(), signal)).labels);
  });

  it('shows the definitions and the examples, but never the failure itself as an example', async () => {
    const model = fakeModel(() => '{"labels": [1]}');
    const examples = [
      { failure: sampleFailure(), label: 8 as const },
      { failure: sampleFailure({ id: 'other', prompt: 'Another prompt.' }), label: 1 as const },
    ];
    await modelJudge(model, examples, rules).classify(sampleFailure(), signal);
    const [request] = model.requests;
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(request?.messages[0]?.content).toContain('14. Prompt Missing Information');
    expect(request?.messages[1]?.content).toContain('Another prompt.');
  });

  it('shows two examples of each kind and no more', async () => {
    const model = fakeModel(() => '{"labels": [1]}');
    const examples = [8, 1, 8, 1, 8, 1].map((label, at) => ({
      failure: sampleFailure({ id: `example ${at}`, prompt: `Prompt ${at}.` }),
      label: label as 1 | 8,
    }));
    await modelJudge(model, examples, rules).classify(sampleFailure(), signal);
    const shown = model.requests[0]?.messages.flatMap(({ content }) => /Prompt \d/.exec(content)?.[0] ?? []);
    expect(shown).toEqual(['Prompt 1', 'Prompt 3', 'Prompt 0', 'Prompt 2']);
  });

  it('says that each kind holds which the model names', async () => {
    const model = fakeModel(() => '{"labels": [6, 10], "evidence": "x"}');
    const found = await modelJudge(model, [], rules).classify(sampleFailure(), signal);
    expect(kindsThatHold(found).map(({ label }) => label)).toEqual([6, 10]);
  });
});
