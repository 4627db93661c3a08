import { groupByTask } from '../../core/group-by.ts';
import { oncePer } from '../../core/once-per.ts';
import { type Candidate, type Origin, sampleKey } from '../../core/program.ts';
import type { OfficialRecord, RankingRecord, RunRecord } from '../../records/run-record.ts';
import { expectedPassAtK, type SampleCount } from '../../statistics/expected-pass-at-k.ts';

/** Programs with their samples, and whether each passes the official tests. */
export interface JudgedSamples {
  readonly weights: ReadonlyMap<string, number>;
  readonly passed: ReadonlySet<string>;
}

/** By task, the programs with an official verdict, and whether each passes. */
export const officialVerdicts = oncePer(({ official }: Pick<RunRecord, 'official'>) => {
  const verdicts = [...groupByTask(official)].map(([taskId, own]) => {
    return [taskId, new Map(own.map(({ candidateId, passed }) => [candidateId, passed]))] as const;
  });
  return new Map(verdicts);
});

/** The programs of a task that pass its official tests. */
export const passedPrograms = (record: Pick<RunRecord, 'official'>, taskId: string): ReadonlySet<string> =>
  new Set([...(officialVerdicts(record).get(taskId) ?? [])].flatMap(([id, passed]) => (passed ? [id] : [])));

/** How many of these samples gave each program; programs that none of them gave are left out. */
export function samplesBehind(
  candidates: readonly Pick<Candidate, 'id' | 'origins'>[],
  samples: readonly Origin[],
): ReadonlyMap<string, number> {
  const keys = new Set(samples.map(sampleKey));
  const weights = new Map<string, number>();
  for (const { id, origins } of candidates) {
    const weight = origins.filter((origin) => keys.has(sampleKey(origin))).length;
    if (weight > 0) weights.set(id, weight);
  }
  return weights;
}

export function countSamples({ weights, passed }: JudgedSamples, ids: Iterable<string> = weights.keys()): SampleCount {
  let samples = 0;
  let correct = 0;
  for (const id of ids) {
    const weight = weights.get(id) ?? 0;
    samples += weight;
    if (passed.has(id)) correct += weight;
  }
  return { samples, correct };
}

export function expectedOf(judged: JudgedSamples, { sets }: Pick<RankingRecord, 'sets'>, k: number): number {
  const scored = sets.map(({ candidateIds, score, tieBreak = 0 }) => ({
    score,
    tieBreak,
    ...countSamples(judged, candidateIds),
  }));
  return expectedPassAtK(scored, countSamples(judged), k);
}

/** Share of the official tests that a program passes; 0 where there are none. */
export const shareOfTests = ({ tests }: OfficialRecord): number =>
  tests && tests.total > 0 ? tests.passed / tests.total : 0;
