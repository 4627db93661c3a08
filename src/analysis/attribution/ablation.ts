import { POOLS, type Pool } from '../../core/arm.ts';
import { groupByTask } from '../../core/group-by.ts';
import { createRng } from '../../core/random.ts';
import type { AblationEffect, AblationResult } from '../../records/report/attribution-schema.ts';
import type { AblationCell, AblationRanking, RunRecord } from '../../records/run-record.ts';
import { countDiscordant, mcnemarExact } from '../../statistics/mcnemar.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { pairedBootstrap } from '../../statistics/paired-bootstrap.ts';
import { expectedOf, passedPrograms, samplesBehind } from '../arms/judged-samples.ts';
import { taskResults } from '../arms/task-results.ts';

/** original/original is the arm self-agreement, mutated/mutated the arm mutation-ensemble. */
export const ABLATION_CELLS: readonly AblationCell[] = POOLS.flatMap((programs) =>
  POOLS.map((tests) => ({ programs, tests })),
);

function outcomeOf(ranking: AblationRanking, passed: ReadonlySet<string>, weights: ReadonlyMap<string, number>) {
  return {
    expected: expectedOf({ weights, passed }, ranking, 1),
    pickPassed: ranking.pickedId !== null && passed.has(ranking.pickedId),
  };
}

type CellOutcome = ReturnType<typeof outcomeOf>;

function poolWeights(record: RunRecord, taskId: string): Readonly<Record<Pool, ReadonlyMap<string, number>>> {
  const arms = record.armSamples.filter((planned) => planned.taskId === taskId);
  const candidates = record.candidates.filter((candidate) => candidate.taskId === taskId);
  const weightsOf = (arm: string) => samplesBehind(candidates, arms.find((own) => own.arm === arm)?.samples ?? []);
  return { original: weightsOf('self-agreement'), mutated: weightsOf('mutation-ensemble') };
}

const nameOf = ({ programs, tests }: AblationCell) => `${programs}/${tests}`;

/** The four cells of {original, mutated} prompts for programs and tests; null where the run was not ablated. */
export function ablationOf(record: RunRecord): AblationResult | null {
  const { manifest, ablation = [] } = record;
  const rankings = groupByTask(ablation.filter(({ scorer }) => scorer === manifest.scorer));
  if (rankings.size === 0) return null;
  const taskIds = [...new Set(taskResults(record).map(({ taskId }) => taskId))].filter(
    (id) => rankings.get(id)?.length === ABLATION_CELLS.length,
  );
  const outcomes = new Map<string, CellOutcome[]>(ABLATION_CELLS.map((cell) => [nameOf(cell), []]));
  for (const taskId of taskIds) {
    const passed = passedPrograms(record, taskId);
    const weights = poolWeights(record, taskId);
    for (const ranking of rankings.get(taskId) ?? []) {
      outcomes.get(nameOf(ranking))?.push(outcomeOf(ranking, passed, weights[ranking.programs]));
    }
  }
  const expected = (programs: Pool, tests: Pool) =>
    (outcomes.get(nameOf({ programs, tests })) ?? []).map((outcome) => outcome.expected);
  return {
    tasks: taskIds.length,
    samplesPerCell: manifest.samplesPerArm,
    scorer: manifest.scorer,
    cells: ABLATION_CELLS.map((cell) => {
      const own = outcomes.get(nameOf(cell)) ?? [];
      return {
        ...cell,
        passAt1: meanInterval(own.map((outcome) => outcome.expected)),
        solved: own.filter(({ pickPassed }) => pickPassed).length,
      };
    }),
    effects: effectsOf(expected, outcomes, manifest.seed),
  };
}

function effectsOf(
  expected: (programs: Pool, tests: Pool) => readonly number[],
  outcomes: ReadonlyMap<string, readonly CellOutcome[]>,
  seed: number,
): AblationEffect[] {
  const [oo, om, mo, mm] = [
    expected('original', 'original'),
    expected('original', 'mutated'),
    expected('mutated', 'original'),
    expected('mutated', 'mutated'),
  ];
  const mean = (a: readonly number[], b: readonly number[]) => a.map((value, at) => (value + (b[at] ?? 0)) / 2);
  const rng = (name: string) => createRng(seed).fork('ablation', name);
  const picks = (name: string) => (outcomes.get(name) ?? []).map(({ pickPassed }) => pickPassed);
  const effect = (of: AblationEffect['of'], first: readonly number[], second: readonly number[], factor = 1) => {
    const { value, low, high } = pairedBootstrap(first, second, { rng: rng(of) });
    return { of, difference: { value: factor * value, low: factor * low, high: factor * high } };
  };
  const both = mcnemarExact(countDiscordant(picks('mutated/mutated'), picks('original/original')));
  return [
    { ...effect('programs', mean(mo, mm), mean(oo, om)), pValue: null },
    { ...effect('tests', mean(om, mm), mean(oo, mo)), pValue: null },
    // mm - mo - om + oo; halved so that the values stay in [0, 1], which the interval rests on.
    { ...effect('interaction', mean(mm, oo), mean(mo, om), 2), pValue: null },
    { ...effect('both', mm, oo), pValue: both },
  ];
}
