import { POOLS } from '../../core/arm.ts';
import { groupByTask } from '../../core/group-by.ts';
import { createRng } from '../../core/random.ts';
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

type AblationEffect = 'programs' | 'tests' | 'interaction' | 'both';

const nameOf = ({ programs, tests }: AblationCell) => `${programs}/${tests}`;

/** Of one task, by cell: the expected pass@1 and whether the pick is right. */
function taskOutcomes(record: RunRecord, taskId: string, rankings: readonly AblationRanking[]) {
  const passed = passedPrograms(record, taskId);
  const planned = record.armSamples.filter((arm) => arm.taskId === taskId);
  const candidates = record.candidates.filter((candidate) => candidate.taskId === taskId);
  return rankings.map((ranking) => {
    const pool = ranking.programs === 'original' ? 'self-agreement' : 'mutation-ensemble';
    const weights = samplesBehind(candidates, planned.find(({ arm }) => arm === pool)?.samples ?? []);
    const pickPassed = ranking.pickedId !== null && passed.has(ranking.pickedId);
    return { cell: nameOf(ranking), expected: expectedOf({ weights, passed }, ranking, 1), pickPassed };
  });
}

/** The four cells of {original, mutated} prompts for programs and tests; null where the run was not ablated. */
export function ablationOf(record: RunRecord) {
  const { manifest, ablation = [] } = record;
  const rankings = groupByTask(ablation.filter(({ scorer }) => scorer === manifest.scorer));
  if (rankings.size === 0) return null;
  const taskIds = [...new Set(taskResults(record).map(({ taskId }) => taskId))].filter(
    (id) => rankings.get(id)?.length === ABLATION_CELLS.length,
  );
  const outcomes = taskIds.flatMap((id) => taskOutcomes(record, id, rankings.get(id) ?? []));
  const of = (name: string) => outcomes.filter(({ cell }) => cell === name);
  return {
    tasks: taskIds.length,
    samplesPerCell: manifest.samplesPerArm,
    scorer: manifest.scorer,
    cells: ABLATION_CELLS.map((cell) => {
      const own = of(nameOf(cell));
      const solved = own.filter(({ pickPassed }) => pickPassed).length;
      return { ...cell, passAt1: meanInterval(own.map(({ expected }) => expected)), solved };
    }),
    effects: effectsOf(of, manifest.seed),
  };
}

/**
 * Paired differences of expected pass@1: mutated prompts for programs (the mean over both kinds of tests), for tests,
 * their interaction, and both; p: exact McNemar over the picks, for pairs of cells.
 */
function effectsOf(of: (cell: string) => ReturnType<typeof taskOutcomes>, seed: number) {
  const expected = (cell: string) => of(cell).map((outcome) => outcome.expected);
  const picks = (cell: string) => of(cell).map(({ pickPassed }) => pickPassed);
  const [oo, om] = [expected('original/original'), expected('original/mutated')];
  const [mo, mm] = [expected('mutated/original'), expected('mutated/mutated')];
  const mean = (a: readonly number[], b: readonly number[]) => a.map((value, at) => (value + (b[at] ?? 0)) / 2);
  const effect = (name: AblationEffect, first: readonly number[], second: readonly number[], factor = 1) => {
    const rng = createRng(seed).fork('ablation', name);
    const { value, low, high } = pairedBootstrap(first, second, { rng });
    return { of: name, difference: { value: factor * value, low: factor * low, high: factor * high }, pValue: null };
  };
  return [
    effect('programs', mean(mo, mm), mean(oo, om)),
    effect('tests', mean(om, mm), mean(oo, mo)),
    // mm - mo - om + oo; halved so that the values stay in [0, 1], which the interval rests on.
    effect('interaction', mean(mm, oo), mean(mo, om), 2),
    {
      ...effect('both', mm, oo),
      pValue: mcnemarExact(countDiscordant(picks('mutated/mutated'), picks('original/original'))),
    },
  ];
}
