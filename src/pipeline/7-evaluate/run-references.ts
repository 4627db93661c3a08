import { SandboxError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { OracleVault } from '../../core/oracle.ts';
import type { TestSuite } from '../../core/sandbox.ts';
import { forAllTasks } from '../ask-model.ts';
import type { Deps } from '../deps.ts';
import { failureAsValue } from './failure-as-value.ts';

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
