import { describe, expect, test } from 'vitest';
import { summariseArms } from '../../src/analysis/arms/arm-results.ts';
import { taskResults } from '../../src/analysis/arms/task-results.ts';
import { testQuality } from '../../src/analysis/arms/test-quality.ts';
import { ablationOf } from '../../src/analysis/attribution/ablation.ts';
import { warningsOf } from '../../src/analysis/calls/warnings.ts';
import { adaptiveSaving } from '../../src/analysis/cost/arm-replies.ts';
import { type ChatRequest, requestKey } from '../../src/core/chat.ts';
import { SandboxError } from '../../src/core/errors.ts';
import type { Oracle, OracleVault } from '../../src/core/oracle.ts';
import type { Sandbox } from '../../src/core/sandbox.ts';
import { roundEnds } from '../../src/pipeline/adaptive-rounds.ts';
import type { AdaptivePlan } from '../../src/pipeline/deps.ts';
import { runPipeline } from '../../src/pipeline/run-pipeline.ts';
import { loadRun } from '../../src/store/load-run.ts';
import { type FakeModel, fakeModel, never } from '../fakes/fake-model.ts';
import { fakeMutator } from '../fakes/fake-mutator.ts';
import { fakeSandbox, sandboxOf } from '../fakes/fake-sandbox.ts';
import { samplingPlan, storedModel, studyWithoutMutations } from '../fakes/model-run.ts';
import { inRun } from '../fakes/run-manifest.ts';
import { tempDir } from '../fakes/temp-dir.ts';
import { taskOf } from '../mutators/prompts.ts';

const tasks = ['one', 'two'].map((id) => taskOf(id, `Write f for ${id}.`, 'f'));

/** Renames f to g, so that the run has something to undo. */
const renamed = { edits: [{ start: 6, end: 7, replacement: 'g' }], renames: { f: 'g' } };
const renaming = fakeMutator('name-fake', () => [renamed], { family: 'naming' });

/** Writes a right program for every second sample, and tests that the right one passes. */
function writer({ messages, sample, about }: ChatRequest): string {
  const name = messages[0]?.content.includes('Write g') ? 'g' : 'f';
  if (about?.purpose === 'tests') return `assert ${name}(1) == 2\nassert ${name}(2) == 3`;
  return `\`\`\`python\ndef ${name}(x):\n    return x + ${sample % 2 === 0 ? 1 : 7}\n\`\`\``;
}

const judge = (code: string) => (code.includes('x + 1') ? 'pass' : 'fail');

interface Setup {
  readonly model?: FakeModel;
  readonly sandbox?: Sandbox;
  readonly oracles?: OracleVault;
  readonly directory: string;
  readonly signal?: AbortSignal;
  readonly adaptive?: AdaptivePlan;
  readonly efficiency?: boolean;
  /** Samples per variant. */
  readonly samples?: number;
}

const official: Oracle = {
  taskId: '',
  reference: 'def f(x):\n    return x + 1\n',
  tests: [{ id: 'check', body: { kind: 'assertion', code: 'assert f(0) == 1' } }],
  timeoutMs: 1000,
};
const openVault: OracleVault = { open: (taskId) => ({ ...official, taskId }), has: () => true };

async function study({
  model = fakeModel(writer),
  sandbox = fakeSandbox(judge),
  oracles = openVault,
  directory,
  signal = never,
  adaptive,
  efficiency = false,
  samples = 2,
}: Setup) {
  const config = adaptive ? { adaptive: true } : {};
  await inRun(directory, { config, samplesPerArm: 2 * samples }, (store) =>
    runPipeline(
      { tasks, oracles },
      {
        ...studyWithoutMutations(storedModel(model, store), store, signal),
        plan: samplingPlan({ variants: 2, samples }),
        ...{ mutators: [renaming], sandbox, adaptive: adaptive ?? null, ablate: true, efficiency },
        readRecord: () => loadRun(directory),
      },
    ),
  );
  return loadRun(directory);
}

test('the whole path: renames undone, duplicates merged, arms of equal size, the agreed program picked', async () => {
  const record = await study({ directory: await tempDir() });
  expect(record.manifest.status).toBe('finished');
  expect(record.variants.map(({ prompt }) => prompt)).toContain('Write g for one.');
  const one = record.candidates.filter(({ taskId }) => taskId === 'one');
  expect(one).toHaveLength(2);
  expect(one.every(({ code }) => code.includes('def f('))).toBe(true);
  expect(one.flatMap(({ origins }) => origins)).toHaveLength(6);
  expect(
    record.tests.filter(({ taskId }) => taskId === 'one').map(({ body }) => body.kind === 'assertion' && body.code),
  ).toEqual(['assert f(1) == 2', 'assert f(2) == 3']);
  expect(new Set(record.armSamples.map(({ samples }) => samples.length))).toEqual(new Set([4]));
  const right = one.find(({ code }) => code.includes('x + 1'))?.id;
  const picks = record.rankings.filter(({ taskId }) => taskId === 'one').map(({ pickedId }) => pickedId);
  expect(picks).toEqual([right, right]);
  expect(record.official.find(({ candidateId }) => candidateId === right)?.passed).toBe(true);
});

test('crossed pools: the diagonal is the arms, and the reference says which tests were right', async () => {
  const record = await study({ directory: await tempDir() });
  const { cells, effects, tasks: compared } = ablationOf(record) ?? { cells: [], effects: [], tasks: 0 };
  expect(compared).toBe(2);
  const armOf = (name: string) => summariseArms(record).arms.find(({ arm }) => arm === name);
  for (const [cell, name] of [[cells[0], 'self-agreement'] as const, [cells[3], 'mutation-ensemble'] as const]) {
    expect(cell?.passAt1).toEqual(armOf(name)?.passAtK['1']);
    expect(cell?.solved).toBe(armOf(name)?.solved);
  }
  const [programs, tests, interaction, both] = effects.map(({ difference }) => difference.value);
  expect((programs ?? 0) + (tests ?? 0)).toBeCloseTo(both ?? 1, 12);
  expect(interaction).toBeCloseTo(0, 12);
  expect(record.referenceVerdicts?.flatMap(({ passed }) => passed)).toEqual([true, true, true, true]);
  // Half of the programs are wrong and fail both tests.
  const quality = testQuality(record).map(({ mutator, valid, separating }) => [
    mutator,
    valid?.value,
    separating.value,
  ]);
  expect(quality.flat()).toEqual(['original', 1, 1, 'name-fake', 1, 1]);
});

describe('what the machinery cannot do after the verdicts is a line, not the end', () => {
  /** A sandbox that refuses the jobs whose id it is told, as one whose process cannot be started does. */
  const refusing = (refused: (id: string) => boolean) =>
    sandboxOf((job) => {
      if (refused(job.id)) throw new SandboxError('sandbox-worker-died', `no process for ${job.id}`);
      return fakeSandbox(judge).run(job, never);
    });

  test('a reference that cannot be run on the generated tests of one task', async () => {
    const directory = await tempDir();
    const sandbox = refusing((id) => id === 'one reference');
    const record = await study({ directory, sandbox });
    expect(record.manifest.status).toBe('finished');
    expect(record.referenceVerdicts?.map(({ taskId, problem }) => [taskId, problem])).toEqual(
      expect.arrayContaining([
        ['one', 'no process for one reference'],
        ['two', undefined],
      ]),
    );
    expect(warningsOf(record)).toEqual([
      { kind: 'reference', count: 1, of: 2, reason: 'no process for one reference' },
    ]);
    expect(testQuality(record)[0]?.valid?.of).toBe(8);
    const again = await study({ directory });
    expect(warningsOf(again)).toEqual([]);
    expect(testQuality(again)[0]?.valid?.of).toBe(16);
  });

  describe('a reference that gives no answers to compare the programs with', () => {
    const calls = {
      id: 'calls',
      body: { kind: 'calls', target: 'f', inputs: '[[1]]', count: 1, comparison: { rule: 'equal', tolerance: 0 } },
    } as const;
    /** The reference of task "one" must be asked for its answers. */
    const oracles: OracleVault = {
      open: (taskId) =>
        taskId === 'one'
          ? { ...official, taskId, tests: [calls], answeredBy: ['def f(x): import lost'] }
          : openVault.open(taskId),
      has: () => true,
    };

    test.each([
      ['it fails', fakeSandbox((code) => (code.includes('lost') ? 'error' : judge(code)))],
      ['the sandbox cannot run it', refusing((id) => id === 'one reference')],
    ])('since %s', async (_, sandbox) => {
      const record = await study({ directory: await tempDir(), sandbox, oracles });
      expect(record.manifest.status).toBe('finished');
      expect(new Set(record.official.map(({ taskId }) => taskId))).toEqual(new Set(['two']));
      expect(summariseArms(record)).toMatchObject({ tasks: 1, notEvaluated: 1 });
    });

    test('of any task ends the run: no figure could be given', async () => {
      const all: OracleVault = { open: () => oracles.open('one'), has: () => true };
      const sandbox = fakeSandbox((code) => (code.includes('lost') ? 'error' : judge(code)));
      const run = study({ directory: await tempDir(), sandbox, oracles: all });
      await expect(run).rejects.toMatchObject({ code: 'reference-fails' });
    });
  });

  test('an efficiency figure that cannot be had', async () => {
    const directory = await tempDir();
    const sandbox = refusing((id) => id === 'two reference' || id.startsWith('one measuring'));
    const record = await study({ directory, sandbox, efficiency: true });
    expect(record.manifest.status).toBe('finished');
    expect(record.official.some(({ passed }) => passed)).toBe(true);
    const kinds = warningsOf(record).map(({ kind }) => kind);
    expect(kinds).toEqual(['reference', 'efficiency']);
    const reasons = record.efficiency?.flatMap(({ taskId, candidateId, problem }) =>
      candidateId === null ? [[taskId, problem]] : [],
    );
    expect(reasons).toContainEqual(['two', 'no process for two reference']);
    expect(reasons).toContainEqual(['one', 'the figures could not be read']);
  });
});

test('cells that cost the sandbox its process are counted by matrix and by official tests', async () => {
  const sandbox = sandboxOf(async (job) => {
    const result = await fakeSandbox(judge).run(job, never);
    if (job.id.includes('reference') || judge(job.code) === 'pass') return result;
    const details = result.verdicts.map((_, at) => (at === 0 ? 'ended with SIGSEGV' : null));
    const verdicts = result.verdicts.map((verdict, at) => (at === 0 ? 'error' : verdict));
    return { ...result, verdicts, details, fatal: [0] };
  });
  const record = await study({ directory: await tempDir(), sandbox });
  expect(record.manifest.status).toBe('finished');
  expect(warningsOf(record)).toEqual([
    { kind: 'fatal-generated', count: 2, of: 8, reason: 'ended with SIGSEGV' },
    { kind: 'fatal-official', count: 2, of: 4, reason: 'ended with SIGSEGV' },
  ]);
});

test('a poisoned oracle changes nothing before stage 7: same picks, and its error surfaces there', async () => {
  const clean = await study({ directory: await tempDir() });
  const directory = await tempDir();
  const poisoned: OracleVault = {
    has: () => true,
    open: () => {
      throw new Error('poisoned');
    },
  };
  await expect(study({ directory, oracles: poisoned })).rejects.toThrow('poisoned');
  const record = await loadRun(directory);
  expect(record.rankings).toEqual(clean.rankings);
  expect(record.official).toEqual([]);
  expect(record.manifest.status).toBe('failed');
});

/** Decided for task two as soon as eight replies are there, never for task one. */
const adaptive: AdaptivePlan = {
  stopReason: ({ taskId }, { testReplies }) => (taskId === 'two' && testReplies >= 8 ? 'settled' : null),
};

test.each([
  ['at once', {}, [0, 1, 3, 7, 15, 23]],
  ['in rounds', { adaptive, samples: 6 }, [1, 9, 20, 37, 50]],
])('a run %s that stops anywhere goes on without asking anything twice', async (_, setup, moments) => {
  const undisturbed = await study({ directory: await tempDir(), ...setup });
  for (const stopAfter of moments) {
    const directory = await tempDir();
    const abort = new AbortController();
    const asked: string[] = [];
    const model = fakeModel((request) => {
      asked.push(requestKey('fake', request));
      if (asked.length > stopAfter) abort.abort();
      return writer(request);
    });
    await study({ directory, model, ...setup, signal: abort.signal }).catch(() => {});
    const partial = await loadRun(directory);
    expect(['interrupted', 'finished']).toContain(partial.manifest.status);
    const resumed = await study({ directory, model, ...setup });
    const sandbox = fakeSandbox(judge);
    await study({ directory, sandbox, model, ...setup });
    expect(sandbox.jobs, 'finished work is not executed again').toEqual([]);
    for (const field of ['candidates', 'armSamples', 'rankings', 'matrices'] as const) {
      expect(resumed[field], field).toEqual(undisturbed[field]);
    }
    expect(resumed.official.length).toBe(undisturbed.official.length);
    const stored = new Set(partial.replies.map(({ key }) => key));
    expect(asked.filter((key, index) => asked.indexOf(key) !== index && stored.has(key))).toEqual([]);
  }
});

describe('in rounds', () => {
  const lengths = (record: Awaited<ReturnType<typeof study>>, taskId: string) =>
    record.armSamples.filter((planned) => planned.taskId === taskId).map(({ samples }) => samples.length);

  test('a decided task asks for nothing more, in every arm alike; the others get their whole budget', async () => {
    const model = fakeModel(writer);
    const record = await study({ directory: await tempDir(), model, adaptive, samples: 6 });
    expect(lengths(record, 'one')).toEqual([12, 12, 12]);
    expect(lengths(record, 'two')).toEqual([8, 8, 8]);
    // Original prompt 12 and 8 samples; of the ensemble's 12 and 8, half are of the other variant; programs and tests.
    expect(model.requests).toHaveLength(2 * (12 + 6 + 8 + 4));
    expect(adaptiveSaving(record)).toEqual({ tasks: 2, endedEarly: 1, asked: 60, planned: 72 });
    expect(taskResults(record).map(({ taskId, samples }) => [taskId, samples])).toEqual([
      ...Array(3).fill(['one', 12]),
      ...Array(3).fill(['two', 8]),
    ]);
  });

  test('where nothing is decided early the outcome is that of a run without rounds', async () => {
    const undecided: AdaptivePlan = { stopReason: () => null };
    const inRounds = await study({ directory: await tempDir(), adaptive: undecided, samples: 6 });
    const atOnce = await study({ directory: await tempDir(), samples: 6 });
    for (const field of ['rankings', 'matrices', 'armSamples'] as const) expect(inRounds[field]).toEqual(atOnce[field]);
  });

  test('rounds grow by a tenth of the budget, by four samples at least', () => {
    expect(roundEnds(3)).toEqual([3]);
    expect(roundEnds(10)).toEqual([4, 8, 10]);
    expect(roundEnds(100)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  });
});
