import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guards } from '../../../mutators/guards/index.ts';
import { selectMutators } from '../../../mutators/index.ts';
import { modelMutators, takeModelMutators } from '../../../mutators/llm/index.ts';
import type { ChatReply, ChatRequest } from '../../../src/core/chat.ts';
import { applyEdits } from '../../../src/core/text.ts';
import { mutateWithModel } from '../../../src/pipeline/2-mutate/mutate-with-model.ts';
import { fakeModel } from '../../fakes/fake-model.ts';
import { taskOf } from '../prompts.ts';

const TEXT = `Return the sum of every number in \`xs\`, but only if none is negative.
The function should raise the exception for: ValueError("A number is negative."): If one is.
The function should output with:
    float: The sum.
You should write self-contained code starting with:
\`\`\`
import math
def task_func(xs):
\`\`\`The function name should be task_func`;
const task = taskOf('T/1', TEXT, 'task_func', ['taken_name']);

type Answer = string | ChatReply;
const isJudge = ({ messages }: ChatRequest) => messages.at(-1)?.content.endsWith('JSON:') === true;
const marked = (text: string) => `Sure!\n<rewritten>\n${text}\n</rewritten>`;
const YES = '{"reason": "Same task.", "equivalent": true}';
const cut = (text: string): ChatReply => ({ status: 'truncated', text, usage: null });

async function ask(name: string, write: Answer | ((request: ChatRequest) => Answer), judge: Answer = YES) {
  const model = fakeModel((request) => {
    if (isJudge(request)) return judge;
    return typeof write === 'function' ? write(request) : write;
  });
  const outcome = await mutateWithModel(task, {
    mutators: modelMutators.filter((mutator) => mutator.name === name),
    guards,
    model,
    sampling: { temperature: 0.8, topP: 0.95, maxTokens: 500 },
    seed: 3,
    perMutator: 1,
    signal: new AbortController().signal,
  });
  return { ...outcome, requests: model.requests, reasons: outcome.refusals.map(({ refused }) => refused) };
}

const reworded = TEXT.replace('Return the sum of', 'Give back the total of').replace('output with', 'yield');

describe('registry', () => {
  test('every file is registered, exports one thing, and is named after its id', async () => {
    const folder = new URL('../../../mutators/llm/', import.meta.url);
    const files = readdirSync(folder).filter((file) => file !== 'index.ts');
    const found: string[] = [];
    for (const file of files) {
      const module = (await import(new URL(file, folder).href)) as Record<string, { name: string; family: string }>;
      const [mutator, ...others] = Object.values(module);
      expect(others).toEqual([]);
      expect(mutator).toMatchObject({ name: `llm-${file.replace(/-mutator\.ts$/, '')}`, family: 'llm' });
      found.push(mutator?.name ?? '');
    }
    expect(modelMutators.map(({ name }) => name).sort()).toEqual(found.sort());
  });

  test('thesis is its seven kinds; family:llm leaves the misleading names out; all has none of them', () => {
    const names = (selection: string) => takeModelMutators(selection).chosen.map(({ name }) => name);
    expect(names('thesis')).toHaveLength(7);
    expect(names('thesis')).toContain('llm-adversarial-name');
    expect(names('thesis')).not.toContain('llm-back-translation');
    expect(names('family:llm')).not.toContain('llm-adversarial-name');
    expect(takeModelMutators('family:llm', { includeAdversarial: true }).chosen).toHaveLength(11);
    expect(takeModelMutators('all, llm-rephrase')).toMatchObject({ rest: 'all', chosen: [{ name: 'llm-rephrase' }] });
    expect(() => selectMutators(takeModelMutators('llm-rephrasing').rest)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('"llm-rephrase"') }),
    );
  });
});

describe('what is accepted', () => {
  const REWORDING = ['llm-rephrase', 'llm-similar-verb', 'llm-active-passive', 'llm-declarative-interrogative'];
  test.each(REWORDING)('%s: the reply becomes edits of the words that differ', async (name) => {
    const { variants, requests, reasons } = await ask(name, marked(reworded));
    expect(reasons).toEqual([]);
    const mutation = { mutator: name, family: 'llm', seed: 3, renames: {} };
    expect(variants[0]).toMatchObject({ id: `T/1::${name}::s3.0`, prompt: reworded, mutation });
    expect(applyEdits(TEXT, variants[0]?.mutation?.edits ?? [])).toBe(reworded);
    expect(requests.map(({ about }) => about?.purpose)).toEqual(['mutation', 'mutation']);
    expect(requests[1]).toMatchObject({ temperature: 0, sample: 0 });
  });

  test('llm-uppercase keeps the case of what is protected', async () => {
    const capitals = TEXT.replace('Return the sum of every number in', 'RETURN THE SUM OF EVERY NUMBER IN');
    expect((await ask('llm-uppercase', marked(capitals))).variants[0]?.prompt).toBe(capitals);
    expect((await ask('llm-uppercase', marked(capitals.replace('A number is', 'A NUMBER IS')))).reasons).toEqual([
      'guard:protected-spans',
    ]);
  });

  test('llm-back-translation asks for the way back of what came from the way there', async () => {
    const there = TEXT.replace('Return the sum of', 'Gib die Summe von');
    const { variants, requests } = await ask('llm-back-translation', ({ messages }) =>
      marked(messages[1]?.content.includes('Gib die Summe') ? reworded : there),
    );
    expect(variants[0]?.prompt).toBe(reworded);
    expect(requests).toHaveLength(3);
  });

  test.each(['llm-task-name', 'llm-adversarial-name'])(
    '%s: the name is the model’s, the renaming ours',
    async (name) => {
      const { variants, requests } = await ask(name, marked('`sum_of_numbers`'));
      expect(variants[0]?.prompt).toBe(TEXT.replaceAll('task_func', 'sum_of_numbers'));
      expect(variants[0]?.mutation?.renames).toEqual({ task_func: 'sum_of_numbers' });
      expect(requests).toHaveLength(1);
    },
  );
});

describe('frames that a model writes', () => {
  const replies: Readonly<Record<string, string>> = {
    'llm-plan': '1. Add them.\n2. Return the sum.',
    'llm-restate': '- returns the sum',
    'llm-detour': '```js\nconst f = 1;\n```',
  };

  test.each(Object.entries(replies))(
    '%s: the text stands behind the specification, which stays',
    async (name, reply) => {
      const { variants, requests, reasons } = await ask(name, `<think>hm</think>\n${reply}\n`);
      expect(reasons).toEqual([]);
      const [head, tail] = [variants[0]?.prompt.slice(0, TEXT.length), variants[0]?.prompt.slice(TEXT.length)];
      expect([head, tail?.includes(reply), tail?.includes('hm')]).toEqual([TEXT, true, false]);
      expect(variants[0]?.mutation).toMatchObject({ mutator: name, family: 'llm', framed: true });
      expect(requests.map(({ about }) => about?.purpose)).toEqual(
        Array(name === 'llm-detour' ? 1 : 2).fill('mutation'),
      );
    },
  );

  test('the plan is made of the observations of the first round', async () => {
    const { requests } = await ask('llm-plan', ({ messages }) =>
      messages[0]?.content.includes('observations about') ? 'They are floats.' : '1. Add.',
    );
    expect(requests[1]?.messages[0]?.content).toContain('They are floats.');
  });
});

describe('what is refused, by reason', () => {
  test.each<[string, string, Answer, Answer | undefined]>([
    ['truncated', 'llm-plan', cut('1. Add'), undefined],
    ['model-refused', 'llm-detour', { status: 'refused', text: '', usage: null }, undefined],
    ['no-text', 'llm-restate', '<think>hm</think>', undefined],
    ['judge:not-equivalent', 'llm-restate', '- sorts', '{"reason": "Sorts.", "equivalent": false}'],
    ['no-rewrite', 'llm-rephrase', 'I would rather not.', undefined],
    ['truncated', 'llm-rephrase', cut('<rewritten>Give back'), undefined],
    ['truncated', 'llm-rephrase', marked(reworded.replace('The function name should be task_func', '')), undefined],
    ['model-refused', 'llm-rephrase', { status: 'refused', text: '', usage: null }, undefined],
    ['unchanged', 'llm-rephrase', marked(TEXT.replaceAll('\n    ', '\n')), undefined],
    ['guard:protected-spans', 'llm-rephrase', marked(reworded.replace('A number is', 'A value is')), undefined],
    ['guard:touched-regions', 'llm-rephrase', marked(reworded.replace('import math', 'import maths')), undefined],
    ['guard:operator-words', 'llm-rephrase', marked(reworded.replace('none is', 'one is')), undefined],
    ['guard:length-ratio', 'llm-rephrase', marked(`${reworded} ${'Take care. '.repeat(30)}`), undefined],
    ['judge:not-equivalent', 'llm-rephrase', marked(reworded), '{"reason": "Other sum.", "equivalent": false}'],
    ['judge:unreadable', 'llm-rephrase', marked(reworded), 'Yes, they are.'],
    ['judge:unreadable', 'llm-rephrase', marked(reworded), '{"reason": "Same.", "equivalent": "yes"}'],
    ['judge:truncated', 'llm-rephrase', marked(reworded), cut('{"reason": "Sa')],
    ['judge:refused', 'llm-rephrase', marked(reworded), { status: 'refused', text: '', usage: null }],
    ['no-rewrite', 'llm-task-name', 'sum_of_numbers', undefined],
    ['name-invalid', 'llm-task-name', marked('sum of numbers'), undefined],
    ['name-taken', 'llm-task-name', marked('taken_name'), undefined],
    ['name-taken', 'llm-task-name', marked('xs'), undefined],
    ['unchanged', 'llm-task-name', marked('task_func'), undefined],
  ])('%s (%s)', async (reason, name, write, judge) => {
    const { variants, reasons } = await ask(name, write, judge);
    expect(variants).toEqual([]);
    expect(reasons).toEqual([reason]);
  });

  test('a rewrite that the guards refuse is not judged', async () => {
    const { requests } = await ask('llm-rephrase', marked(reworded.replace('import math', 'import maths')));
    expect(requests.filter(isJudge)).toEqual([]);
  });
});
