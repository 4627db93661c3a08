import { SandboxError } from '../../core/errors.ts';
import type { Sandbox, SandboxJob } from '../../core/sandbox.ts';

const LIMITS = { timeoutMs: 1000, memoryMib: 256 };
/** CPU limit of an endless program: just enough to see that it is stopped. */
const ENDLESS_MS = 250;

/** Programs by what must become of them. */
const CANARIES = {
  pass: 'def canary(x):\n    return x + 1\n',
  fail: 'def canary(x):\n    return x\n',
  timeout: 'def canary(x):\n    while True:\n        pass\n',
  'out-of-memory': 'def canary(x):\n    return len(bytearray(8 * 1024 ** 3))\n',
};

function toJob(expected: string, code: string): SandboxJob {
  const test = { id: 'canary', body: { kind: 'assertion', code: 'assert canary(1) == 2' } } as const;
  return {
    id: `canary ${expected}`,
    code,
    suite: { id: 'canary', tests: [test], entryPoint: 'canary' },
    limits: expected === 'timeout' ? { ...LIMITS, timeoutMs: ENDLESS_MS } : LIMITS,
  };
}

/**
 * Runs a pass, a fail, a time-out and a memory hog, and compares: a sandbox that is wrong about these must not judge.
 *
 * @throws SandboxError `canary-wrong`.
 */
export async function runCanary(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
  await Promise.all(
    Object.entries(CANARIES).map(async ([expected, code]) => {
      const { verdicts, details } = await sandbox.run(toJob(expected, code), signal);
      if (verdicts[0] === expected) return;
      const detail = details[0] ? ` (${details[0]})` : '';
      throw new SandboxError(
        'canary-wrong',
        `the ${sandbox.name} sandbox says "${verdicts[0]}"${detail} of a program that must be "${expected}"`,
        { hint: '"mutagree doctor" tries every sandbox; --sandbox picks another one.' },
      );
    }),
  );
}
