import { median } from 'simple-statistics';
import type { RunRecord } from '../../records/run-record.ts';
import { meanOf } from '../../statistics/bootstrap.ts';

const MEASURES = ['cpuMs', 'peakKib'] as const;

/** Passing programs next to the references: means over tasks, and the median of their ratios; empty if not measured. */
export function efficiencyOf({ efficiency = [], candidates }: RunRecord) {
  const weights = new Map(candidates.map(({ taskId, id, origins }) => [`${taskId} ${id}`, origins.length]));
  const tasks = [...new Set(efficiency.map(({ taskId }) => taskId))].flatMap((taskId) => {
    const own = efficiency.filter((row) => row.taskId === taskId);
    const reference = own.find(({ candidateId }) => candidateId === null)?.measures;
    const programs = own.flatMap(({ candidateId, measures }) =>
      candidateId !== null && measures ? [{ measures, weight: weights.get(`${taskId} ${candidateId}`) ?? 1 }] : [],
    );
    return reference && programs.length > 0 ? [{ reference, programs }] : [];
  });
  if (tasks.length === 0) return [];
  return MEASURES.map((measure) => {
    const pairs = tasks.map(({ reference, programs }) => {
      const total = programs.reduce((sum, { weight }) => sum + weight, 0);
      const mean = programs.reduce((sum, { measures, weight }) => sum + weight * measures[measure], 0) / total;
      return { program: mean, reference: reference[measure] };
    });
    return {
      measure,
      tasks: tasks.length,
      programs: meanOf(pairs.map(({ program }) => program)),
      reference: meanOf(pairs.map(({ reference }) => reference)),
      medianRatio: pairs.some(({ reference }) => reference === 0)
        ? null
        : median(pairs.map(({ program, reference }) => program / reference)),
    };
  });
}

export type MeasureComparison = ReturnType<typeof efficiencyOf>[number];
