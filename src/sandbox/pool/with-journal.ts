import { hashOf } from '../../core/hash.ts';
import type { ResultJournal, Sandbox, SandboxResult } from '../../core/sandbox.ts';

/** Characters of one output. */
const LONGEST_KEPT_OUTPUT = 256 * 1024;

/**
 * Lists of a million numbers, as references of a few tasks return them: one such result is as large as those of
 * thousands of programs, and is sooner computed again. Answers of references have a folder of their own.
 */
const isTooLong = ({ outputs }: SandboxResult) => outputs.some((text) => (text?.length ?? 0) > LONGEST_KEPT_OUTPUT);

/**
 * Keeps the results of a sandbox in a journal, except those with a very long output, and reuses stored ones.
 *
 * @param conditions that affect verdicts besides program, tests and limits: the sandbox's interpreter, image, version
 */
export function withJournal(sandbox: Sandbox, journal: ResultJournal, conditions: unknown): Sandbox {
  return {
    name: sandbox.name,
    run: async (job, signal) => {
      const key = hashOf(job.code, job.suite.id, job.limits, sandbox.name, conditions);
      const known = await journal.get(key);
      if (known?.verdicts.length === job.suite.tests.length) return known;
      const result = await sandbox.run(job, signal);
      if (!isTooLong(result)) await journal.put(key, result);
      return result;
    },
    close: () => sandbox.close(),
  };
}
