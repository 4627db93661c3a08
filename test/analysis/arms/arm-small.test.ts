import { describe, expect, test } from 'vitest';
import { summariseArms } from '../../../src/analysis/arms/arm-results.ts';
import type { ReplyPurpose } from '../../../src/core/chat.ts';
import { type DrawRecord, ONE, type RunManifest, SPREAD } from '../../../src/records/run-record.ts';
import { replyRecord } from '../../fakes/reply-record.ts';
import { type SmallTask, smallRun } from '../../fakes/small-run.ts';

const [T, F] = [true, false];

const reply = (variant: string, purpose: ReplyPurpose, inputTokens?: number, outputTokens = 0) => {
  const usage = inputTokens === undefined ? null : { inputTokens, outputTokens };
  return replyRecord({ variantId: `a::${variant}`, purpose, usage });
};

describe('what an arm costs on its own', () => {
  const run = smallRun(
    { a: { original: [T], variants: { 'lex-swap': [F] } } },
    {
      replies: [
        reply('original', 'plan', 1, 2),
        reply('original', 'program', 10, 20),
        reply('original', 'tests', 100, 200),
        reply('lex-swap::s1.0', 'program'),
        reply('lex-swap', 'mutation', 1000, 2000),
        reply('lex-swap', 'mutation'),
      ],
    },
  );
  const arms = [
    { taskId: 'a', arm: 'baseline' as const, samples: [{ variantId: 'a::original', sample: 0 }] },
    ...run.armSamples,
    { taskId: 'z', arm: 'self-agreement' as const, samples: [] },
  ];
  const of = (arm: string) => {
    const manifest = { ...run.manifest, arms: ['baseline', 'self-agreement', 'mutation-ensemble'] as const };
    return summariseArms({ ...run, manifest, armSamples: arms }).arms.find((each) => each.arm === arm)?.tokens;
  };

  test('a plan and a program without selection, tests with it', () => {
    expect(of('baseline')).toEqual({ replies: 2, inputTokens: 11, outputTokens: 22, uncounted: 0 });
    expect(of('self-agreement')).toEqual({ replies: 3, inputTokens: 111, outputTokens: 222, uncounted: 0 });
  });

  test('the ensemble also pays for the writing of its variants', () => {
    expect(of('mutation-ensemble')).toEqual({ replies: 6, inputTokens: 1111, outputTokens: 2222, uncounted: 2 });
  });
});

describe('the outcome of an arm', () => {
  test('counts tasks solved, abstained and without any program', () => {
    const [b, c] = [
      { original: [null], picksRight: null },
      { original: [F], picksRight: false },
    ];
    const { arms, notEvaluated } = summariseArms(smallRun({ a: { original: [T] }, b, c }));
    expect(notEvaluated).toBe(0);
    expect(arms[0]).toMatchObject({ tasks: 3, abstained: 1, withoutProgram: 1 });
  });

  const task: SmallTask = { original: [T, F], variants: { 'lex-swap': [T, F] } };
  const runOf = (count: number) =>
    smallRun(Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, task])));

  /** Tasks in which only the ensemble, and only self-agreement, picks the right program. */
  function duel(gained: number, lost: number, tied?: readonly string[]) {
    const run = runOf(gained + lost);
    const rankings = run.rankings.map((ranking) => {
      const isGain = Number(ranking.taskId.slice(1)) < gained;
      const pickedId = (ranking.arm === 'mutation-ensemble') === isGain ? 'right' : 'wrong';
      return { ...ranking, pickedId, sets: [{ candidateIds: tied ?? [pickedId], testIds: [], score: 1 }] };
    });
    return summariseArms({ ...run, rankings }).comparisons[0];
  }

  test('a gain in nine of nine tasks is a finding, a loss too; five of five are none', () => {
    const gain = { tasks: 9, onlyArm: 9, onlyAgainst: 0, difference: { value: 1 }, finding: true };
    expect(duel(9, 0)).toMatchObject({ arm: 'mutation-ensemble', against: 'self-agreement', ...gain });
    expect(duel(0, 9)).toMatchObject({ onlyArm: 0, onlyAgainst: 9, difference: { value: -1 }, finding: true });
    // 2 / 2 ** 5 is above 0.05.
    expect(duel(5, 0)).toMatchObject({ pValue: 0.0625, finding: false });
    expect(duel(5, 4)).toMatchObject({ onlyArm: 5, onlyAgainst: 4, finding: false });
  });

  test('lucky draws among tied programs are no finding: nine picks of nine, but the same expectation', () => {
    const none = { difference: { value: 0 }, pValue: 2 / 2 ** 9, test: 'exact McNemar', finding: false };
    expect(duel(9, 0, ['right', 'wrong'])).toMatchObject(none);
  });

  /** Of given samples: as many tasks in which every draw over wordings is right and every one of one wording wrong, and the other way round. */
  function givenDuel(gained: number, lost: number) {
    const run = runOf(gained + lost);
    const draws = run.tasks.flatMap(({ taskId }, at) =>
      [ONE, SPREAD].map((cell): DrawRecord => {
        const best = (cell === SPREAD) === at < gained ? 0 : 1;
        const draws = [{ wordings: [0], pool: [[best, 2]] as const, best: [[best, 2]] as const, abstained: false }];
        const { scorer } = run.manifest;
        return { taskId, scorer, cell, wordings: 1, size: 2, exact: true, candidateIds: ['right', 'wrong'], draws };
      }),
    );
    const given = { samples: 'samples.jsonl' } as RunManifest['given'];
    return summariseArms({ ...run, manifest: { ...run.manifest, given }, draws }).comparisons[0];
  }

  test('of given samples the signs of the differences are changed, since the pick is that of one draw', () => {
    // 2 of 2 ** 6 ways of the signs are as far from zero as six of six, 14 as five against one.
    const gain = { difference: { value: 1 }, onlyArm: 0, onlyAgainst: 0, pValue: 2 / 64, finding: true };
    expect(givenDuel(6, 0)).toMatchObject({ ...gain, test: 'sign flips' });
    expect(givenDuel(5, 1)).toMatchObject({ pValue: 14 / 64, finding: false });
  });
});
