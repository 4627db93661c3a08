import { gunzipSync } from 'node:zlib';
import { groupBy } from '../../src/core/group-by.ts';

interface KnownTask {
  readonly task_id: string;
  readonly entry_point: string;
  readonly prompt: string;
  readonly canonical_solution: string;
}

interface KnownSample {
  readonly task_id: string;
  readonly solution: string;
}

/** What judges put in front of programs that were written without their prompt. */
const IMPORTS = 'import math\nfrom typing import *\n';

/** The lines of a file that are not empty. */
export function textLines(bytes: Buffer, isZipped: boolean): string[] {
  const text = (isZipped ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The reference, but endless: on every call, or on those whose arguments have a length divisible by seven. */
function endless({ prompt, canonical_solution, entry_point }: KnownTask, always: boolean): string {
  const condition = always ? 'True' : 'len(repr(arguments)) % 7 == 0';
  return `${prompt}${canonical_solution}
_reference = ${entry_point}


def ${entry_point}(*arguments):
    while ${condition}:
        pass
    return _reference(*arguments)
`;
}

/**
 * Ten samples per task, spread evenly over what models wrote for it; in every `endlessEvery`-th task the last one never
 * ends.
 */
export function mixedSamples(
  tasks: readonly KnownTask[],
  known: readonly KnownSample[],
  { perTask, endlessEvery }: { readonly perTask: number; readonly endlessEvery: number },
): KnownSample[] {
  const byTask = groupBy(known, ({ task_id }) => task_id);
  return tasks.flatMap((task, at) => {
    const own = byTask.get(task.task_id) ?? [];
    const samples = Array.from({ length: perTask }, (_, index) => {
      const sample = own[Math.floor((index * own.length) / perTask)];
      return { task_id: task.task_id, solution: IMPORTS + (sample?.solution ?? '') };
    });
    const turn = Math.floor(at / endlessEvery);
    if (endlessEvery > 0 && at % endlessEvery === 0)
      samples[perTask - 1] = { task_id: task.task_id, solution: endless(task, turn % 2 === 0) };
    return samples;
  });
}
