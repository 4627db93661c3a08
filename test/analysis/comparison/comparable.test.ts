import { describe, expect, test } from 'vitest';
import { differingSettings, incomparableReasons } from '../../../src/analysis/comparison/comparable.ts';
import { conditionOutcomes, groupRuns } from '../../../src/analysis/comparison/conditions.ts';
import type { SentRequest } from '../../../src/core/chat.ts';
import type { RunManifest, RunRecord } from '../../../src/records/run-record.ts';
import { replyRecord } from '../../fakes/reply-record.ts';
import { smallRun } from '../../fakes/small-run.ts';

const [T, F] = [true, false];

function runWith(changes: Partial<RunManifest> = {}, tasks = ['a', 'b'], more: Partial<RunRecord> = {}) {
  const run = smallRun(Object.fromEntries(tasks.map((taskId) => [taskId, { original: [T, F] }])), more);
  return { ...run, manifest: { ...run.manifest, ...changes } };
}
function sideOf(...runs: readonly [RunRecord, ...RunRecord[]]) {
  const [side] = conditionOutcomes({ runs });
  if (!side) throw new Error('no condition');
  return side;
}
const reasons = (first: RunRecord, second: RunRecord) => incomparableReasons(sideOf(first), sideOf(second));

describe('incomparableReasons', () => {
  const plain = runWith();

  const model = (id: string) => ({ id, endpoint: null });
  const config = (more: Record<string, unknown>) => runWith({ config: { ...plain.manifest.config, ...more } });
  const running = runWith({ status: 'running', model: model('slow') });
  const dataset = { ...plain.manifest.dataset, name: 'other', sha256: '0123456789abcdef' };

  test.each<[string | null, RunRecord, RunRecord?]>([
    [null, runWith({ model: model('another') })],
    ['data set: starter (sha256 c0ffee000000) and other (sha256 0123456789ab)', runWith({ dataset })],
    ['status: the run of slow is running', running],
    ['status: the run of slow is running', plain, running],
    [
      'evaluated tasks: 1 only in the first (b), 4 only in the second (c, d, e and 1 more)',
      runWith({}, ['a', 'c', 'd', 'e', 'f']),
    ],
    ['evaluated tasks: 1 only in the first (c)', plain, runWith({}, ['a', 'b', 'c'])],
    ['evaluated tasks: one side has none', runWith({ samplesPerArm: 2 }, [])],
    ['samples per task and arm: 2 and 3', runWith({ samplesPerArm: 3 })],
    ['maxTokens: unset and 512', config({ maxTokens: 512 })],
    ['testsPerSample: 3 and 5', config({ testsPerSample: 5 }), config({ testsPerSample: 3 })],
    [null, config({ prompting: 'few-shot' })],
    ['arms: self-agreement, mutation-ensemble and baseline', runWith({ arms: ['baseline'] })],
    [null, runWith({ arms: ['baseline', 'self-agreement'] })],
  ])('%s', (reason, second, first = plain) => {
    expect(reasons(first, second)).toEqual(reason === null ? [] : [reason]);
  });
});

describe('differingSettings', () => {
  const plain = runWith();
  const namesOf = (first: RunRecord, second: RunRecord) => differingSettings(sideOf(first), sideOf(second));

  test('equal runs differ in nothing', () => expect(namesOf(plain, runWith())).toEqual([]));

  test('settings, model, scorer, seed, sandbox and repeats, as JSON', () => {
    const other = runWith({
      config: { ...plain.manifest.config, prompting: 'few-shot', topP: 0.9 },
      model: { id: 'm2', endpoint: null },
      scorer: plain.manifest.scorer,
      seed: 7,
      sandbox: { name: 'wasm', detail: '' },
    });
    expect(namesOf(plain, other).map(({ name, first, second }) => `${name}: ${first}, ${second}`)).toEqual([
      'prompting: "zero-shot", "few-shot"',
      'model: "smollm2-135m-instruct", "m2"',
      'seed: 1, 7',
      'sandbox: "bubblewrap", "wasm"',
      'topP: unset, 0.9',
    ]);
    expect(differingSettings(sideOf(plain), sideOf(plain, runWith()))).toEqual([
      { name: 'repeats', first: '1', second: '2' },
    ]);
  });

  const sentAs = (sent: SentRequest) => runWith({}, ['a', 'b'], { replies: [replyRecord({ text: 'x', sent })] });
  const sent: SentRequest = { endpoint: 'e1', tokensField: 'max_tokens', without: [] };

  test('how requests were sent, where both sides say so', () => {
    const other = sentAs({ endpoint: 'e2', tokensField: 'max_completion_tokens', without: ['seed'] });
    expect(namesOf(sentAs(sent), other)).toEqual([
      { name: 'seed of requests', first: '"sent"', second: '"not sent"' },
      { name: 'endpoint', first: '"e1"', second: '"e2"' },
      { name: 'token limit sent as', first: '"max_tokens"', second: '"max_completion_tokens"' },
    ]);
    expect(namesOf(sentAs(sent), sentAs(sent))).toEqual([]);
  });

  test('where one side says nothing, only what was set and not sent', () => {
    const refused = sentAs({ ...sent, without: ['temperature', 'seed'] });
    expect(namesOf(plain, refused)).toEqual([{ name: 'temperature', first: '0.6', second: '"not sent"' }]);
  });

  test('a temperature that the model refused makes a condition of its own', () => {
    const refused = sentAs({ ...sent, without: ['temperature'] });
    const groups = groupRuns({ runs: [plain, refused, runWith()] });
    expect(groups.map(({ temperature, runs }) => `${temperature}: ${runs.length}`)).toEqual(['0.6: 2', 'null: 1']);
  });
});

describe('conditionOutcomes', () => {
  test('lays repeats side by side, over the tasks that all of them evaluated', () => {
    const first = smallRun({ a: { original: [T, F], variants: { 'lex-swap': [F, null] } }, b: { original: [T] } });
    const second = smallRun({ a: { original: [F, F], variants: { 'lex-swap': [T, T] } } });
    const original = { variantId: 'a::original', outcomes: [T, F, F, F] };
    const swap = { variantId: 'a::lex-swap::s1.0', outcomes: [F, F, T, T], mutator: 'lex-swap', family: 'lexical' };
    expect(conditionOutcomes({ runs: [first, second] })[0]?.tasks).toEqual([
      { taskId: 'a', labels: {}, original, variants: [swap] },
    ]);
  });

  test('samples count once and in order, whichever arms asked for them; a variant that none did is left out', () => {
    const run = smallRun({ a: { original: [T, F, F], variants: { 'lex-swap': [T] } } });
    const armSamples = run.armSamples.map((planned) => ({
      ...planned,
      samples: planned.samples.filter(({ variantId }) => variantId === 'a::original').toReversed(),
    }));
    const [condition] = conditionOutcomes({ runs: [{ ...run, armSamples }] });
    expect(condition?.tasks).toMatchObject([{ original: { outcomes: [T, F, F] }, variants: [] }]);
  });

  test('a task whose original is not on record is left out', () => {
    const run = smallRun({ a: { original: [T] } });
    expect(conditionOutcomes({ runs: [{ ...run, variants: [] }] })[0]?.tasks).toEqual([]);
  });

  test('a configuration without a temperature has none', () => {
    const run = smallRun({ a: { original: [T] } });
    const bare = { ...run, manifest: { ...run.manifest, config: {} } };
    expect(conditionOutcomes({ runs: [bare] })[0]?.temperature).toBeNull();
  });
});
