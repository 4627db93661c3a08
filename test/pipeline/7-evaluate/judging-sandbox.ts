import type { Sandbox, SandboxJob, SandboxTest, Verdict } from '../../../src/core/sandbox.ts';

/** Judges every test by a rule; what passes returned the program and the test. */
export function judgingSandbox(
  judge: (test: SandboxTest, job: SandboxJob) => Verdict,
  cpuMs = 1,
): Sandbox & { readonly jobs: readonly SandboxJob[] } {
  const jobs: SandboxJob[] = [];
  return {
    name: 'fake',
    jobs,
    close: async () => {},
    run: async (job) => {
      jobs.push(job);
      const verdicts = job.suite.tests.map((test) => judge(test, job));
      const outputs = job.suite.tests.map(({ id }, at) => (verdicts[at] === 'pass' ? `${job.code} ${id}` : null));
      return { verdicts, outputs, details: verdicts, weak: verdicts.map(() => false), cpuMs };
    },
  };
}
