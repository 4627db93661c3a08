import { expect, test } from 'vitest';
import { judgeRival } from '../../../agreement/rivals/judge-rival.ts';
import type { Arena, Contender } from '../../../src/core/rival.ts';

const contender = (code: string): Contender => ({ code, samples: 1, candidates: [0] });

/** Asks with the two given replies; tells the decision and the texts of the questions. */
async function decide(replies: readonly string[], codes = ['\nfirst()\n', '\nsecond()\n', 'third()']) {
  const asked: string[] = [];
  const arena: Arena = {
    promptText: 'Double x.',
    entryPoint: null,
    contenders: codes.map(contender),
    questions: 2,
    parting: () => [],
    ask: async (number, messages) => {
      expect(messages.map(({ role }) => role)).toEqual(['user']);
      asked[number] = messages[0]?.content ?? '';
      return replies[number] ?? '';
    },
  };
  return { decided: await judgeRival.decide?.(arena), asked };
}

test('the second program is taken where both orders say so, and nowhere else', async () => {
  const answers = ['Answer: A', 'Answer: B', 'no idea'];
  for (const straight of answers)
    for (const swapped of answers) {
      const { decided } = await decide([straight, swapped]);
      const both = straight === 'Answer: B' && swapped === 'Answer: A';
      expect(decided, `${straight}, ${swapped}`).toBe(both ? 1 : null);
    }
});

test('the two leading programs are shown beside the task, once in each order', async () => {
  const { asked } = await decide([]);
  const [first, second] = ['```python\nfirst()\n```', '```python\nsecond()\n```'];
  expect(asked.map((text) => text.split('\n\n').slice(1, -1))).toEqual([
    ['Double x.', 'Program A:', first, 'Program B:', second],
    ['Double x.', 'Program A:', second, 'Program B:', first],
  ]);
  for (const text of asked) expect(text).toMatch(/end with "Answer: A" or "Answer: B"\.$/);
});

test('nothing is asked where one behaviour alone is ranked', async () => {
  expect(await decide([], ['only()'])).toEqual({ decided: null, asked: [] });
  expect(await decide([], [])).toEqual({ decided: null, asked: [] });
});
