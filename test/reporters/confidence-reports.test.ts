import { expect, test } from 'vitest';
import { armConfidence } from '../../src/analysis/calibration/confidence-results.ts';
import type { RunRecord } from '../../src/records/run-record.ts';
import { studyOf } from '../../src/records/study.ts';
import { htmlReporter } from '../../src/reporters/html-reporter.ts';
import { jsonReporter } from '../../src/reporters/json-reporter.ts';
import { markdownReporter } from '../../src/reporters/markdown-reporter.ts';
import { syntheticRun } from '../fakes/run-record.ts';

/** A finished run whose picks carry a confidence, growing with the task's number. */
function confidentRun(config: Record<string, unknown> = {}): RunRecord {
  const run = syntheticRun({ tasks: 12 });
  const order = new Map(run.tasks.map(({ taskId }, at) => [taskId, (at + 1) / 13]));
  return {
    ...run,
    manifest: { ...run.manifest, config: { ...run.manifest.config, ...config } },
    rankings: run.rankings.map((ranking) => ({ ...ranking, confidence: order.get(ranking.taskId) ?? null })),
  };
}

test('a run without confidence has no section about it', () => {
  const run = syntheticRun({ tasks: 3 });
  expect(armConfidence(run)).toEqual([]);
  expect(markdownReporter.render(studyOf(run))).not.toContain('## Confidence');
  expect(htmlReporter.render(studyOf(run))).not.toContain('confidence-title');
});

test('the reports give the curve, calibration error, abstention and what rounds saved', () => {
  const run = confidentRun({ minConfidence: 0.5, adaptive: true });
  const [first] = armConfidence(run);
  expect(first?.answered?.tasks).toBe(6);
  const markdown = markdownReporter.render(studyOf(run));
  expect(markdown).toMatch(/## Confidence[\s\S]*calibration error \d+\.\d points[\s\S]*tasks answered/);
  expect(markdown).toMatch(/Answered at a confidence of 0\.5 and more: 6\/12 tasks, \d+\.\d % \\\[/);
  expect(markdown).toMatch(/Adaptive rounds: 0\/12 tasks ended early; 0 of 360 samples of the arms saved \(0\.0 %\)/);
  const page = htmlReporter.render(studyOf(run));
  expect(page).toContain('Right picks among the most confident');
  expect(page).toContain('calibration error');
  const { runs } = JSON.parse(jsonReporter.render(studyOf(run))) as {
    runs: [{ confidence: unknown[]; adaptive: unknown }];
  };
  const [json] = runs;
  expect(json.confidence).toHaveLength(2);
  expect(json.adaptive).toEqual({ tasks: 12, endedEarly: 0, asked: 360, planned: 360 });
});
