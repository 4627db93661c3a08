import { expect, test, vi } from 'vitest';
import { selectPrograms } from '../../src/app/select-programs.ts';
import { estimate, evaluate, InterruptedError, run, type StudySettings, type UseEvent } from '../../src/index.ts';
import { asJsonLines, readJsonLines, temporaryFile } from '../datasets/example-files.ts';
import { tempPath } from '../fakes/temp-dir.ts';

const RECORDING = 'data/recordings/starter-smollm2-135m';

async function replayed(task: string): Promise<StudySettings> {
  return {
    dataset: 'starter',
    model: 'smollm2-135m-instruct',
    offline: true,
    recording: RECORDING,
    variantsFrom: RECORDING,
    variants: 6,
    temperature: 0.6,
    maxTokens: 160,
    tasks: [task],
    sandbox: 'process',
    jobs: 1,
    out: await tempPath('run'),
  };
}

const stagesOf = (events: readonly UseEvent[]) =>
  events.flatMap((event) => (event.kind === 'stage' ? event.stage : []));

test('two runs at once keep apart, tell their own progress, and print nothing', async () => {
  const printed = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  const tasks = ['starter/01', 'starter/02'];
  const heard = tasks.map((): UseEvent[] => []);
  const outcomes = await Promise.all(
    tasks.map(async (task, at) => run(await replayed(task), { onEvent: (event) => heard[at]?.push(event) })),
  );
  const said = printed.map((spy) => spy.mock.calls.length);
  for (const spy of printed) spy.mockRestore();
  expect(said).toEqual([0, 0]);
  expect(outcomes.map(({ runs }) => runs[0].record.tasks.map(({ taskId }) => taskId))).toEqual([
    ['starter/01'],
    ['starter/02'],
  ]);
  for (const { runs, reports, shortfall } of outcomes) {
    expect(runs[0].record.manifest.status).toBe('finished');
    expect(reports).not.toHaveLength(0);
    expect(shortfall).toBeNull();
  }
  for (const events of heard) {
    expect(stagesOf(events)).toEqual(expect.arrayContaining(['execute', 'official tests', 'report']));
    expect(events.filter(({ kind }) => kind === 'warning')).toHaveLength(1);
  }
}, 120_000);

test('a missed threshold is a value beside the figures', async () => {
  // A model of 135 million parameters solves 7 of 48.
  const tasks = ['starter/40', 'starter/41', 'starter/42', 'starter/43'];
  const settings = { ...(await replayed('starter/02')), tasks, failUnder: 'pass@1=1' };
  const { runs, shortfall } = await run(settings);
  expect(runs[0].summary.arms).toHaveLength(3);
  expect(shortfall?.code).toBe('threshold-missed');
}, 120_000);

test('an end that is asked for is an InterruptedError, and what was done goes on', async () => {
  const settings = await replayed('starter/03');
  const abort = new AbortController();
  const notes: string[] = [];
  const ended = run(settings, {
    signal: abort.signal,
    onEvent: (event) => {
      if (event.kind === 'stage' && event.stage === 'execute') abort.abort();
      if (event.kind === 'note') notes.push(event.text);
    },
  });
  await expect(ended).rejects.toThrow(InterruptedError);
  expect(notes.at(-1)).toMatch(/^Interrupted\. .+; the same command resumes from there\.$/);
  expect((await run(settings)).runs[0].record.manifest.status).toBe('finished');
}, 120_000);

test('settings that are undefined have their defaults', async () => {
  const { maxTokens, models } = await estimate({ dataset: 'starter', model: 'm', maxTokens: undefined, limit: 1 });
  expect(maxTokens).toBe(1024);
  expect(models[0]?.stages.programs.calls.expected).toBeGreaterThan(0);
});

test('evaluate names packages that the sandbox lacks before it runs a test, and judges the other samples', async () => {
  const lines = [{ solution: 'import flax\n' }, { completion: '    return a + b\n' }];
  const samples = await temporaryFile(
    'a.jsonl',
    asJsonLines(lines.map((line) => ({ task_id: 'starter/01', ...line }))),
  );
  const said: string[] = [];
  const refused = evaluate(
    { dataset: 'starter', tasks: ['starter/01'], samples, sandbox: 'process' },
    { onEvent: (event) => said.push(event.kind === 'note' ? event.text : event.kind) },
  );
  await expect(refused).rejects.toMatchObject({ code: 'packages-missing', message: expect.stringMatching('flax') });
  expect(said.findIndex((each) => /cannot be scored.*flax/.test(each))).toBeLessThan(said.indexOf('stage'));
  expect(readJsonLines(`${samples}_results.jsonl`).map(({ passed }) => passed)).toEqual([null, true]);
});

test('select refuses programs and tests whose packages the sandbox lacks, or goes on without them', async () => {
  const lines = (field: string, values: readonly unknown[]) =>
    temporaryFile('lines.jsonl', asJsonLines(values.map((value) => ({ task_id: 'starter/01', [field]: value }))));
  const settings = {
    dataset: 'starter',
    tasks: ['starter/01'],
    solutions: await lines('completion', ['    import flax\n    return a + b\n', '    return a + b\n']),
    tests: await lines('tests', [['assert add_numbers(1, 2) == 3', 'import flax\nassert add_numbers(1, 1) == 2']]),
    sandbox: 'process',
  };
  await expect(selectPrograms(settings)).rejects.toMatchObject({
    code: 'packages-missing',
    message: '1 program and 1 test cannot be run: the sandbox lacks flax',
  });
  const { candidates, tests, picks } = await selectPrograms({ ...settings, partial: true });
  expect([candidates, tests, picks.length]).toEqual([1, 1, 1]);
  const { solutions: samplesFile, tests: testsFile, ...choice } = settings;
  const notes: string[] = [];
  const onEvent = (event: UseEvent) => void (event.kind === 'note' && notes.push(event.text));
  await run({ ...choice, samplesFile, testsFile, out: await tempPath('run') }, { onEvent });
  expect(notes).toContainEqual(expect.stringContaining('Python lacks flax'));
});
