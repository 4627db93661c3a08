import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/records/run-record.ts';
import { studyOf } from '../../src/records/study.ts';
import { htmlReporter } from '../../src/reporters/html-reporter.ts';
import { jsonReporter } from '../../src/reporters/json-reporter.ts';
import { markdownReporter } from '../../src/reporters/markdown-reporter.ts';
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
      expect(text).toContain('no dependence on a variant');
    }
    const report = JSON.parse(jsonReporter.render(study));
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
});
