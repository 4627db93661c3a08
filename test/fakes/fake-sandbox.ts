import type { Sandbox, SandboxJob, SandboxResult, Verdict } from '../../src/core/sandbox.ts';

export interface FakeSandbox extends Sandbox {
  readonly jobs: SandboxJob[];
}

/** Judges by a rule instead of running anything, and keeps what it was asked. */
export function fakeSandbox(judge: (code: string, test: string) => Verdict): FakeSandbox {
  const jobs: SandboxJob[] = [];
  return {
    name: 'fake',
    jobs,
    run: async (job, signal): Promise<SandboxResult> => {
      signal.throwIfAborted();
      jobs.push(job);
      const verdicts = job.suite.tests.map(({ body }) => judge(job.code, body.kind === 'assertion' ? body.code : ''));
      const none = verdicts.map(() => null);
      return { verdicts, outputs: none, details: none, weak: verdicts.map(() => false), cpuMs: 1 };
    },
    close: async () => {},
  };
}
