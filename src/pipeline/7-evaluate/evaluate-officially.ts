import type { MutagreeError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { Oracle, OraclePart, OracleVault } from '../../core/oracle.ts';
import type { RepositoryTarget } from '../../core/repository.ts';
import type { SandboxLimits } from '../../core/sandbox.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import type { AnswerCache, RunLogs } from '../../records/run-store.ts';
import { forAllTasks } from '../ask-model.ts';
import type { Deps } from '../deps.ts';
import { computeExpectedOutputs, unsettledBy } from './compute-expected-outputs.ts';
import { judgePart, type PartOutcome } from './judge-part.ts';
import { type TestSlices, testSlices } from './test-slices.ts';

/** The programs of one task that are to be judged. */
export interface OfficialInput {
  readonly taskId: string;
  readonly entryPoint: string | null;
  readonly preload?: readonly string[] | undefined;
  /** The repository that programs go into; without it they run alone. */
  readonly repository?: RepositoryTarget | undefined;
  readonly candidates: readonly { readonly id: string; readonly code: string }[];
}

export interface OfficialDeps extends Pick<Deps, 'sandbox' | 'progress' | 'signal'> {
  readonly memoryMib: number;
  /** Overrides the benchmark's own limit. */
  readonly timeoutMs?: number | undefined;
  /** Where answers of references are kept; nowhere by default. */
  readonly answers?: AnswerCache | null | undefined;
  /** Judge every part of the tests; else a program that fails one is not run on those that come after it. */
  readonly details?: boolean | undefined;
  /** Told of a task whose reference gives no answers to compare with, and which has no records then; else it is thrown. */
  readonly unsettled?: (taskId: string, error: MutagreeError) => void;
  readonly rows: {
    get(key: string): RunLogs['official'] | undefined;
    append(row: RunLogs['official']): Promise<void>;
  } | null;
}

function toOfficialSuite({ tests, setup }: Oracle, { entryPoint, preload, repository }: OfficialInput) {
  const around = {
    ...(setup ? { setup } : {}),
    ...(preload ? { preload } : {}),
    ...(repository ? { repository } : {}),
  };
  return { tests, entryPoint, official: true as const, ...around };
}

/** The parts that a benchmark reports separately, each with its tests; one unnamed part if it has none. */
function partsOf(oracle: Oracle, input: OfficialInput): readonly (readonly [OraclePart | null, TestSlices])[] {
  const names = [...new Set(oracle.tests.map(({ part }) => part ?? null))];
  return names.map((name) => {
    const tests = oracle.tests.filter(({ part }) => (part ?? null) === name);
    return [name, testSlices(toOfficialSuite({ ...oracle, tests }, input))];
  });
}

async function judge(
  input: OfficialInput,
  candidate: OfficialInput['candidates'][number],
  parts: ReturnType<typeof partsOf>,
  limits: SandboxLimits,
  totalMs: number,
  { sandbox, rows, signal, details = false }: OfficialDeps,
): Promise<OfficialRecord> {
  const suites = parts.map(([, slices]) => slices.suite(slices.tests).id);
  const [only] = suites;
  const content = suites.length === 1 ? only : suites;
  const key = hashOf(input.taskId, candidate.id, candidate.code, content, limits, sandbox.name);
  const known = rows?.get(key);
  if (known) return known;
  const outcomes: [OraclePart | null, PartOutcome][] = [];
  const none: PartOutcome = { verdict: 'not-run', detail: null };
  for (const [name, slices] of parts) {
    const id = `${input.taskId} ${candidate.id}`;
    const isOver = !details && outcomes.some(([, { verdict }]) => verdict !== 'pass');
    const { code } = candidate;
    const outcome = isOver
      ? none
      : await judgePart({ id, code, slices, limits, totalMs, everyTest: details }, { sandbox, signal });
    outcomes.push([name, outcome]);
  }
  const { verdict, detail, problem, tests, failed } =
    outcomes.find(([, outcome]) => outcome.verdict !== 'pass')?.[1] ?? outcomes[0]?.[1] ?? none;
  const fatal = outcomes.find(([, outcome]) => outcome.fatal !== undefined)?.[1].fatal;
  const named = outcomes.flatMap(([name, outcome]) => (name ? [[name, outcome.verdict] as const] : []));
  const record: OfficialRecord = {
    taskId: input.taskId,
    candidateId: candidate.id,
    passed: verdict === 'pass',
    verdict,
    detail,
    ...(named.length > 0 ? { parts: Object.fromEntries(named) } : {}),
    ...(problem ? { problem } : {}),
    ...(tests ? { tests } : {}),
    ...(failed ? { failed } : {}),
    ...(fatal === undefined ? {} : { fatal }),
  };
  await rows?.append({ key, ...record });
  return record;
}

/** Stage 7. Runs the official tests, after every pick is made. The one stage that may open the oracle. */
export async function evaluateOfficially(
  tasks: readonly OfficialInput[],
  oracles: OracleVault,
  deps: OfficialDeps,
): Promise<readonly OfficialRecord[]> {
  deps.progress.start(
    'official tests',
    tasks.reduce((sum, task) => sum + task.candidates.length, 0),
  );
  const perTask = await forAllTasks(tasks, deps.signal, async (input, signal) => {
    const { sandbox, memoryMib, answers = null } = deps;
    const settling = { sandbox, signal, memoryMib, answers };
    const settled = computeExpectedOutputs(oracles.open(input.taskId), input.preload ?? [], settling);
    const oracle = await settled.catch((error: unknown) => {
      const reason = unsettledBy(error);
      if (!reason || !deps.unsettled) throw error;
      deps.unsettled(input.taskId, reason);
      return null;
    });
    if (!oracle) {
      for (const _ of input.candidates) deps.progress.advance();
      return [];
    }
    const parts = partsOf(oracle, input);
    const limits = { timeoutMs: deps.timeoutMs ?? oracle.timeoutMs, memoryMib };
    const totalMs = oracle.relativeLimit?.totalMs ?? Number.POSITIVE_INFINITY;
    return Promise.all(
      input.candidates.map(async (candidate) => {
        const record = await judge(input, candidate, parts, limits, totalMs, { ...deps, signal });
        deps.progress.advance();
        return record;
      }),
    );
  });
  return perTask.flat();
}
