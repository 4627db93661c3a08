import { plural } from '../core/plural.ts';
import type { SandboxTest } from '../core/sandbox.ts';
import { assertsNothing } from '../python-source/tests/test-purpose.ts';

const SHOWN_TASKS = 5;

/** Such as `2 generated tests assert nothing, so that …: "a" (2)`; null without any. */
export function assertionNote(
  noun: string,
  tasks: readonly Readonly<{ taskId: string; tests: readonly Pick<SandboxTest, 'body'>[] }>[],
): string | null {
  const found = tasks.flatMap(({ taskId, tests }) => {
    const idle = tests.filter(assertsNothing).length;
    return idle > 0 ? [{ taskId, idle }] : [];
  });
  if (found.length === 0) return null;
  const idle = found.reduce((sum, task) => sum + task.idle, 0);
  const named = found.slice(0, SHOWN_TASKS).map((task) => `"${task.taskId}" (${task.idle})`);
  const more = found.length > SHOWN_TASKS ? `, and ${plural(found.length - SHOWN_TASKS, 'task')} more` : '';
  return `${plural(idle, noun)} ${idle === 1 ? 'asserts' : 'assert'} nothing, so that any program passes that raises nothing: ${named.join(', ')}${more}`;
}
