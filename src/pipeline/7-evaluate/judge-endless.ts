import type { OfficialTest } from '../../core/oracle.ts';
import { failedTest, INPUT } from './failed-test.ts';
import { FIRST_FAILURE, type PartDeps, type PartInput, type PartOutcome } from './part.ts';
import { isEndless, watchedProgram } from './watch-loops.ts';

/** Of the time that a cell had: watching takes some. */
const WATCHED_SHARE = 2;

/**
 * Whether a program that was over the limit of a cell has a loop without an end there: known in a fraction of the limit that
 * one of the calls may take. What the watched program says otherwise counts for nothing.
 */
export async function judgeEndless(
  { id, code, slices, limits }: PartInput,
  cell: OfficialTest,
  cellMs: number,
  { sandbox, signal }: PartDeps,
): Promise<PartOutcome | null> {
  const timeoutMs = cellMs * WATCHED_SHARE;
  const watched = timeoutMs < limits.timeoutMs ? watchedProgram(code) : null;
  if (watched === null) return null;
  const given = { ...limits, ...FIRST_FAILURE, timeoutMs };
  const job = { id: `${id} watched`, code: watched, suite: slices.suite([cell]), limits: given };
  const result = await sandbox.run(job, signal);
  const said = result.details[0] ?? '';
  if (!isEndless(said)) return null;
  const input = INPUT.exec(said)?.[0] ?? '';
  const detail = `${input}a loop comes back to the state that it was in, without an end`;
  return { verdict: 'timeout', detail, ...failedTest([cell], { ...result, verdicts: ['timeout'] }, 0) };
}
