import { describe, expect, test } from 'vitest';
import { fieldOf, tournament } from '../../../agreement/rivals/tournament.ts';
import type { Arena, Contender, PartingInput } from '../../../src/core/rival.ts';

const named = (...codes: readonly string[]) => codes.map((code): Contender => ({ code, samples: 1, candidates: [0] }));
const contenders = named('1', '2', '3');

interface Asked {
  readonly number: number;
  readonly text: string;
}

async function play(answer: (asked: Asked) => string, changes: Partial<Arena> = {}) {
  const asked: Asked[] = [];
  const winner = await tournament({
    promptText: 'Double x.',
    entryPoint: 'f',
    contenders,
    questions: 3,
    parting: (first, second) => [{ input: 'f(0)', outputs: [first.code, second.code] }],
    ask: async (number, messages) => {
      expect(messages.map(({ role }) => role)).toEqual(['user']);
      asked.push({ number, text: messages[0]?.content ?? '' });
      return answer({ number, text: messages[0]?.content ?? '' });
    },
    ...changes,
  });
  return { winner, asked };
}
const shownIn = ({ text }: Asked) => text.split('\n\n').filter((part) => /^[AB]: /.test(part));

describe('what a question of a tournament shows', () => {
  test('the task, the call, and what comes back; positions take turns', async () => {
    const { asked } = await play(() => '');
    expect(asked.map(({ number }) => number)).toEqual([0, 1, 2]);
    expect(asked.map((each) => shownIn(each).join())).toEqual(['A: 1,B: 2', 'A: 3,B: 1', 'A: 2,B: 3']);
    expect(asked[0]?.text.split('\n\n').slice(1, 4)).toEqual([
      'Double x.',
      'Two programs were written for it. They differ on the call',
      '```python\nf(0)\n```',
    ]);
    expect(asked[0]?.text).toMatch(/end with "Answer: A" or "Answer: B"\.$/);
  });

  test('the first of two inputs, where there is no function, and an exception where nothing comes back', async () => {
    const [input, other] = ['3 4', '5 6'];
    const parting = (): PartingInput[] => [input, other].map((input) => ({ input, outputs: ['7', null] }));
    const { asked } = await play(() => '', { entryPoint: null, parting });
    expect(asked[0]?.text.split('\n\n').slice(2, 6)).toEqual([
      'Two programs were written for it. They differ on the input',
      '3 4',
      'A: 7',
      'B: an exception is raised',
    ]);
  });
});

test('as many meet as the questions allow, and the one that is right among them wins', async () => {
  expect([0, 1, 2, 3, 5, 6, 10].map(fieldOf)).toEqual([1, 2, 2, 3, 3, 4, 5]);
  for (const [at, right] of ['1', '2', '3', '4'].entries()) {
    const knowing = ({ text }: Asked) => /([AB]): (\d)/g[Symbol.matchAll](text);
    const { winner, asked } = await play(
      (question) =>
        [...knowing(question)].flatMap(([, letter, code]) => (code === right ? [`Answer: ${letter}`] : [])).join(),
      { contenders: named('1', '2', '3', '4') },
    );
    expect(winner).toBe(at % 3);
    expect(asked).toHaveLength(3);
  }
});

test('the ranking decides where replies say nothing, and nothing is asked where nothing parts, or no question is left', async () => {
  expect((await play(() => 'who knows')).winner).toBe(0);
  expect(await play(() => 'Answer: A', { parting: () => [] })).toEqual({ winner: null, asked: [] });
  expect(await play(() => 'Answer: B', { questions: 0 })).toEqual({ winner: null, asked: [] });
});

test('whoever is always first in a question wins only where it stands there', async () => {
  // First beats second, third (in front by turns) beats first, second beats third: one win each, the ranking decides.
  expect((await play(() => 'Answer: A')).winner).toBe(0);
  // Second, first and third win one each again.
  expect((await play(() => 'Answer: B')).winner).toBe(0);
});

test('a pair that nothing parts is passed over; the numbers of questions go on without a gap', async () => {
  const parting: Arena['parting'] = (first, second) =>
    first.code === '1' && second.code === '2' ? [] : [{ input: 'f(0)', outputs: [first.code, second.code] }];
  const { winner, asked } = await play(
    ({ text }) => (text.includes('A: 3') ? 'Answer: A' : text.includes('B: 3') ? 'Answer: B' : ''),
    { parting },
  );
  expect(asked.map(({ number }) => number)).toEqual([0, 1]);
  expect(winner).toBe(2);
});
