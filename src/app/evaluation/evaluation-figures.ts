import { averagePassRate, passAtKByPart, passAtKs, statusCounts } from '../../analysis/arms/official-scores.ts';
import type { ReferenceCheck } from '../../pipeline/7-evaluate/check-references.ts';
import type { Suspects } from '../../pipeline/7-evaluate/find-suspects.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import type { Estimate } from '../../statistics/estimate.ts';

/** What the official tests say of samples. */
export interface EvaluationDocument {
  /** Tasks with samples that could be judged. */
  readonly tasks: number;
  /** Tasks that were asked for. */
  readonly tasksInAll: number;
  readonly samples: number;
  /** Samples that could be judged, and of these those that pass. */
  readonly judged: number;
  readonly passed: number;
  /** Packages that the sandbox lacks; samples that need them are in no figure. */
  readonly missingPackages?: readonly string[];
  readonly passAtK: Readonly<Record<string, Estimate>>;
  readonly passAtKByPart?: Readonly<Record<string, Record<string, Estimate>>>;
  readonly averagePassRate?: Estimate;
  readonly statuses?: Readonly<Record<string, number>>;
  readonly references?: ReferenceCheck;
  /** Passing programs that pass an altered test, too; they count as passed. Absent without any. */
  readonly suspects?: readonly Suspects[];
  readonly images?: Readonly<Record<string, string>>;
  readonly timings: { readonly officialMs: number };
}

/**
 * The figures of an evaluation.
 *
 * @param byTask outcomes of the samples that could be judged
 */
export function evaluationFigures(byTask: readonly (readonly OfficialRecord[])[], ks: readonly number[]) {
  const outcomes = byTask.flat();
  const passed = (ofTask: readonly OfficialRecord[]) => ofTask.map((outcome) => outcome.passed);
  const byPart = passAtKByPart(byTask, ks);
  const passRate = averagePassRate(byTask);
  return {
    tasks: byTask.length,
    judged: outcomes.length,
    passed: outcomes.filter((outcome) => outcome.passed).length,
    passAtK: passAtKs(byTask.map(passed), ks),
    ...(byPart ? { passAtKByPart: byPart } : {}),
    ...(passRate ? { averagePassRate: passRate, statuses: statusCounts(outcomes) } : {}),
  };
}
