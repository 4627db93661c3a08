import { groupByTask } from '../../analysis/by-key.ts';
import { SandboxError } from '../../core/errors.ts';
import type { ExplainedFailure, FailureExplainer } from '../../core/explanation.ts';
import { hashOf } from '../../core/hash.ts';
import type { Oracle, OracleVault } from '../../core/oracle.ts';
import type { SandboxTest } from '../../core/sandbox.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import { forAllTasks } from '../ask-model.ts';
import type { Deps } from '../deps.ts';
import type { OfficialInput } from './evaluate-officially.ts';
import { readTraceback, tracebackProgram } from './traceback-program.ts';

type ExplainDeps = Pick<Deps, 'explainer' | 'sandbox' | 'limits' | 'store' | 'signal' | 'progress'>;

/** The programs of a task with the prompt that asked for them. */
type ExplainedInput = OfficialInput & { readonly prompt?: string };

/** Whether a traceback tells more than the test does: where the program raised, or where one of many assertions failed. */
function tellsMore({ body }: SandboxTest, { verdict }: OfficialRecord): boolean {
  if (verdict === 'error') return true;
  const several = body.kind === 'method' || (body.kind === 'assertion' && body.code.trim().includes('\n'));
  return verdict === 'fail' && several;
}

/** The traceback of a program on the test that it failed first; null where there is none to be had. */
async function tracebackOf(
  code: string,
  record: OfficialRecord,
  { tests, setup = '' }: Oracle,
  { sandbox, limits, signal }: ExplainDeps,
): Promise<string | null> {
  const test = tests.find(({ id }) => id === record.failed?.id);
  if (!test || record.fatal !== undefined || !tellsMore(test, record)) return null;
  const script = tracebackProgram(code, test, setup);
  if (!script) return null;
  const body = { kind: 'stdio' as const, stdin: script.stdin, expectedStdout: '' };
  const suite = { id: hashOf('traceback', body), tests: [{ id: 'traceback', body }], entryPoint: null };
  const job = { id: `${record.taskId} ${record.candidateId} traceback`, code: script.code, suite, limits };
  try {
    const { outputs } = await sandbox.run(job, signal);
    return readTraceback(outputs[0] ?? null);
  } catch (error) {
    if (error instanceof SandboxError) return null;
    throw error;
  }
}

/**
 * Stage 7, of the programs that failed: keeps the reference of each such task, the traceback where it tells more than the
 * verdict, and what the explainer says. It comes after every pick, decides nothing, and does nothing without an explainer.
 */
export async function explainFailures(
  inputs: readonly ExplainedInput[],
  official: readonly OfficialRecord[],
  oracles: OracleVault,
  deps: ExplainDeps,
): Promise<void> {
  const { explainer, store } = deps;
  if (!explainer) return;
  const failed = official.filter(({ passed }) => !passed);
  const byTask = groupByTask(failed);
  deps.progress.start('failures', failed.length);
  await forAllTasks(inputs, deps.signal, async (input, signal) => {
    const own = byTask.get(input.taskId) ?? [];
    // Verdicts that came with given samples may have no tests behind them.
    if (own.length === 0 || !oracles.has(input.taskId)) return;
    const oracle = oracles.open(input.taskId);
    const { reference } = oracle;
    if (reference !== undefined) {
      const key = hashOf('solution', input.taskId, reference);
      if (!store.log('solutions').get(key)) {
        await store.log('solutions').append({ key, taskId: input.taskId, code: reference });
      }
    }
    for (const record of own) {
      await explainOne(input, record, oracle, explainer, { ...deps, signal });
      deps.progress.advance();
    }
  });
}

async function explainOne(
  input: ExplainedInput,
  record: OfficialRecord,
  oracle: Oracle,
  explainer: FailureExplainer,
  deps: ExplainDeps,
): Promise<void> {
  const { taskId, candidateId, detail, failed } = record;
  const log = deps.store.log('explanations');
  const program = input.candidates.find(({ id }) => id === candidateId)?.code;
  const key = hashOf('explanation', taskId, candidateId, explainer.name, detail ?? '', failed?.id ?? '');
  if (program === undefined || log.get(key)) return;
  const traceback = await tracebackOf(program, record, oracle, deps);
  const said = await explainer.explain(
    {
      taskId,
      prompt: input.prompt ?? '',
      program,
      test: failed?.test ?? null,
      expected: failed?.expected ?? null,
      returned: failed?.returned ?? null,
      detail: detail ?? (record.verdict === 'fail' || record.verdict === 'error' ? null : record.verdict),
      traceback,
      ...(oracle.reference === undefined ? {} : { reference: oracle.reference }),
    },
    deps.signal,
  );
  const row: ExplainedFailure = { taskId, candidateId, ...said, traceback, by: explainer.name };
  await log.append({ key, ...row });
}
