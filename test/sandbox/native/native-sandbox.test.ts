import { expect, test } from 'vitest';
import type { SandboxJob } from '../../../src/core/sandbox.ts';
import { WorkerDied } from '../../../src/sandbox/framed-process.ts';
import { judgeJob, type RunnerMessage } from '../../../src/sandbox/native/native-sandbox.ts';

const OK = {
  verdicts: ['pass', 'fail'] as const,
  outputs: [],
  details: [],
  weak: [false, true],
  cpuMs: 1.5,
};
const calls = (only: number) => ({ kind: 'calls', target: 'f', inputs: '[[1],[2]]', only }) as never;
const JOB: SandboxJob = {
  id: 'j',
  code: 'c',
  suite: { id: 's', entryPoint: 'f', tests: [0, 1].map((only) => ({ id: `${only}`, body: calls(only) })) },
  limits: { timeoutMs: 1, memoryMib: 2 },
};

test('a judge is sent a suite when it does not know it, each text once', async () => {
  const asked: RunnerMessage[] = [];
  const answer = await judgeJob(JOB, async (message) => {
    asked.push(message);
    return message.suite ? { ok: OK } : { unknown: true };
  });
  expect(answer).toBe(OK);
  expect(asked.map(({ job }) => job)).toEqual(Array(2).fill({ code: 'c', suite: 's', timeoutMs: 1, memoryMib: 2 }));
  expect(JSON.parse(JSON.stringify(asked.map(({ suite }) => suite ?? null)))).toEqual([
    null,
    {
      tests: [0, 1].map((only) => ({ kind: 'calls', target: 'f', inputs: 0, only })),
      texts: ['[[1],[2]]'],
      entryPoint: 'f',
    },
  ]);
});

test.each([{ error: 'no memory' }, { unknown: true }] as const)('%o is a worker that died', async (answer) => {
  await expect(judgeJob(JOB, async () => answer)).rejects.toThrow(WorkerDied);
});
