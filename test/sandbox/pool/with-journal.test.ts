import { expect, test } from 'vitest';
import type { SandboxJob, SandboxResult } from '../../../src/core/sandbox.ts';
import { withJournal } from '../../../src/sandbox/pool/with-journal.ts';
import { sandboxOf } from '../../fakes/fake-sandbox.ts';

const { signal } = new AbortController();
const job: SandboxJob = {
  id: 'j',
  code: 'x = 1',
  suite: { id: 's', tests: [{ id: 't', body: { kind: 'assertion', code: 'assert x' } }], entryPoint: null },
  limits: { timeoutMs: 1, memoryMib: 1 },
};

/** Runs one job twice, each time as a new process would, on a journal that both see. */
async function resumed(output: string | null) {
  const result: SandboxResult = { verdicts: ['pass'], outputs: [null, output], details: [], weak: [], cpuMs: 0 };
  const kept = new Map<string, SandboxResult>();
  const journal = {
    get: async (key: string) => kept.get(key) ?? null,
    put: async (key: string, value: SandboxResult) => void kept.set(key, value),
  };
  const sandbox = sandboxOf(() => result);
  for (const _ of [1, 2]) expect(await withJournal(sandbox, journal, 'same').run(job, signal)).toEqual(result);
  return { ran: sandbox.jobs.length, kept: kept.size };
}

test('a result is kept, also one with outputs of some length', async () => {
  expect(await resumed(null)).toEqual({ ran: 1, kept: 1 });
  expect(await resumed('x'.repeat(200_000))).toEqual({ ran: 1, kept: 1 });
});

test('one with an output of a quarter of a million characters is computed again instead', async () => {
  expect(await resumed('x'.repeat(300_000))).toEqual({ ran: 2, kept: 0 });
});

test.each([
  [0, 2],
  [1, 1],
  [2, 2],
])('a kept result of %i verdicts for one test: the sandbox is asked, and gives %i', async (count, expected) => {
  const result = { verdicts: Array(count).fill('pass'), outputs: [], details: [], weak: [], cpuMs: 0 };
  const sandbox = sandboxOf(() => ({ ...result, cpuMs: 2 }));
  const journal = { get: async () => ({ ...result, cpuMs: 1 }), put: async () => {} };
  expect((await withJournal(sandbox, journal, {}).run(job, signal)).cpuMs).toBe(expected);
});
