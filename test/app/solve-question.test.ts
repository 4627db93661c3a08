import { expect, test } from 'vitest';
import { openSolver, solve } from '../../src/app/solve-question.ts';
import type { ChatModel, ChatRequest } from '../../src/core/chat.ts';
import { ModelError } from '../../src/core/errors.ts';
import { fakeModel } from '../fakes/fake-model.ts';
import { tempDir, tempPath } from '../fakes/temp-dir.ts';

const PROMPT = `def largest(numbers):
    """Return the largest of the numbers, or None where there are none.

    >>> largest([1, 3, 2])
    3
    """
`;
const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const RIGHT = fence('def largest(numbers):\n    return max(numbers, default=None)');
const FIRST = fence('def largest(numbers):\n    return numbers[0] if numbers else None');
const EMPTY = fence('def largest(numbers):\n    return max(numbers)');
const TESTS =
  'assert largest([5]) == 5\nassert largest([]) is None\nassert largest([2, 9, 4]) == 9\nassert largest([-3, -1]) == -1\nassert largest([7, 7]) == 7';

const isForTests = ({ messages }: ChatRequest) => /assert statements/.test(messages.at(-1)?.content ?? '');
/** Answers in turn with these programs, under the name that the prompt gives the function. */
function scripted(programs: readonly string[], tests = TESTS) {
  let next = 0;
  return fakeModel((request) => {
    const text = isForTests(request) ? tests : (programs[next++ % programs.length] as string);
    const name = /def (\w+)\(/.exec(request.messages.at(-1)?.content ?? '')?.[1] ?? 'largest';
    return text.replaceAll('largest', name);
  });
}
const quick = { sandbox: 'process', jobs: 1, samples: 8, variants: 4, seed: 1 } as const;

const solved = (programs: readonly string[], more: object = {}, question: Parameters<typeof solve>[0] = PROMPT) =>
  solve(question, { ...quick, model: scripted(programs), ...more });

test('the program on which most agree, what the runner-up does otherwise, and the cost', async () => {
  const model = scripted([RIGHT, EMPTY, RIGHT]);
  const solution = await solve(PROMPT, { ...quick, model, priceInput: 1, priceOutput: 1 });
  expect(solution.program).toContain('default=None');
  expect(solution.problem).toBeNull();
  expect(solution.entryPoint).toBe('largest');
  expect(solution.sets.map(({ votes }) => votes).reduce((a, b) => a + b)).toBe(solution.counts.programSamples);
  expect(solution.sets[0]?.tests).toBe(5);
  expect(solution.parting).toMatchObject({ input: 'largest([])', other: null });
  expect(solution.given).toEqual({ tests: ['assert largest([1, 3, 2]) == 3'], passedBy: 2 });
  expect(solution.cost.calls).toBe(model.requests.length);
  expect(solution.cost.usd).toBeCloseTo((model.requests.length * 15) / 1e6, 12);
});

test('what parts programs that pass the same tests is found by probes', async () => {
  const long = fence(
    'def largest(numbers):\n    return numbers[-1] if len(numbers) == 2 else max(numbers, default=None)',
  );
  const solution = await solved([RIGHT, RIGHT, long]);
  expect(solution.program).toContain('max(numbers, default=None)');
  expect(solution.sets).toHaveLength(2);
  expect(solution.parting?.input).toMatch(/^largest\(\[-?\d+, -?\d+\]\)$/);
  expect(solution.parting?.picked).not.toBe(solution.parting?.other);
  const unprobed = await solved([RIGHT, RIGHT, long], { probes: 0 });
  expect(unprobed.sets).toHaveLength(1);
});

test('a program that fails what the user has said is out, however many agree', async () => {
  const solution = await solved([FIRST, FIRST, FIRST, RIGHT]);
  expect(solution.program).toContain('default=None');
  expect(solution.given.passedBy).toBe(1);
  expect(solution.matrix.verdicts.flat().filter((verdict) => verdict === 'not-run')).toHaveLength(5);
});

test('the examples of the prompt hold nothing where the user says so; what is given beside them does', async () => {
  const wrong = PROMPT.replace('    3\n', '    4\n');
  expect((await solved([RIGHT], {}, wrong)).problem).toBe('given-tests-failed');
  const free = await solved([RIGHT], { given: 'none' }, wrong);
  expect(free.problem).toBeNull();
  expect(free.program).toContain('default=None');
  expect(free.given.tests).toEqual([]);
  const beside = await solved([RIGHT], { given: 'none' }, { prompt: wrong, examples: ['largest([1]) == 2'] });
  expect(beside.problem).toBe('given-tests-failed');
  expect(beside.given.tests).toEqual(['assert largest([1]) == 2']);
});

test('asks for no more than is needed, and for no more than was allowed', async () => {
  const decided = scripted([RIGHT]);
  await solve(PROMPT, { ...quick, samples: 40, variants: 10, model: decided });
  expect(decided.requests.length).toBeLessThan(40);
  const open = scripted(['no code here']);
  const none = await solve(PROMPT, { ...quick, samples: 6, model: open });
  expect(none).toMatchObject({ program: null, problem: 'no-programs' });
  expect(open.requests).toHaveLength(12);
});

test('the same question costs nothing the second time, in the same folder', async () => {
  const out = await tempPath('replies');
  const first = await solve(PROMPT, { ...quick, out, model: scripted([RIGHT, EMPTY]) });
  const again = scripted(['nothing']);
  const second = await solve(PROMPT, { ...quick, out, model: again });
  expect(again.requests).toHaveLength(0);
  expect(second.cost).toEqual({ calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 });
  expect(second.program).toBe(first.program);
});

test('a bare sentence: the model names the function once, and it stays fixed', async () => {
  const model = fakeModel((request) => {
    const text = request.messages.at(-1)?.content ?? '';
    if (text.includes('good name')) return '`largest_number`';
    return isForTests(request)
      ? TESTS.replaceAll('largest', 'largest_number')
      : RIGHT.replaceAll('largest', 'largest_number');
  });
  const solution = await solve('Return the largest number of a list, or None.', { ...quick, model });
  expect(solution.entryPoint).toBe('largest_number');
  expect(solution.program).toContain('def largest_number');
  expect(model.requests.filter(({ messages }) => messages[0]?.content.includes('good name'))).toHaveLength(1);
});

test('a script: input and output instead of assertions', async () => {
  const model = fakeModel((request) =>
    /examples of its standard input/.test(request.messages.at(-1)?.content ?? '')
      ? 'Input:\n```\n2 3\n```\nOutput:\n```\n5\n```\n\nInput:\n```\n0 0\n```\nOutput:\n```\n0\n```'
      : fence('a, b = map(int, input().split())\nprint(a + b)'),
  );
  const prompt = 'Read two integers from standard input and print their sum.\n\nInput: 1 1\nOutput: 2\n';
  const solution = await solve(prompt, { ...quick, model });
  expect(solution.entryPoint).toBeNull();
  expect(solution.given).toMatchObject({ passedBy: 1 });
  expect(solution.sets[0]).toMatchObject({ tests: 2 });
  expect(solution.program).toContain('map(int');
});

test('a class', async () => {
  const code =
    'class Stack:\n    def __init__(self): self.items = []\n    def push(self, x): self.items.append(x)\n    def pop(self): return self.items.pop() if self.items else None';
  const model = fakeModel((request) =>
    isForTests(request) ? 's = Stack()\ns.push(1)\nassert s.pop() == 1\nassert Stack().pop() is None' : fence(code),
  );
  const prompt = 'Write a class called `Stack` with push(x) and pop(); pop of an empty one gives None.';
  const solution = await solve(prompt, { ...quick, model });
  expect(solution.entryPoint).toBe('Stack');
  expect(solution.program).toContain('class Stack');
  expect(solution.sets[0]?.tests).toBe(2);
});

test.each<[string, Parameters<typeof solve>[0]]>([
  ['prompt-empty', '  \n'],
  ['prompt-language', 'Write a function in JavaScript that adds two numbers.'],
  ['prompt-long', 'x'.repeat(200_001)],
  ['example-form', { prompt: PROMPT, examples: ['other(1) == 2'] }],
  ['tests-form', { prompt: PROMPT, tests: 'def test_(:' }],
  ['tests-form', { prompt: PROMPT, tests: 'def test_x(tmp_path):\n    assert largest(tmp_path) is None' }],
])('%s: refused before anything is paid', async (code, question) => {
  const model = scripted([RIGHT]);
  await expect(solve(question, { ...quick, model })).rejects.toMatchObject({ code });
  expect(model.requests).toHaveLength(0);
});

test('without a model, or a name that it knows, nothing is asked for', async () => {
  await expect(solve(PROMPT, quick)).rejects.toMatchObject({ code: 'model-missing' });
  const model = fakeModel(() => 'I do not know.');
  await expect(solve('Hello there.', { ...quick, model })).rejects.toMatchObject({ code: 'function-unknown' });
});

test('where every call fails, that is what is said; the next question asks again', async () => {
  const inner = scripted([RIGHT]);
  let isDown = true;
  const model: ChatModel = {
    id: 'fake',
    complete: async (request, signal) => {
      if (isDown) throw new ModelError('model-context-exceeded', 'the prompt is too long');
      return inner.complete(request, signal);
    },
  };
  const solver = await openSolver({ ...quick, model, out: await tempDir() });
  try {
    await expect(solver.solve(PROMPT)).rejects.toMatchObject({
      code: 'model-context-exceeded',
      message: 'all 4 calls failed: the prompt is too long',
    });
    await expect(solver.solve('Add two numbers.')).rejects.toMatchObject({ message: /^the call failed: the prompt/ });
    isDown = false;
    expect((await solver.solve(PROMPT)).program).toContain('max');
  } finally {
    await solver.close();
  }
});

test('an interpreter that does not start is no reason for another sandbox', async () => {
  const asked = solved([RIGHT], { sandbox: 'auto', python: '/no/such/python' });
  await expect(asked).rejects.toMatchObject({ message: /^\/no\/such\/python does not start|does not work here/ });
});

test('many questions at once share one sandbox and one model', async () => {
  const model = scripted([RIGHT, EMPTY, RIGHT]);
  const solver = await openSolver({ ...quick, model });
  try {
    const all = await Promise.all(Array.from({ length: 4 }, () => solver.solve(PROMPT, { samples: 4 })));
    expect(all.every(({ program }) => program?.includes('max'))).toBe(true);
    expect(all.reduce((sum, { cost }) => sum + cost.calls, 0)).toBe(model.requests.length);
    const stop = new AbortController();
    stop.abort();
    await expect(solver.solve(PROMPT, { signal: stop.signal })).rejects.toThrow('interrupted');
  } finally {
    await solver.close();
  }
});
