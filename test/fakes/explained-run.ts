import type { FailureKind } from '../../src/core/explanation.ts';
import type { ExplainedFailure, RunRecord } from '../../src/records/run-record.ts';
import { type SyntheticRunOptions, syntheticRun } from './run-record.ts';

const WRONG_ATTRIBUTE: FailureKind = { label: 8, name: 'Wrong Attribute', subKind: 'Incorrect API Usage' };
const CALCULATION: FailureKind = { label: 10, name: 'Operation/Calculation Error' };

/** By the place of a failing program: one kind, two kinds, undecided. */
const KINDS: readonly (readonly FailureKind[])[] = [[WRONG_ATTRIBUTE], [CALCULATION, WRONG_ATTRIBUTE], []];

/** A synthetic run whose failing programs are explained; of each task they all return the same wrong value. */
export function explainedRun({ hostile = '', ...options }: SyntheticRunOptions = {}): RunRecord {
  const record = syntheticRun({ ...options, ...(hostile ? { hostile } : {}) });
  const failed = {
    id: 't',
    test: `assert f(1) == 2${hostile}`,
    expected: '2',
    returned: `3${hostile}`,
    behaviour: 'same',
  };
  let at = 0;
  const explanations = record.official.flatMap(({ taskId, candidateId, passed }): ExplainedFailure[] => {
    if (passed) return [];
    const kinds = KINDS[at++ % KINDS.length] ?? [];
    const traceback = `Traceback (most recent call last):\n  File "program.py", line 2, in f\nTypeError: no${hostile}`;
    return [{ taskId, candidateId, kinds, evidence: [`seen ${hostile}`], traceback, by: 'rules' }];
  });
  return {
    ...record,
    official: record.official.map((one) => (one.passed ? one : { ...one, failed })),
    explanations,
    solutions: record.tasks.map(({ taskId }) => ({ taskId, code: `def f(x):\n    return x + 1${hostile}\n` })),
  };
}
