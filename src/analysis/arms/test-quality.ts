import { groupByTask } from '../../core/group-by.ts';
import type { RunRecord } from '../../records/run-record.ts';
import { wilsonInterval } from '../../statistics/wilson.ts';

const newTally = () => ({ tests: 0, judged: 0, valid: 0, executed: 0, separating: 0, both: 0 });

/** With its 95 % Wilson interval; tests of one task hang together, so the true one is wider. */
function share(count: number, of: number) {
  return { ...wilsonInterval(count, of), value: of > 0 ? count / of : 0, count, of };
}

export type TestShare = ReturnType<typeof share>;

function separatingTests({ tests, verdicts }: RunRecord['matrices'][number]): ReadonlySet<string> {
  return new Set(
    tests.flatMap(({ id }, column) => {
      const passes = verdicts.filter((row) => row[column] === 'pass').length;
      return passes > 0 && passes < verdicts.length ? [id] : [];
    }),
  );
}

/** How good the generated tests are by the mutator whose prompt they were asked with; `original` first, then by name. */
export function testQuality(record: RunRecord) {
  const mutators = new Map(record.variants.map(({ id, mutation }) => [id, mutation?.mutator ?? 'original']));
  const matrices = new Map(record.matrices.map((matrix) => [matrix.taskId, matrix]));
  const references = groupByTask(record.referenceVerdicts ?? []);
  const tallies = new Map<string, ReturnType<typeof newTally>>();
  for (const [taskId, tests] of groupByTask(record.tests)) {
    const matrix = matrices.get(taskId);
    const separating = matrix ? separatingTests(matrix) : null;
    const reference = references.get(taskId)?.at(-1);
    const passed = new Map(reference?.testIds.map((id, at) => [id, reference.passed[at] === true]));
    for (const { id, origins } of tests) {
      const valid = passed.get(id);
      for (const { variantId } of origins) {
        const mutator = mutators.get(variantId) ?? 'unknown';
        const tally = tallies.get(mutator) ?? newTally();
        tally.tests += 1;
        if (valid !== undefined) tally.judged += 1;
        if (valid) tally.valid += 1;
        if (separating) tally.executed += 1;
        if (separating?.has(id)) tally.separating += 1;
        if (valid && separating?.has(id)) tally.both += 1;
        tallies.set(mutator, tally);
      }
    }
  }
  return [...tallies]
    .sort(([a], [b]) => (a === 'original' ? -1 : b === 'original' ? 1 : a < b ? -1 : 1))
    .map(([mutator, tally]) => ({
      mutator,
      tests: tally.tests,
      /** Null where no task has a reference. */
      valid: tally.judged > 0 ? share(tally.valid, tally.judged) : null,
      separating: share(tally.separating, tally.executed),
      validAndSeparating: tally.judged > 0 ? share(tally.both, tally.judged) : null,
    }));
}
