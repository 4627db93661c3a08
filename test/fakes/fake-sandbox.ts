import type { Sandbox, SandboxJob, SandboxResult, Verdict } from '../../src/core/sandbox.ts';

export interface FakeSandbox extends Sandbox {
  readonly jobs: SandboxJob[];
}

type Answer = Pick<SandboxResult, 'verdicts'> & Partial<SandboxResult>;

/** Answers by a rule instead of running anything, with nothing but verdicts unless told, and keeps what it was asked. */
export function sandboxOf(answer: (job: SandboxJob) => Answer | Promise<Answer>): FakeSandbox {
  const jobs: SandboxJob[] = [];
  return {
    name: 'fake',
    jobs,
    run: async (job, signal): Promise<SandboxResult> => {
      signal.throwIfAborted();
      jobs.push(job);
      const given = await answer(job);
      const none = given.verdicts.map(() => null);
      return { outputs: none, details: none, weak: given.verdicts.map(() => false), cpuMs: 1, ...given };
    },
    close: async () => {},
  };
}

/** Judges assertions by a rule. */
export const fakeSandbox = (judge: (code: string, test: string) => Verdict) =>
  sandboxOf(({ code, suite }) => ({
    verdicts: suite.tests.map(({ body }) => judge(code, body.kind === 'assertion' ? body.code : '')),
  }));
