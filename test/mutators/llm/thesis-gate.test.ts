import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guards } from '../../../mutators/guards/index.ts';
import { modelMutators } from '../../../mutators/llm/index.ts';
import type { ModelMutator } from '../../../src/core/mutation.ts';
import { mutateWithModel } from '../../../src/pipeline/2-mutate/mutate-with-model.ts';
import { fakeModel } from '../../fakes/fake-model.ts';
import { SHARED, taskOf } from '../prompts.ts';

/** By the id of a pair: why it is said to be so. */
type Labels = Readonly<Record<'sound' | 'protected-text' | 'meaning', Readonly<Record<string, string>>>>;

interface Pair {
  readonly model: string;
  readonly task_id: string;
  readonly technique: string;
  readonly original_prompt: string;
  readonly technique_prompt: string;
}

/** The published kinds by our ids. */
const MUTATOR_OF: Readonly<Record<string, string>> = {
  active_to_passive: 'llm-active-passive',
  declarative_to_interrogative: 'llm-declarative-interrogative',
  verb_to_similar_verb: 'llm-similar-verb',
  lowercase_to_uppercase: 'llm-uppercase',
  rephrase_prompt: 'llm-rephrase',
  task_function_name: 'llm-task-name',
  adversarial_function_name: 'llm-adversarial-name',
};

const labels = JSON.parse(readFileSync(new URL('../../golden/thesis-gate.json', import.meta.url), 'utf8')) as Labels;
const file = new URL('thesis/pairs.jsonl', SHARED);
const pairs = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Pair)
  : [];

/** What the model would have replied: the published text, or the name that it gives to the function. */
function replyOf({ technique, technique_prompt: text }: Pair): string {
  if (!technique.endsWith('_name')) return text;
  const names = [...text.matchAll(/\bdef (\w+)\(/g)].map(([, name]) => name as string);
  return names.find((name) => name !== 'task_func') ?? '';
}

/** null where the rewrite becomes a variant, else why not. The second call accepts everything, so the gate is alone. */
async function refusalOf(pair: Pair, text = replyOf(pair)): Promise<string | null> {
  const mutator = modelMutators.find(({ name }) => name === MUTATOR_OF[pair.technique]) as ModelMutator;
  const model = fakeModel(({ messages }) =>
    messages.at(-1)?.content.endsWith('JSON:')
      ? '{"reason": "not looked at", "equivalent": true}'
      : `<rewritten>${text}</rewritten>`,
  );
  const { variants, refusals } = await mutateWithModel(taskOf(pair.task_id, pair.original_prompt, 'task_func'), {
    mutators: [mutator],
    guards,
    model,
    sampling: { temperature: 0, topP: 1, maxTokens: 4096 },
    seed: 0,
    perMutator: 1,
    signal: new AbortController().signal,
  });
  return variants.length > 0 ? null : refusals.map(({ refused }) => refused).join();
}

describe.skipIf(pairs.length === 0)('the gate on published rewrites (needs ../shared/thesis/pairs.jsonl)', async () => {
  const outcomes = new Map<string, string | null>();
  for (const pair of pairs) {
    outcomes.set(`${pair.model}/${pair.task_id}/${pair.technique}`, await refusalOf(pair));
  }
  const refusedOf = (label: keyof Labels) => Object.keys(labels[label]).map((id) => [id, outcomes.get(id)] as const);

  test('every pair has a label', () => {
    const labelled = [...refusedOf('sound'), ...refusedOf('protected-text'), ...refusedOf('meaning')];
    expect([...outcomes.keys()].sort()).toEqual(labelled.map(([id]) => id).sort());
  });

  test.each(['protected-text', 'meaning'] as const)('finds every rewrite that breaks %s', (label) => {
    const refused = refusedOf(label);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter(([, reason]) => reason === null)).toEqual([]);
  });

  test('lets the sound ones pass', () => {
    expect(refusedOf('sound').filter(([, reason]) => reason !== null)).toEqual([]);
  });
});
