import { type Arm, RIVAL_ARMS } from '../../core/arm.ts';
import { groupByTask } from '../../core/group-by.ts';
import { oncePer } from '../../core/once-per.ts';
import { createRng } from '../../core/random.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { holmAdjust } from '../../statistics/holm.ts';
import { countDiscordant, mcnemarExact } from '../../statistics/mcnemar.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { pairedBootstrap } from '../../statistics/paired-bootstrap.ts';
import { signFlipTest } from '../../statistics/sign-flip-test.ts';
import { programLosses } from '../calls/call-outcomes.ts';
import { repliesByArm, tokensOf } from '../cost/arm-replies.ts';
import { samplesBehind, shareOfTests } from './judged-samples.ts';
import { reportedK, type TaskResult, taskResults } from './task-results.ts';

/** Each arm is compared with the one that spends as much without its idea. */
const COMPARED: readonly (readonly [arm: Arm, against: Arm])[] = [
  ['self-agreement', 'baseline'],
  ['mutation-ensemble', 'self-agreement'],
  ...RIVAL_ARMS.map((arm) => [arm, 'self-agreement'] as const),
];

/** One arm against another, task by task, at equal sample count; `pValue` by the test that is named. */
function compareArms(
  [arm, against]: readonly [Arm, Arm],
  byArm: ReadonlyMap<Arm, readonly TaskResult[]>,
  record: RunRecord,
) {
  const { seed, samplesPerArm, given } = record.manifest;
  const mine = byArm.get(arm);
  const theirs = byArm.get(against);
  if (!mine || !theirs) return [];
  const expected = (results: readonly TaskResult[]) => results.map((result) => result.passAtK['1'] ?? 0);
  const picks = (results: readonly TaskResult[]) => results.map((result) => result.pickPassed);
  const rng = createRng(seed).fork('paired-bootstrap', arm, against);
  const [own, other] = [expected(mine), expected(theirs)];
  const difference = pairedBootstrap(own, other, { rng });
  const { onlyFirst, onlySecond } = countDiscordant(picks(mine), picks(theirs));
  const pValue = given
    ? signFlipTest(own.map((value, at) => value - (other[at] ?? 0)))
    : mcnemarExact({ onlyFirst, onlySecond });
  return [
    {
      arm,
      against,
      tasks: mine.length,
      samplesPerArm,
      difference,
      onlyArm: onlyFirst,
      onlyAgainst: onlySecond,
      pValue,
      // Over differences of tasks where arms are means over draws of given samples.
      test: given ? ('sign flips' as const) : ('exact McNemar' as const),
      finding: !programLosses(record).alarming && (difference.low > 0 || difference.high < 0) && pValue < 0.05,
    },
  ];
}

/** Tasks with passes that a program could forge, and pass@1 with these taken for failures. */
function strongOf(of: readonly TaskResult[]) {
  const tasks = of.filter(({ strongPassAt1, overDraws }) => strongPassAt1 !== undefined && !overDraws).length;
  const values = of.map(({ strongPassAt1, passAtK }) => strongPassAt1 ?? passAtK['1'] ?? 0);
  return tasks === 0 ? undefined : { tasks, passAt1: meanInterval(values) };
}

/**
 * Average passing rate over functions of one arm: the mean over tasks of the share of official tests that the pick
 * passes; for `baseline` of the mean over its samples. Without a program it is 0. Null where verdicts of single tests are
 * missing, or where every task has one test, so that it would be pass@1.
 *
 * @param results of the arm alone
 */
export function armPassRate(record: RunRecord, arm: Arm, results: readonly TaskResult[]): Estimate | null {
  const official = groupByTask(record.official);
  const candidates = groupByTask(record.candidates);
  const planned = groupByTask(record.armSamples.filter((samples) => samples.arm === arm));
  let several = false;
  const rates: number[] = [];
  for (const { taskId, pickedId } of results) {
    const records = official.get(taskId) ?? [];
    if (records.some(({ tests }) => !tests)) return null;
    several ||= records.some(({ tests }) => (tests?.total ?? 0) > 1);
    const shares = new Map(records.map((each) => [each.candidateId, shareOfTests(each)]));
    const samples = planned.get(taskId)?.[0]?.samples ?? [];
    const weights = samplesBehind(candidates.get(taskId) ?? [], samples);
    const all = [...weights].reduce((sum, [id, weight]) => sum + weight * (shares.get(id) ?? 0), 0);
    if (arm === 'baseline') rates.push(samples.length > 0 ? all / samples.length : 0);
    else rates.push(pickedId === null ? 0 : (shares.get(pickedId) ?? 0));
  }
  return several ? meanInterval(rates) : null;
}

/** Arms and their paired comparisons, from a run record alone. Computed once per record. */
export const summariseArms = oncePer((record: RunRecord) => {
  const results = taskResults(record);
  const { manifest } = record;
  const byArm = new Map(manifest.arms.map((arm) => [arm, results.filter((result) => result.arm === arm)] as const));
  const evaluated = new Set(results.map(({ taskId }) => taskId));
  const replies = repliesByArm(record, (taskId) => evaluated.has(taskId));
  const meanAt = (of: readonly TaskResult[], k: number) => meanInterval(of.map((result) => result.passAtK[k] ?? 0));
  return {
    tasks: evaluated.size,
    notEvaluated: record.tasks.length - evaluated.size,
    samplesPerArm: manifest.samplesPerArm,
    scorer: manifest.scorer,
    arms: [...byArm].map(([arm, of]) => ({
      arm,
      tasks: of.length,
      passAtK: Object.fromEntries(reportedK(manifest).map((k) => [String(k), meanAt(of, k)])),
      /** Share of official tests that the pick passes (baseline: the samples), mean over tasks. */
      averagePassRate: armPassRate(record, arm, of) ?? undefined,
      strong: strongOf(of),
      /** Tasks whose picked program passes the official tests; baseline: that of the first sample. */
      solved: of.filter(({ pickPassed }) => pickPassed).length,
      abstained: of.filter(({ abstained }) => abstained).length,
      withoutProgram: of.filter(({ programs }) => programs === 0).length,
      /** Replies that arms share count in each. */
      tokens: tokensOf(replies.get(arm) ?? []),
    })),
    comparisons: COMPARED.flatMap((pair) => compareArms(pair, byArm, record)),
  };
});

/** The outcome of a run: the basis of the terminal summary, `--json` and every report. */
export type StudySummary = ReturnType<typeof summariseArms>;
export type ArmResult = StudySummary['arms'][number];
export type ArmComparison = StudySummary['comparisons'][number];

/** Shape [runs][comparisons]; those of the same two arms are corrected together (Holm 1979). */
export const gainsOverRuns = oncePer((study: Study) => {
  const ofRuns = study.runs.map((record) => summariseArms(record).comparisons);
  const adjusted = new Map<ArmComparison, number>();
  const all = ofRuns.flat();
  for (const pair of new Set(all.map(pairOf))) {
    const together = all.filter((comparison) => pairOf(comparison) === pair);
    const corrected = holmAdjust(together.map(({ pValue }) => pValue));
    for (const [at, comparison] of together.entries()) adjusted.set(comparison, corrected[at] as number);
  }
  return ofRuns.map((comparisons) =>
    comparisons.map((comparison) => {
      const adjustedP = adjusted.get(comparison) as number;
      return { ...comparison, adjustedP, finding: comparison.finding && adjustedP < 0.05 };
    }),
  );
});

const pairOf = ({ arm, against }: ArmComparison): string => `${arm} ${against}`;
