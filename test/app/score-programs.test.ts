import { afterAll, expect, test } from 'vitest';
import { sharedSandbox } from '../../src/app/assembly/open-sandbox.ts';
import { type ScoreItem, score } from '../../src/app/score-programs.ts';
import { SandboxError } from '../../src/core/errors.ts';

const settings = { sandbox: 'process', jobs: 2 } as const;
const sandbox = sharedSandbox(settings);
afterAll(() => sandbox.close());

const RIGHT = 'def inc(x):\n    return x + 1';
const SAME = 'def inc(n):\n    return 1 + n';
const WRONG = 'def inc(x):\n    return x + 2';
const NONE = 'def inc(x):\n    raise ValueError';
const KILLER = 'import os\ndef inc(x):\n    os.kill(os.getpid(), 9)';
const tests = ['assert inc(1) == 2', 'assert inc(5) == 6', 'assert inc(0) == 2'];
const item = (more: Partial<ScoreItem> = {}): ScoreItem => ({
  programs: [RIGHT, WRONG, SAME, NONE],
  tests,
  entry_point: 'inc',
  ...more,
});
const scored = (...items: ScoreItem[]) => score(items, settings, sandbox);

test('rewards follow the rank of a consensus set; what passes nothing has none', async () => {
  const [found] = await scored(item());
  expect(found).toMatchObject({ scores: [1, 0.5, 1, 0], tests_passed: [2, 1, 2, 0], weak: 0, errors: [] });
  expect([0, 2]).toContain(found?.picked);
});

test('or the share of tests passed, with verdicts if asked for', async () => {
  const [found] = await scored(item({ scorer: 'share', verdicts: true }));
  expect(found?.scores).toEqual([2 / 3, 1 / 3, 2 / 3, 0]);
  expect(found?.verdicts?.[1]).toEqual(['fail', 'fail', 'pass']);
});

test('programs and tests that are no Python are named; they cost others nothing', async () => {
  const [found] = await scored(item({ programs: ['def (', RIGHT], tests: [...tests, 'assert inc('], verdicts: true }));
  expect(found).toMatchObject({
    scores: [0, 1],
    picked: 1,
    errors: ['program 0 is not Python', '1 of 4 tests are not Python'],
  });
  expect(found?.verdicts?.[0]).toBeNull();
});

test('a program that kills its process costs its own row alone', async () => {
  const [killed, other] = await scored(item({ programs: [KILLER, RIGHT] }), item());
  expect(killed).toMatchObject({ scores: [0, 1], tests_passed: [0, 2] });
  expect(other?.scores).toEqual([1, 0.5, 1, 0]);
});

test('the same items have the same rewards, in their order', async () => {
  const items = Array.from({ length: 6 }, (_, at) =>
    item({ programs: at % 2 === 0 ? [RIGHT, WRONG] : [WRONG, RIGHT] }),
  );
  const first = await scored(...items);
  expect(await scored(...items)).toEqual(first);
  expect(first.map(({ scores }) => scores)).toEqual(items.map((_, at) => (at % 2 === 0 ? [1, 0.5] : [0.5, 1])));
});

test('an item that the sandbox fails on has no rewards, and says why', async () => {
  const broken = { open: () => Promise.reject(new SandboxError('gone', 'the sandbox is gone')), close: async () => {} };
  expect(await score([item()], settings, broken)).toEqual([
    {
      scores: [null, null, null, null],
      picked: null,
      tests_passed: [0, 0, 0, 0],
      weak: 0,
      errors: ['the sandbox is gone'],
    },
  ]);
});

test('a rule that there is not is an error', async () => {
  await expect(scored(item({ scorer: 'nosuch' }))).rejects.toMatchObject({ code: 'unknown-scorer' });
});
