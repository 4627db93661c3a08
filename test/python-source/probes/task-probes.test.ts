import { describe, expect, it } from 'vitest';
import { createRng } from '../../../src/core/random.ts';
import { makeInputs, probeBody, taskProbes } from '../../../src/python-source/probes/task-probes.ts';

const rng = createRng(1);

describe('the probes of a task', () => {
  it('are none without a literal call, and where none are asked for', () => {
    expect(taskProbes({ entryPoint: 'f', prompt: 'def f(n: int): ...', tests: [] }, 20, rng)).toEqual([]);
    const tests = [{ kind: 'assertion', code: 'assert f(7) == 2' }] as const;
    expect(taskProbes({ entryPoint: 'f', prompt: '', tests }, 0, rng)).toEqual([]);
    expect(taskProbes({ entryPoint: 'f', prompt: '', tests }, 3, rng)).toHaveLength(3);
  });

  it('are inputs of a script whose counts still count', () => {
    const seeds = ['3\n5 1 4\n', '2\n7 7\n'];
    const inputs = makeInputs(seeds, 20, rng);
    expect(inputs.length).toBeGreaterThan(10);
    expect(new Set([...inputs, ...seeds]).size).toBe(inputs.length + 2);
    for (const input of inputs) {
      const [count, items = ''] = input.split('\n');
      expect(items.split(' ')).toHaveLength(Number(count));
    }
  });

  it('run as tests without an expectation', () => {
    expect(probeBody('f(1)', 'f')).toEqual({ kind: 'assertion', code: 'f(1)' });
    expect(probeBody('1\n', null)).toEqual({ kind: 'stdio', stdin: '1\n', expectedStdout: '' });
  });
});
