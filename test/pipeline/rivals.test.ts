import { expect, test } from 'vitest';
import { evidenceScorer } from '../../agreement/evidence-scorer.ts';
import { contendersOf, partingInputs } from '../../agreement/rivals/contenders.ts';
import { rivals } from '../../agreement/rivals/index.ts';
import { summariseArms } from '../../src/analysis/arms/arm-results.ts';
import { taskResults } from '../../src/analysis/arms/task-results.ts';
import { costAccount } from '../../src/analysis/cost/cost-account.ts';
import { type Arm, RIVAL_ARMS, USUAL_ARMS } from '../../src/core/arm.ts';
import type { ChatRequest } from '../../src/core/chat.ts';
import type { Oracle, OracleVault } from '../../src/core/oracle.ts';
import { runPipeline } from '../../src/pipeline/run-pipeline.ts';
import type { RunRecord } from '../../src/records/run-record.ts';
import { studyOf } from '../../src/records/study.ts';
import { htmlReporter } from '../../src/reporters/html-reporter.ts';
import { loadRun } from '../../src/store/load-run.ts';
import { type FakeModel, fakeModel, never } from '../fakes/fake-model.ts';
import { sandboxOf } from '../fakes/fake-sandbox.ts';
import { samplingPlan, storedModel, studyWithoutMutations } from '../fakes/model-run.ts';
import { inRun } from '../fakes/run-manifest.ts';
import { tempDir } from '../fakes/temp-dir.ts';
import { taskOf } from '../mutators/prompts.ts';

const N = 6;
const QUESTIONS = 3;
const task = taskOf('one', 'Write f, which adds one.', 'f');
const oracle: Oracle = {
  taskId: 'one',
  tests: [{ id: 'check', body: { kind: 'assertion', code: 'assert f(1) == 2' } }],
  timeoutMs: 1000,
};
const oracles: OracleVault = { has: () => true, open: () => oracle };
const program = (more: number) => `\`\`\`python\ndef f(x):\n    return x + ${more}\n\`\`\``;

/** Programs add 7, or 1 now and then; nearly all tests are wrong; a repaired program adds 3; who is asked knows that 1 is right. */
function answer({ messages, sample, about }: ChatRequest): string {
  const text = messages[0]?.content ?? '';
  if (about?.purpose === 'tests') {
    const right = sample % 3 === 1 ? '\nassert f(0) == 1' : '';
    return `assert f(1) == 8\nassert f(${sample + 2}) == ${sample + 9}\nassert f(5) == 12${right}`;
  }
  if (about?.purpose === 'repair') return program(3);
  if (about?.purpose === 'question') {
    const input = /f\((-?\d+)\)/.exec(text.slice(text.indexOf('differ on')))?.[1];
    if (input === undefined) return text.indexOf('x + 1\n') < text.indexOf('x + 7\n') ? 'Answer: A' : 'Answer: B';
    return text.includes(`\n\nA: ${Number(input) + 1}\n`) ? 'So it is. Answer: A' : 'Answer: **B**';
  }
  return program(sample % 3 === 1 ? 1 : 7);
}

/** Runs `x + N` programs on calls of f with one number. */
const sandbox = sandboxOf(({ code, suite }) => {
  const more = Number(/x \+ (\d+)/.exec(code)?.[1]);
  const cells = suite.tests.map(({ body }) => {
    const [, input, wanted] = /f\((-?\d+)\)(?: == (-?\d+))?/.exec(body.kind === 'assertion' ? body.code : '') ?? [];
    if (input === undefined) return { verdict: 'error' as const, output: null };
    const output = String(Number(input) + more);
    return { verdict: wanted === undefined || wanted === output ? ('pass' as const) : ('fail' as const), output };
  });
  return { verdicts: cells.map(({ verdict }) => verdict), outputs: cells.map(({ output }) => output) };
});

async function run(directory: string, model: FakeModel) {
  const arms = [...USUAL_ARMS, ...RIVAL_ARMS];
  const prices = { fake: { inputPerMTok: 1, outputPerMTok: 2, source: 'test' } };
  await inRun(directory, { arms, samplesPerArm: N, scorer: 'evidence', prices }, (store) =>
    runPipeline(
      { tasks: [task], oracles },
      {
        ...studyWithoutMutations(storedModel(model, store, { prices }), store, never),
        sandbox,
        probes: 10,
        scorer: evidenceScorer,
        contenders: { contendersOf, partingInputs },
        plan: samplingPlan({ samples: N, arms, rivals }),
        readRecord: () => loadRun(directory),
      },
    ),
  );
  return loadRun(directory);
}

const purposes = (model: FakeModel) => {
  const counts: Record<string, number> = {};
  for (const { about } of model.requests) counts[about?.purpose ?? ''] = (counts[about?.purpose ?? ''] ?? 0) + 1;
  return counts;
};

test('rivals spend what they say, are paid for once, and stand in results, accounts and the report', async () => {
  const directory = await tempDir();
  const model = fakeModel(answer);
  const record = await run(directory, model);
  expect(record.manifest.status).toBe('finished');

  // Programs 0 to 5; test replies 0 to 5 and three more of more-tests; both distinct programs meet once per asking arm.
  expect(purposes(model)).toEqual({ program: N, tests: N + N / 2, repair: 2, question: 2 + 1 });
  const results = new Map(taskResults(record).map((result) => [result.arm, result]));
  expect([...results.keys()]).toEqual([...USUAL_ARMS, ...RIVAL_ARMS]);
  // Agreement takes the wrong majority; who asks takes the right program.
  for (const arm of ['self-agreement', 'mutation-ensemble', 'more-tests', 'examples-first'] as const) {
    expect(results.get(arm)?.pickPassed, arm).toBe(false);
  }
  for (const arm of ['judge', 'distinguish'] as const) {
    expect(results.get(arm), arm).toMatchObject({ pickPassed: true, passAtK: { '1': 1 } });
  }
  const ranking = (arm: string) => record.rankings.find((one) => one.arm === arm);
  expect([ranking('distinguish')?.asked, ranking('judge')?.asked]).toEqual([1, 2]);
  expect(ranking('more-tests')).toMatchObject({ rule: 'max-pass', scorer: 'evidence' });

  // The repaired program is self-repair's alone.
  const repaired = record.candidates.find(({ code }) => code.includes('x + 3'))?.id;
  const ranked = (arm: string) => ranking(arm)?.sets.flatMap(({ candidateIds }) => candidateIds) ?? [];
  expect(repaired).toBeDefined();
  expect(record.official.some(({ candidateId }) => candidateId === repaired)).toBe(true);
  for (const arm of RIVAL_ARMS) if (arm !== 'self-repair') expect(ranked(arm)).not.toContain(repaired);
  expect(results.get('self-repair')?.programs).toBe(N / 2 + 2);

  const calls = new Map(summariseArms(record).arms.map(({ arm, tokens }) => [arm, tokens.replies]));
  expect(Object.fromEntries(calls)).toEqual({
    baseline: N,
    'self-agreement': 2 * N,
    'mutation-ensemble': 2 * N,
    'examples-first': 2 * N,
    'more-tests': 2 * N,
    'self-repair': N / 2 + N + 2,
    judge: N + N - 2 + 2,
    distinguish: N + N - QUESTIONS + 1,
  });
  const account = costAccount(record);
  for (const { name, paid } of account.byArm) expect(paid.replies).toBe(calls.get(name as Arm));
  expect(account.byStage.map(({ name }) => name)).toEqual(['programs', 'tests', 'repairs', 'questions']);
  expect(account.byArm.find(({ name }) => name === 'judge')?.paid.usd).toBeCloseTo((12 * (10 + 2 * 5)) / 1e6, 12);

  expect(htmlReporter.render(studyOf(record))).toContain('<th scope="row">distinguish</th>');

  const again = fakeModel(answer);
  const resumed = await run(directory, again);
  expect(again.requests).toEqual([]);
  expect(resumed.rankings).toEqual(record.rankings);
  expect(resumed.candidates).toEqual(record.candidates);
});

test('a run that dies among the questions asks only for what is missing', async () => {
  const directory = await tempDir();
  const dying = fakeModel((request) => {
    if (request.about?.purpose === 'question' && request.about.variantId.endsWith('judge') && request.sample === 1) {
      throw new Error('died');
    }
    return answer(request);
  });
  await expect(run(directory, dying)).rejects.toThrow('died');
  const again = fakeModel(answer);
  const record = await run(directory, again);
  expect(again.requests.every(({ about }) => about?.purpose === 'question')).toBe(true);
  const whole = await run(await tempDir(), fakeModel(answer));
  const picks = ({ rankings }: RunRecord) => rankings.map(({ arm, pickedId }) => `${arm} ${pickedId}`).sort();
  expect(picks(record)).toEqual(picks(whole));
});
