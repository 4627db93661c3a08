import { describe, expect, it } from 'vitest';
import { failingSamples } from '../../../src/analysis/failures/failing-samples.ts';
import { failureExamples } from '../../../src/analysis/failures/failure-examples.ts';
import { failureKinds } from '../../../src/analysis/failures/failure-kinds.ts';
import type { KindTally } from '../../../src/records/report/failures-schema.ts';
import { studyOf } from '../../../src/records/study.ts';
import { explainedRun } from '../../fakes/explained-run.ts';
import { syntheticRun } from '../../fakes/run-record.ts';

const run = explainedRun({ tasks: 7 });
const [result] = failureKinds(studyOf(run));
const samples = failingSamples(run);

describe('kinds of failures', () => {
  it('counts every reply whose program failed, once for each arm, wording and stage', () => {
    const wrong = new Set(run.official.flatMap((one) => (one.passed ? [] : [`${one.taskId} ${one.candidateId}`])));
    const replies = run.candidates
      .filter(({ taskId, id }) => wrong.has(`${taskId} ${id}`))
      .reduce((sum, { origins }) => sum + origins.length, 0);
    expect(samples).toHaveLength(replies);
    expect(result?.all.failures).toBe(replies);
    const sum = (groups: readonly KindTally[] | undefined) => groups?.reduce((n, { failures }) => n + failures, 0);
    expect(sum(result?.byMutator)).toBe(replies);
    expect(result?.byMutator[0]?.name).toBe('original');
    expect(sum(result?.byArm)).toBeGreaterThan(0);
    for (const { arm } of run.armSamples) expect(result?.byArm.map(({ name }) => name)).toContain(arm);
  });

  it('counts a failure with two kinds under both, and one without any as undecided', () => {
    const all = result?.all as KindTally;
    const two = samples.filter(({ explained }) => explained.kinds.length === 2).length;
    expect(two).toBeGreaterThan(0);
    const counted = all.kinds.reduce((n, { failures }) => n + failures, 0);
    expect(counted + all.undecided).toBe(all.failures + two);
    expect(result?.subKinds.map(({ name }) => name)).toEqual(['Incorrect API Usage']);
  });

  it('says nothing of a run that kept no failures', () => {
    expect(failureKinds(studyOf(syntheticRun({ tasks: 3 })))).toEqual([]);
  });

  it('shows at most two examples of a kind, of different tasks, with the reference', () => {
    const examples = failureExamples(studyOf(run));
    expect(examples.length).toBeGreaterThan(1);
    for (const { kind } of examples) {
      const own = examples.filter((one) => one.kind === kind);
      expect(own.length).toBeLessThanOrEqual(2);
      expect(new Set(own.map(({ sample }) => sample.task.taskId)).size).toBe(own.length);
    }
    expect(examples[0]?.reference).toContain('return x + 1');
  });
});
