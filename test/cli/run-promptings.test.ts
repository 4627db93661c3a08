import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readJsonLines } from '../datasets/example-files.ts';
import { cliWith } from '../fakes/cli.ts';
import { type FakeRequest, startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { tempPath } from '../fakes/temp-dir.ts';

// A second each on an idle machine; a loaded one must not fail them.
vi.setConfig({ testTimeout: 120_000 });

interface Message {
  readonly role: string;
  readonly content: string;
}
const messagesOf = ({ body }: FakeRequest) => body['messages'] as readonly Message[];
const lastOf = (request: FakeRequest) => messagesOf(request).at(-1)?.content ?? '';

/** Runs the first starter task with one program and one test reply; what was asked, and the purposes on record. */
async function runWith(...flags: readonly string[]) {
  const endpoint = await startFakeEndpoint((_, request) => {
    const text = lastOf(request);
    if (text.includes('no code yet')) return { kind: 'reply', text: '1. Add the numbers.' };
    if (/assert statements|TestCase/.test(text)) return { kind: 'reply', text: 'assert add_numbers(2, 3) == 5' };
    return { kind: 'reply', text: '```python\ndef add_numbers(a, b):\n    return a + b\n```' };
  });
  const out = await tempPath('run');
  const argv = ['run', '--dataset', 'starter', '--limit', '1', '--model', 'm', '--base-url', endpoint.baseUrl];
  const rest = ['--mutators', 'none', '--variants', '1', '--sandbox', 'process', '--out', out, '--json'];
  const { code, out: printed, err } = await cliWith({ OPENAI_API_KEY: 'sk-test' })(...argv, ...rest, ...flags);
  const replies = code === 0 ? readJsonLines(join(out, 'replies.jsonl')) : [];
  const purposes = replies.flatMap(({ purpose }) => purpose ?? []).sort();
  return { code, requests: endpoint.requests, purposes, err, out: printed };
}

test('self-planning: plan, then program; both on record and in the tokens of each arm', async () => {
  const { code, requests, purposes, out, err } = await runWith('--prompting', 'self-planning');
  expect(code, err).toBe(0);
  expect(purposes).toEqual(['plan', 'program', 'tests']);
  const program = requests.find((request) => lastOf(request).startsWith('Follow this plan.')) as FakeRequest;
  expect(messagesOf(program)[1]).toEqual({ role: 'assistant', content: '1. Add the numbers.' });
  const { arms } = JSON.parse(out) as { arms: { arm: string; tokens: { replies: number } }[] };
  expect(arms.find(({ arm }) => arm === 'baseline')?.tokens.replies).toBe(2);
});

test.each([
  [['stage-shot'], 3],
  [['few-shot', '--examples', 'starter', '--shots', '5', '--test-style', 'unittest'], 5],
])('%j: examples, none of them the task; unittest modules on request', async (flags, shots) => {
  const { code, requests, purposes, err } = await runWith('--prompting', ...flags);
  expect(code, err).toBe(0);
  expect(purposes).toEqual(['program', 'tests']);
  const asked = requests.map(messagesOf).find(({ length }) => length === 2 * shots + 1) ?? [];
  const shown = asked.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  expect(shown).toHaveLength(shots);
  expect(shown.filter((content) => content.includes('add_numbers'))).toEqual([]);
  const forUnittest = requests.filter((request) => lastOf(request).includes('unittest.TestCase'));
  expect(forUnittest).toHaveLength(flags.includes('unittest') ? 1 : 0);
});
