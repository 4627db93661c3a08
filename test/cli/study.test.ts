import { expect, test } from 'vitest';
import { loadStudy, readStudyManifest } from '../../src/store/study-directory.ts';
import { cli } from '../fakes/cli.ts';
import { type FakeRequest, startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { tempPath } from '../fakes/temp-dir.ts';

const reply = '```python\ndef f(x):\n    return x\n```\nassert 1 == 1';

/** Writes nothing of use; what counts here is who is asked what, and how often. */
const answer = () => ({ kind: 'reply', text: reply }) as const;
const keyOf = ({ body }: FakeRequest) => JSON.stringify([body['model'], body['seed'], body['messages']]);

test('two models and two repeats: same prompts, other seeds, own directories; nothing is asked twice', async () => {
  const endpoint = await startFakeEndpoint(answer);
  const out = await tempPath('study');
  const command = (...more: readonly string[]) => [
    ...['run', '--dataset', 'starter', '--limit', '2', '--variants', '3', '--sandbox', 'process', '--out', out],
    ...['--base-url', endpoint.baseUrl, '--model', 'one', '--model', 'org/two', '--json', '--ablate', ...more],
  ];
  const printed = JSON.parse((await cli(...command('--repeats', '2'))).out);
  expect(printed.runs.map((run: { model: string; repeat: number }) => [run.model, run.repeat])).toEqual([
    ['one', 1],
    ['one', 2],
    ['org/two', 1],
    ['org/two', 2],
  ]);
  const manifest = await readStudyManifest(out);
  expect(manifest).toMatchObject({ status: 'finished', models: ['one', 'org/two'], repeats: 2 });
  expect(manifest?.runs.map(({ directory }) => directory)).toContain('org-two/repeat-2');

  const { runs } = await loadStudy(out);
  const [first, ...others] = runs;
  for (const run of others) {
    expect(run.variants).toEqual(first.variants);
    expect(run.refusals).toEqual(first.refusals);
    expect(run.armSamples).toEqual(first.armSamples);
  }
  const seedsOf = (run: (typeof runs)[number]) =>
    run.replies.map(({ request }) => request.seed ?? 0).sort((a, b) => a - b);
  expect(seedsOf(runs[2] as typeof first)).toEqual(seedsOf(first));
  expect(new Set([...seedsOf(first), ...seedsOf(runs[1] as typeof first)]).size).toBe(2 * first.replies.length);
  expect(runs.map(({ manifest: { repeat } }) => repeat)).toEqual([1, 2, 1, 2]);
  const asked = endpoint.requests.map(keyOf);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked).toHaveLength(4 * first.replies.length);

  // A third repeat resumes from there.
  expect(await cli(...command('--repeats', '3'))).toMatchObject({ code: 0 });
  expect(endpoint.requests).toHaveLength(6 * first.replies.length);
  expect((await loadStudy(out)).runs).toHaveLength(6);

  // Offline, from the study itself.
  const again = await tempPath('again');
  const replay = ['--offline', '--recording', out, '--variants-from', out, '--repeats', '2', '--out', again];
  expect(await cli(...command(...replay))).toMatchObject({ code: 0 });
  expect(endpoint.requests).toHaveLength(6 * first.replies.length);
  expect((await loadStudy(again)).runs.map(({ candidates }) => candidates)).toEqual(
    runs.map(({ candidates }) => candidates),
  );
}, 300_000);
