import { hashOf } from '../../core/hash.ts';
import type { ResultJournal, Sandbox } from '../../core/sandbox.ts';

/**
 * Keeps every result of a sandbox in a journal and takes from there what it holds already. A job that comes twice, as
 * when flaky cells are looked for, is two jobs here as well.
 *
 * @param conditions what decides verdicts beside program, tests and limits: the sandbox's interpreter, image, version
 */
export function withJournal(sandbox: Sandbox, journal: ResultJournal, conditions: unknown): Sandbox {
  const timesAsked = new Map<string, number>();
  return {
    name: sandbox.name,
    run: async (job, signal) => {
      const content = hashOf(job.code, job.suite.id, job.limits, sandbox.name, conditions);
      const times = timesAsked.get(content) ?? 0;
      timesAsked.set(content, times + 1);
      const key = times === 0 ? content : `${content}-${times}`;
      const known = await journal.get(key);
      if (known) return known;
      const result = await sandbox.run(job, signal);
      await journal.put(key, result);
      return result;
    },
    close: () => sandbox.close(),
  };
}
