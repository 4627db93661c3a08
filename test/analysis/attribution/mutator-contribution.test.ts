import { expect, test } from 'vitest';
import { mutatorContributions } from '../../../src/analysis/attribution/mutator-contribution.ts';
import { conditionOutcomes } from '../../../src/analysis/comparison/conditions.ts';
import type { TokenUsage } from '../../../src/core/stored.ts';
import type { RunRecord } from '../../../src/records/run-record.ts';
import { replyRecord } from '../../fakes/reply-record.ts';
import { smallRun } from '../../fakes/small-run.ts';

const [T, F] = [true, false];

const reply = (variantId: string, usage: TokenUsage | null) =>
  replyRecord({ taskId: variantId.slice(0, 1), variantId, usage });

function contributionsOf(...runs: readonly [RunRecord, ...RunRecord[]]) {
  const [condition] = conditionOutcomes({ runs });
  if (!condition) throw new Error('no condition');
  return mutatorContributions(condition);
}

const tasks = {
  // The pick `right` was written for the original and for lex-swap.
  a: { original: [T, F], variants: { 'lex-swap': [T], 'syn-turn': [F] } },
  // Written for syn-turn alone, which nothing else solves.
  b: { original: [F, F], variants: { 'lex-swap': [F], 'syn-turn': [T] } },
  // Agreement picked the wrong program, written for the original and for lex-swap.
  c: { original: [F, T], variants: { 'lex-swap': [F] }, picksRight: false },
  // No pick.
  d: { original: [F, F], variants: { 'lex-swap': [F], 'syn-turn': [F] }, picksRight: null },
};

test('picks, solves and unique solves, by hand', () => {
  const [swap, turn, ...others] = contributionsOf(smallRun(tasks));
  expect(others).toEqual([]);
  const ofSwap = { consensusSets: 3, contributed: 2, contributedAlone: 0, solved: 1, uniqueSolves: 0 };
  expect(swap).toMatchObject({ mutator: 'lex-swap', family: 'lexical', tasks: 4, applicable: 4, ...ofSwap });
  const ofTurn = { consensusSets: 2, contributed: 1, contributedAlone: 1, solved: 1, uniqueSolves: 1 };
  expect(turn).toMatchObject({ mutator: 'syn-turn', family: 'grammatical', tasks: 4, applicable: 3, ...ofTurn });
});

test('samples outside the arm are nobody’s contribution', () => {
  const run = smallRun(tasks);
  const armSamples = run.armSamples.map((planned) =>
    planned.arm === 'mutation-ensemble' && planned.taskId === 'b'
      ? { ...planned, samples: planned.samples.filter(({ variantId }) => !variantId.includes('syn-turn')) }
      : planned,
  );
  const turn = contributionsOf({ ...run, armSamples }).at(-1);
  expect(turn).toMatchObject({ mutator: 'syn-turn', consensusSets: 1, contributed: 0, contributedAlone: 0 });
});

test('rankings of other arms and other scorers say nothing', () => {
  const run = smallRun(tasks);
  const rankings = run.rankings.flatMap((ranking) => [ranking, { ...ranking, scorer: 'another' }]);
  expect(contributionsOf({ ...run, rankings })).toEqual(contributionsOf(run));
});

test('tokens are those of its prompts and of writing them, uncounted replies apart', () => {
  const replies = [
    reply('a::lex-swap::s1.0', { inputTokens: 10, outputTokens: 5 }),
    reply('b::lex-swap::s1.0', null),
    // A model that writes the variant is asked under the mutator's name.
    reply('a::lex-swap', { inputTokens: 100, outputTokens: 7 }),
    reply('a::original', { inputTokens: 1000, outputTokens: 1000 }),
    reply('z::lex-swap::s1.0', { inputTokens: 9, outputTokens: 9 }),
  ];
  const [swap, turn] = contributionsOf(smallRun(tasks, { replies }));
  expect(swap).toMatchObject({ tokens: 122, uncounted: 1, tokensPerSolve: 122 });
  expect(turn).toMatchObject({ tokens: 0, uncounted: 0, tokensPerSolve: null });
});

test('repeats add picks and tokens; what one of them solves is solved; refusals count once', () => {
  const reasons = { c: 'no-clause', d: 'guard:length', b: 'no-clause', z: 'no-clause' };
  const refusals = Object.entries(reasons).map(([taskId, refused]) => ({ taskId, mutator: 'syn-turn', refused }));
  const replies = [reply('a::syn-turn::s1.0', { inputTokens: 3, outputTokens: 4 })];
  const first = smallRun(tasks, { refusals, replies });
  const second = smallRun(
    { ...tasks, d: { original: [F, F], variants: { 'lex-swap': [T], 'syn-turn': [T] } } },
    { refusals, replies },
  );
  const [swap, turn] = contributionsOf(first, second);
  expect(swap).toMatchObject({ consensusSets: 7, contributed: 5, solved: 2, uniqueSolves: 0, refused: {} });
  expect(turn).toMatchObject({
    applicable: 3,
    consensusSets: 5,
    contributed: 3,
    contributedAlone: 2,
    solved: 2,
    uniqueSolves: 1,
    refused: { 'guard:length': 1, 'no-clause': 2 },
    tokens: 14,
    tokensPerSolve: 7,
  });
});

test('mutators stand by name and reasons too; refusals are those of the first repeat', () => {
  const swapped = { a: { original: [T], variants: { 'syn-turn': [T], 'lex-swap': [F], 'fmt-case': [F] } } };
  const refusal = (refused: string, mutator = 'lex-swap') => ({ taskId: 'a', mutator, refused });
  const first = smallRun(swapped, { refusals: [refusal('z'), refusal('a'), refusal('x', 'nobody')] });
  const found = contributionsOf(first, smallRun(swapped, { refusals: [refusal('q')] }));
  expect(found.map(({ mutator }) => mutator)).toEqual(['fmt-case', 'lex-swap', 'syn-turn']);
  expect(JSON.stringify(found[1]?.refused)).toBe('{"a":1,"z":1}');
});

test('tokens of a mutator that solved nothing have no price per solve', () => {
  const replies = [reply('a::lex-swap::s1.0', { inputTokens: 1, outputTokens: 1 })];
  const [swap] = contributionsOf(smallRun({ a: { original: [T], variants: { 'lex-swap': [F] } } }, { replies }));
  expect(swap).toMatchObject({ tokens: 2, solved: 0, tokensPerSolve: null });
});
