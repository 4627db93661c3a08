import { expect, test } from 'vitest';
import { select } from '../src/app/select-program.ts';

const options = { sandbox: 'process', jobs: 1 };

test('select() returns no program that is not Python, whatever it has to choose from', async () => {
  const prose = 'Sure! Here is the function that you asked for.';
  const broken = 'def f(x):\n    return x +';
  const nothing = await select(
    { programs: [prose, broken, prose], tests: ['assert f(1) == 2'], entryPoint: 'f' },
    options,
  );
  expect(nothing.program).toBeNull();
  expect(nothing.ranking.pickedId).toBeNull();
  // It abstains where nothing passes, whatever could be drawn.
  const wrong = 'def f(x):\n    return 7\n';
  const draw = { programs: [prose, prose, prose, wrong], tests: ['assert f(1) == 2'], entryPoint: 'f' };
  expect((await select(draw, options)).program).toBeNull();
  const right = { ...draw, programs: [prose, 'def f(x):\n    return x + 1\n'] };
  expect((await select(right, options)).program).toBe('def f(x):\n    return x + 1\n');
}, 60_000);
