import { MutagreeError, SandboxError } from '../../core/errors.ts';
import type { OracleVault } from '../../core/oracle.ts';
import { silentProgress } from '../../core/progress.ts';
import { evaluateOfficially, type OfficialDeps, type OfficialInput } from './evaluate-officially.ts';

/** The benchmark's own solutions on their own official tests. */
export interface ReferenceCheck {
  /** Tasks that have a reference which the sandbox could run. */
  readonly checked: number;
  readonly failing: readonly { readonly taskId: string; readonly reason: string }[];
}

/** Why the reference fails; null where it passes, undefined where the sandbox could not run it. */
async function failureOf(
  input: OfficialInput,
  oracles: OracleVault,
  deps: OfficialDeps,
): Promise<string | null | undefined> {
  try {
    const [record] = await evaluateOfficially([input], oracles, { ...deps, progress: silentProgress, rows: null });
    return !record || record.passed ? null : (record.detail ?? record.verdict);
  } catch (error) {
    if (error instanceof MutagreeError && error.code === 'reference-fails') return error.message;
    // No word about the reference; where the sandbox is broken, the programs will tell.
    if (error instanceof SandboxError) return undefined;
    throw error;
  }
}

/**
 * Runs every reference on the official tests of its task. A task whose reference fails says nothing about programs.
 *
 * @throws InterruptedError
 */
export async function checkReferences(
  tasks: readonly Omit<OfficialInput, 'candidates'>[],
  oracles: OracleVault,
  deps: OfficialDeps,
): Promise<ReferenceCheck> {
  const checks = tasks.flatMap((task) => {
    const code = oracles.has(task.taskId) ? oracles.open(task.taskId).reference : undefined;
    if (code === undefined || task.repository) return [];
    const input = { ...task, candidates: [{ id: 'reference', code }] };
    return [failureOf(input, oracles, deps).then((reason) => ({ taskId: task.taskId, reason }))];
  });
  const found = (await Promise.all(checks)).filter(({ reason }) => reason !== undefined);
  return {
    checked: found.length,
    failing: found.flatMap(({ taskId, reason }) => (reason ? [{ taskId, reason }] : [])),
  };
}

/** Such as `the references of 1/48 tasks fail their own official tests: "a" (AssertionError)`; null where none does. */
export function referenceNote({ checked, failing }: ReferenceCheck): string | null {
  if (failing.length === 0) return null;
  const named = failing.slice(0, 5).map(({ taskId, reason }) => `"${taskId}" (${reason})`);
  const more = failing.length > named.length ? `, and ${failing.length - named.length} more` : '';
  return `the references of ${failing.length}/${checked} tasks fail their own official tests, so that no verdict there means anything: ${named.join(', ')}${more}`;
}
