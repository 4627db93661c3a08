import { expect, test } from 'vitest';
import { silentProgress } from '../../src/core/progress.ts';
import { writeReports } from '../../src/pipeline/8-write-reports.ts';
import { studyOf } from '../../src/records/study.ts';
import { leaderboardDlBenchReporter } from '../../src/reporters/leaderboard-dl-bench-reporter.ts';
import { syntheticRun } from '../fakes/run-record.ts';

const run = syntheticRun({ tasks: 3, samples: 5 });
const onDlBench = {
  ...run,
  manifest: { ...run.manifest, dataset: { ...run.manifest.dataset, format: 'dl-bench-live' } },
};
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('every sample of the baseline has a row in the words of the harness', () => {
  const rows = lines(leaderboardDlBenchReporter.render(studyOf(onDlBench)));
  const baseline = run.armSamples.filter(({ arm }) => arm === 'baseline').flatMap(({ samples }) => samples);
  expect(rows).toHaveLength(baseline.length);
  for (const row of rows) {
    expect(row).toMatchObject({ model: run.manifest.model.id, prompting: 'zero-shot', metadata: { stage: row.stage } });
    expect(['pass', 'fail', 'error', 'timeout', 'no_code', 'patch_error']).toContain(row.status);
  }
  expect(rows.filter(({ status }) => status === 'pass').length).toBeGreaterThan(0);
});

test('problems and counts are told as the harness tells them', () => {
  const rowsOf = (change: object) => {
    const official = run.official.map((one) => ({ ...one, passed: false, verdict: 'fail' as const, ...change }));
    const rows = lines(leaderboardDlBenchReporter.render(studyOf({ ...onDlBench, official })));
    return rows.filter(({ status }) => status !== 'no_code');
  };
  const statusOf = (change: object) => [...new Set(rowsOf(change).map(({ status }) => status))].join();
  expect(statusOf({ problem: 'patch-impossible' })).toBe('patch_error');
  expect(statusOf({ problem: 'collection-error' })).toBe('error');
  expect(statusOf({ verdict: 'timeout' })).toBe('timeout');
  const counts = { passed: 2, failed: 3 };
  expect(rowsOf({ tests: { passed: 2, total: 5 } })[0]).toMatchObject({ status: 'fail', counts });
});

test('another benchmark gets no such file', async () => {
  expect(leaderboardDlBenchReporter.render(studyOf(run))).toBe('');
  const written: string[] = [];
  const store = { writeFile: async (name: string) => void written.push(name) };
  const reporters = [leaderboardDlBenchReporter];
  expect(await writeReports(studyOf(run), { reporters, store, progress: silentProgress })).toEqual([]);
  expect(await writeReports(studyOf(onDlBench), { reporters, store, progress: silentProgress })).toEqual(written);
  expect(written).toEqual(['leaderboard-dl-bench.jsonl']);
});
