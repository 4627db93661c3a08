import { SandboxError } from '../../core/errors.ts';
import type { OfficialTest, Oracle, OracleVault } from '../../core/oracle.ts';
import { plural } from '../../core/plural.ts';
import { silentProgress } from '../../core/progress.ts';
import { alteredTests } from '../../python-source/tests/altered-tests.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import { forAllTasks } from '../ask-model.ts';
import { evaluateOfficially, type OfficialDeps, type OfficialInput } from './evaluate-officially.ts';

/** Programs of one task that pass its official tests, and an altered one too that its reference fails. */
export interface Suspects {
  readonly taskId: string;
  readonly candidateIds: readonly string[];
}

/** Altered copies that the reference may pass before the task is left alone. */
const MOST_COPIES = 3;

/** Copies of a test's body with another expected value; none for invalid Python or repositories. */
function alteredBodies({ body }: OfficialTest): OfficialTest['body'][] {
  switch (body.kind) {
    case 'assertion':
      return alteredTests(body.code).map((code) => ({ ...body, code }));
    case 'method':
    case 'in-process':
      return alteredTests(body.module).map((module) => ({ ...body, module }));
    default:
      return [];
  }
}

/** The ids of the candidates that pass the tests of `oracle`. */
async function passing(input: OfficialInput, oracle: Oracle, deps: OfficialDeps): Promise<string[]> {
  const vault = { open: () => oracle, has: () => true };
  const own = { ...deps, progress: silentProgress, rows: null };
  const records = await evaluateOfficially([input], vault, own).catch((error: unknown) => {
    // No word about the programs.
    if (error instanceof SandboxError) return [];
    throw error;
  });
  return records.filter(({ passed }) => passed).map(({ candidateId }) => candidateId);
}

/**
 * Runs the programs that pass on one altered copy of their task's tests, which the reference fails: one that passes it
 * does not owe its verdict to its answers. Tasks without a reference, or without a test that compares with a literal, are
 * left out.
 */
export async function findSuspects(
  tasks: readonly OfficialInput[],
  official: readonly OfficialRecord[],
  oracles: OracleVault,
  deps: OfficialDeps,
): Promise<readonly Suspects[]> {
  const found = await forAllTasks(tasks, deps.signal, async (input, signal) => {
    const oracle = oracles.has(input.taskId) ? oracles.open(input.taskId) : null;
    const passed = new Set(
      official.filter((each) => each.taskId === input.taskId && each.passed).map(({ candidateId }) => candidateId),
    );
    if (oracle?.reference === undefined || passed.size === 0 || input.repository) return null;
    const own = { ...deps, signal };
    const reference = { ...input, candidates: [{ id: 'reference', code: oracle.reference }] };
    for (const body of oracle.tests.flatMap(alteredBodies).slice(0, MOST_COPIES)) {
      const altered = { ...oracle, tests: [{ id: 'altered', body }] };
      if ((await passing(reference, altered, own)).length > 0) continue;
      const candidates = input.candidates.filter(({ id }) => passed.has(id));
      const candidateIds = await passing({ ...input, candidates }, altered, own);
      return candidateIds.length > 0 ? { taskId: input.taskId, candidateIds } : null;
    }
    return null;
  });
  return found.filter((each) => each !== null);
}

/** Such as `1 passing program is suspect, …: "a" (1)`; null without any. */
export function suspectNote(suspects: readonly Suspects[]): string | null {
  if (suspects.length === 0) return null;
  const programs = suspects.reduce((sum, { candidateIds }) => sum + candidateIds.length, 0);
  const named = suspects.map(({ taskId, candidateIds }) => `"${taskId}" (${candidateIds.length})`).join(', ');
  const are = programs === 1 ? 'is' : 'are';
  return `${plural(programs, 'passing program')} ${are} suspect, passing an altered test that the reference fails: ${named}`;
}
