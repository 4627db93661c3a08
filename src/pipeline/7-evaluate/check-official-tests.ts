import { SandboxError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { OfficialTest, Oracle, OracleVault } from '../../core/oracle.ts';
import { plural } from '../../core/plural.ts';
import { silentProgress } from '../../core/progress.ts';
import type { SandboxTest, TestSuite } from '../../core/sandbox.ts';
import { alteredTests, assertsNothing } from '../../python-source/tests/test-purpose.ts';
import { forAllTasks } from '../ask-model.ts';
import type { Deps } from '../deps.ts';
import { isWithoutAnswers } from './compute-expected-outputs.ts';
import {
  evaluateOfficially,
  failureAsValue,
  type Judged,
  type OfficialDeps,
  type OfficialInput,
} from './evaluate-officially.ts';

/** Judges programs of one task without keeping the verdicts; null where the sandbox says nothing about them. */
async function judgeAside(input: OfficialInput, oracles: OracleVault, deps: OfficialDeps) {
  const own = { ...deps, progress: silentProgress, rows: null };
  const judged = await failureAsValue(evaluateOfficially([input], oracles, own));
  return judged instanceof SandboxError ? null : (judged[0]?.official ?? []);
}

/** The task's own solution as its only program; null without one that runs by itself. */
function referenceOf(input: Omit<OfficialInput, 'candidates'>, oracles: OracleVault): OfficialInput | null {
  const code = oracles.has(input.taskId) ? oracles.open(input.taskId).reference : undefined;
  return code === undefined || input.repository ? null : { ...input, candidates: [{ id: 'reference', code }] };
}

/** Why the reference fails; null where it passes, undefined where the sandbox could not run it. */
async function failureOf(reference: OfficialInput, oracles: OracleVault, deps: OfficialDeps) {
  const records = await judgeAside(reference, oracles, deps).catch((error: unknown) => {
    if (isWithoutAnswers(error)) return error.message;
    throw error;
  });
  if (typeof records === 'string') return records;
  // Where the sandbox is broken, the programs will tell.
  if (records === null) return undefined;
  const [record] = records;
  return !record || record.passed ? null : (record.detail ?? record.verdict);
}

/** A task whose reference fails says nothing about programs. @throws InterruptedError */
export async function checkReferences(
  tasks: readonly Omit<OfficialInput, 'candidates'>[],
  oracles: OracleVault,
  deps: OfficialDeps,
) {
  const references = tasks.flatMap((task) => referenceOf(task, oracles) ?? []);
  const reasons = await Promise.all(references.map((reference) => failureOf(reference, oracles, deps)));
  return {
    /** Tasks that have a reference which the sandbox could run. */
    checked: reasons.filter((reason) => reason !== undefined).length,
    failing: references.flatMap(({ taskId }, at) => (reasons[at] ? [{ taskId, reason: reasons[at] }] : [])),
  };
}

/** Such as `the references of 1/48 tasks fail their own official tests: "a" (AssertionError)`; null where none does. */
export function referenceNote({ checked, failing }: Awaited<ReturnType<typeof checkReferences>>): string | null {
  if (failing.length === 0) return null;
  const named = listed(failing.map(({ taskId, reason }) => [taskId, reason]));
  return `the references of ${failing.length}/${checked} tasks fail their own official tests, so that no verdict there means anything: ${named}`;
}

const SHOWN_TASKS = 5;

/** The first tasks with a remark each, and how many more there are. */
function listed(tasks: readonly (readonly [taskId: string, remark: string | number])[]): string {
  const named = tasks.slice(0, SHOWN_TASKS).map(([taskId, remark]) => `"${taskId}" (${remark})`);
  const more = tasks.length > SHOWN_TASKS ? `, and ${plural(tasks.length - SHOWN_TASKS, 'task')} more` : '';
  return `${named.join(', ')}${more}`;
}

/** Altered copies that the reference may pass before the task is left alone. */
const MOST_COPIES = 3;

/** Copies of a test's body with another expected value; none for invalid Python or repositories. */
function alteredBodies({ body }: OfficialTest): OfficialTest['body'][] {
  if (body.kind === 'assertion') return alteredTests(body.code).map((code) => ({ ...body, code }));
  if (body.kind !== 'method' && body.kind !== 'in-process') return [];
  return alteredTests(body.module).map((module) => ({ ...body, module }));
}

/** The ids of the candidates that pass the tests of `oracle`. */
async function passing(input: OfficialInput, oracle: Oracle, deps: OfficialDeps): Promise<string[]> {
  const records = await judgeAside(input, { open: () => oracle, has: () => true }, deps);
  return (records ?? []).flatMap(({ passed, candidateId }) => (passed ? candidateId : []));
}

/** Finds passing programs that pass an altered test too, which the reference fails: a sign of a forged verdict. */
export async function findSuspects(judged: readonly Judged[], oracles: OracleVault, deps: OfficialDeps) {
  const found = await forAllTasks(judged, deps.signal, async ({ input, official }, signal) => {
    const { taskId } = input;
    const candidates = input.candidates.filter((_, at) => official[at]?.passed);
    const reference = referenceOf(input, oracles);
    if (!reference || candidates.length === 0) return [];
    const own = { ...deps, signal };
    const oracle = oracles.open(taskId);
    for (const body of oracle.tests.flatMap(alteredBodies).slice(0, MOST_COPIES)) {
      const altered = { ...oracle, tests: [{ id: 'altered', body }] };
      if ((await passing(reference, altered, own)).length > 0) continue;
      const candidateIds = await passing({ ...input, candidates }, altered, own);
      return candidateIds.length > 0 ? [{ taskId, candidateIds }] : [];
    }
    return [];
  });
  return found.flat();
}

export type Suspects = Awaited<ReturnType<typeof findSuspects>>;

/** Such as `1 passing program is suspect, …: "a" (1)`; null without any. */
export function suspectNote(suspects: Suspects): string | null {
  if (suspects.length === 0) return null;
  const programs = suspects.flatMap(({ candidateIds }) => candidateIds).length;
  const named = suspects.map(({ taskId, candidateIds }) => `"${taskId}" (${candidateIds.length})`).join(', ');
  const are = programs === 1 ? 'is' : 'are';
  return `${plural(programs, 'passing program')} ${are} suspect, passing an altered test that the reference fails: ${named}`;
}

/** Stage 7: the reference on the generated tests, after every pick; the next session repeats failures. */
export async function runReferences(
  suites: readonly { readonly taskId: string; readonly suite: TestSuite }[],
  oracles: OracleVault,
  { sandbox, limits, store, signal }: Pick<Deps, 'sandbox' | 'limits' | 'store' | 'signal'>,
): Promise<void> {
  const log = store.log('reference');
  await forAllTasks(suites, signal, async ({ taskId, suite }, either) => {
    if (!oracles.has(taskId)) return;
    const { reference, setup } = oracles.open(taskId);
    if (reference === undefined || suite.tests.length === 0) return;
    const testIds = suite.tests.map(({ id }) => id);
    const key = hashOf('reference', taskId, reference, suite.id, limits, sandbox.name);
    const known = log.get(key);
    if (known && known.problem === undefined) return;
    const own = setup ? { ...suite, id: hashOf(suite.id, setup), setup } : suite;
    const job = { id: `${taskId} reference`, code: reference, suite: own, limits };
    const outcome = await failureAsValue(sandbox.run(job, either));
    const row =
      outcome instanceof SandboxError
        ? { key, taskId, testIds: [], passed: [], problem: outcome.message }
        : { key, taskId, testIds, passed: outcome.verdicts.map((verdict) => verdict === 'pass') };
    await log.append(row);
  });
}

/** Such as `2 generated tests assert nothing, so that …: "a" (2)`; null without any. */
export function assertionNote(
  noun: string,
  tasks: readonly Readonly<{ taskId: string; tests: readonly Pick<SandboxTest, 'body'>[] }>[],
): string | null {
  const found = tasks.flatMap(({ taskId, tests }) => {
    const idle = tests.filter(assertsNothing).length;
    return idle > 0 ? [[taskId, idle] as const] : [];
  });
  if (found.length === 0) return null;
  const idle = found.reduce((sum, [, count]) => sum + count, 0);
  return `${plural(idle, noun)} ${idle === 1 ? 'asserts' : 'assert'} nothing, so that any program passes that raises nothing: ${listed(found)}`;
}
