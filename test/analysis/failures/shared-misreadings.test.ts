import { describe, expect, it } from 'vitest';
import { sharedMisreadings } from '../../../src/analysis/failures/shared-misreadings.ts';
import type { RunRecord } from '../../../src/records/run-record.ts';
import { studyOf } from '../../../src/records/study.ts';
import { explainedRun } from '../../fakes/explained-run.ts';
import { syntheticRun } from '../../fakes/run-record.ts';
import { leastCpuMs } from '../../least-cpu-ms.ts';

/** One task "largest": under the original three programs give 3, under `lex` none does. */
function run(wrong: readonly { readonly id: string; readonly variant: string; readonly sample: number }[]): RunRecord {
  const { manifest } = syntheticRun({ tasks: 1 });
  const taskId = 't';
  const prompt = 'Return the largest value.';
  const mutation = { mutator: 'lex', family: 'lexical', preserves: 'exact-meaning', seed: 1, renames: {} } as const;
  const edits = [{ start: 11, end: 18, replacement: 'biggest' }];
  const right = [{ id: 'right', taskId, code: 'r', origins: [0, 1, 2].map((sample) => ({ variantId: 'v1', sample })) }];
  const failing = [...new Set(wrong.map(({ id }) => id))].map((id) => ({
    id,
    taskId,
    code: `# ${id}`,
    origins: wrong.flatMap((one) => (one.id === id ? [{ variantId: one.variant, sample: one.sample }] : [])),
  }));
  const failed = { id: 'x', test: 'assert f() == 1', expected: '1', returned: '3', behaviour: 'three' };
  return {
    manifest,
    tasks: [{ taskId, promptText: prompt, entryPoint: 'f', labels: {} }],
    variants: [
      { id: 'v0', taskId, prompt, mutation: null },
      { id: 'v1', taskId, prompt: 'Return the biggest value.', mutation: { ...mutation, edits } },
    ],
    refusals: [],
    replies: [],
    candidates: [...right, ...failing],
    tests: [],
    problems: [],
    matrices: [],
    armSamples: [],
    rankings: [],
    official: [
      { taskId, candidateId: 'right', passed: true, verdict: 'pass', detail: null },
      ...failing.map(({ id }) => ({
        taskId,
        candidateId: id,
        passed: false,
        verdict: 'fail' as const,
        detail: null,
        failed,
      })),
    ],
    explanations: failing.map(({ id }) => ({
      taskId,
      candidateId: id,
      kinds: [],
      evidence: [],
      traceback: null,
      by: 'rules',
    })),
  };
}

describe('shared misreadings', () => {
  it('names the words on which a wrong answer hangs', () => {
    const record = run([
      { id: 'a', variant: 'v0', sample: 0 },
      { id: 'b', variant: 'v0', sample: 1 },
      { id: 'a', variant: 'v0', sample: 2 },
    ]);
    const [found, ...others] = sharedMisreadings(studyOf(record));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ taskId: 't', programs: 2, samples: 3, program: '# a' });
    expect(found?.wordings.map(({ mutator, showing, samples }) => [mutator, showing, samples])).toEqual([
      [null, 3, 3],
      ['lex', 0, 3],
    ]);
    expect(found?.hangsOn).toMatchObject([{ mutator: 'lex', changes: [{ before: 'largest', after: 'biggest' }] }]);
  });

  it('hangs on nothing where both wordings show it', () => {
    const record = run([
      { id: 'a', variant: 'v0', sample: 0 },
      { id: 'b', variant: 'v0', sample: 1 },
      { id: 'b', variant: 'v1', sample: 3 },
    ]);
    expect(sharedMisreadings(studyOf(record))[0]?.hangsOn).toEqual([]);
  });

  it('takes one program, however often written, for no shared misreading', () => {
    const record = run([
      { id: 'a', variant: 'v0', sample: 0 },
      { id: 'a', variant: 'v0', sample: 1 },
    ]);
    expect(sharedMisreadings(studyOf(record))).toEqual([]);
  });

  it('grows with the study and not with its square', () => {
    const measured = (tasks: number, enough: number) => {
      const study = studyOf(explainedRun({ tasks, samples: 10 }));
      const found = sharedMisreadings(study).length;
      // Copies, since what is found in a run or study is remembered.
      const ask = () => sharedMisreadings({ ...study, runs: [{ ...study.runs[0] }] });
      return { found, ms: leastCpuMs(ask, enough) };
    };
    const small = measured(20, 0);
    const most = 8 * 4 * Math.max(small.ms, 1);
    const large = measured(160, most);
    expect(large.found).toBeGreaterThan(5 * small.found);
    expect(large.ms).toBeLessThan(most);
  });
});
