import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/records/report/report-schema.ts';
import type { RunRecord } from '../../src/records/run-record.ts';
import { studyOf } from '../../src/records/study.ts';
import { htmlReporter } from '../../src/reporters/html-reporter.ts';
import { jsonReporter } from '../../src/reporters/json-reporter.ts';
import { markdownReporter } from '../../src/reporters/markdown-reporter.ts';
import { dlBenchFigures } from '../../src/reporters/published/dl-bench-figures.ts';
import { explainedRun } from '../fakes/explained-run.ts';
import { syntheticRun } from '../fakes/run-record.ts';

/** The same failures with texts of this length. */
function withLongTexts(run: RunRecord, long: string): RunRecord {
  return {
    ...run,
    candidates: run.candidates.map((one) => ({ ...one, code: `${one.code}#${long}` })),
    official: run.official.map((one) =>
      one.failed ? { ...one, failed: { ...one.failed, test: long, returned: long } } : one,
    ),
    explanations: (run.explanations ?? []).map((one) => ({ ...one, traceback: long })),
  };
}

describe('what goes wrong', () => {
  const study = studyOf(explainedRun({ tasks: 7 }));

  it('stands in page, Markdown and JSON, beside the published kinds', () => {
    const markdown = markdownReporter.render(study).replaceAll('\\', '');
    for (const text of [htmlReporter.render(study), markdown]) {
      expect(text).toContain('What goes wrong');
      expect(text).toContain('120 (28.5 %)');
      expect(text).toContain('Shared misreadings');
      expect(text).toContain('Incorrect API Usage');
      expect(text).toContain('no variant that the counts show');
    }
    const report = JSON.parse(jsonReporter.render(study));
    expect(() => reportSchema.parse(report)).not.toThrow();
    expect(report.failures.sharedMisreadings.length).toBeGreaterThan(0);
    expect(report.failures.published.kinds[0]).toEqual({ label: 1, name: 'Misinterpretation', failures: 120 });
  });

  it('is not there where a run kept no failures', () => {
    const plain = studyOf(syntheticRun({ tasks: 3 }));
    expect(htmlReporter.render(plain)).not.toContain('What goes wrong');
    expect(markdownReporter.render(plain)).not.toContain('What goes wrong');
    expect(JSON.parse(jsonReporter.render(plain))).not.toHaveProperty('failures');
  });

  it('is bounded, however long the texts and many the tasks', () => {
    const long = studyOf(withLongTexts(explainedRun({ tasks: 40 }), 'x'.repeat(100_000)));
    const text = markdownReporter.render(long);
    const part = text.slice(text.indexOf('## What goes wrong'), text.indexOf('## Tasks'));
    expect(part.length).toBeGreaterThan(1000);
    expect(part.length).toBeLessThan(250_000);
  });

  it('shows hostile text as text', () => {
    const hostile = '</pre><script>alert(1)</script>```';
    const bad = studyOf(explainedRun({ tasks: 3, hostile }));
    expect(htmlReporter.render(bad)).not.toContain('<script>alert');
    const text = markdownReporter.render(bad);
    // A fence of three ticks inside stands in a longer one.
    expect(text).toContain('````text');
  });
});

describe('published figures of DL-Bench', () => {
  const { models, overall, byDate, byLabel, prompting, passAtK, runs, bugs } = dlBenchFigures();

  it('have a value for every model in every row', () => {
    const rows = [
      ...overall.map(({ passAt1 }) => passAt1),
      ...byDate.map(({ passAt1 }) => passAt1),
      ...Object.values(byLabel).flatMap((axis) => axis.map(({ passAt1 }) => passAt1)),
      ...prompting.map(({ passAt1 }) => passAt1),
      ...passAtK.rows.map((row) => row.passAtK),
      ...runs,
    ];
    expect(rows).toHaveLength(2 + 5 + 16 + 6 + 3 + 5);
    for (const row of rows) expect(row).toHaveLength(models.length);
  });

  it('are consistent: averages of rows, means of the five runs, sums of kinds', () => {
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    for (const { passAt1, average } of overall) expect(Math.abs(mean(passAt1) - average)).toBeLessThan(0.06);
    const dlBench = overall.find(({ benchmark }) => benchmark === 'DL-Bench')?.passAt1 ?? [];
    for (const [at, value] of dlBench.entries()) {
      expect(Math.abs(mean(runs.map((run) => run[at] ?? 0)) - value)).toBeLessThan(0.11);
    }
    const zeroShot = prompting.find((row) => row.benchmark === 'DL-Bench' && row.prompting === 'Zero-Shot');
    expect(zeroShot?.passAt1).toEqual(dlBench);
    expect(bugs.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(421);
  });
});
