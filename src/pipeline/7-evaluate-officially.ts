import { hashOf } from '../core/hash.ts';
import type { Oracle, OracleVault } from '../core/oracle.ts';
import type { OfficialRecord } from '../core/run-record.ts';
import type { StoredOfficial } from '../core/run-store.ts';
import type { SandboxLimits, TestSuite } from '../core/sandbox.ts';
import { forAllTasks } from './ask-model.ts';
import type { Deps } from './deps.ts';

/** The programs of one task that are to be judged. */
export interface OfficialInput {
  readonly taskId: string;
  readonly entryPoint: string | null;
  readonly preload?: readonly string[];
  readonly candidates: readonly { readonly id: string; readonly code: string }[];
}

export interface OfficialDeps extends Pick<Deps, 'sandbox' | 'progress' | 'signal'> {
  readonly memoryMib: number;
  /** Overrides the benchmark's own limit. */
  readonly timeoutMs?: number;
  readonly rows: { get(key: string): StoredOfficial | undefined; append(row: StoredOfficial): Promise<void> } | null;
}

function toOfficialSuite({ tests, setup }: Oracle, { entryPoint, preload }: OfficialInput): TestSuite {
  const content = { tests, entryPoint, ...(setup ? { setup } : {}), ...(preload ? { preload } : {}) };
  return { id: hashOf(content), ...content };
}

async function judge(
  input: OfficialInput,
  candidate: OfficialInput['candidates'][number],
  suite: TestSuite,
  limits: SandboxLimits,
  { sandbox, rows, signal }: OfficialDeps,
): Promise<OfficialRecord> {
  const key = hashOf(input.taskId, candidate.id, candidate.code, suite.id, limits, sandbox.name);
  const known = rows?.get(key);
  if (known) return known;
  const result = await sandbox.run(
    { id: `${input.taskId} ${candidate.id}`, code: candidate.code, suite, limits },
    signal,
  );
  const failed = result.verdicts.findIndex((verdict) => verdict !== 'pass');
  const record: OfficialRecord = {
    taskId: input.taskId,
    candidateId: candidate.id,
    passed: failed === -1 && result.verdicts.length > 0,
    verdict: result.verdicts[failed] ?? (result.verdicts.length > 0 ? 'pass' : 'not-run'),
    detail: result.details[failed] ?? null,
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
    const oracle = oracles.open(input.taskId);
    const suite = toOfficialSuite(oracle, input);
    const limits = { timeoutMs: deps.timeoutMs ?? oracle.timeoutMs, memoryMib: deps.memoryMib };
    return Promise.all(
      input.candidates.map(async (candidate) => {
        const record = await judge(input, candidate, suite, limits, { ...deps, signal });
        deps.progress.advance();
        return record;
      }),
    );
  });
  return perTask.flat();
}
