import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { ABLATION_CELLS } from '../../src/analysis/attribution/ablation.ts';
import { studyOf } from '../../src/records/study.ts';
import { jsonReporter } from '../../src/reporters/json-reporter.ts';
import { explainedRun } from '../fakes/explained-run.ts';
import { syntheticRun } from '../fakes/run-record.ts';
import { syntheticStudy } from '../fakes/synthetic-study.ts';

const file = new URL('../../data/schema/report.schema.json', import.meta.url);

describe('report.json keeps to the published schema', () => {
  const check = (text: string) => {
    const validate = new Ajv2020({ allErrors: true, strict: false }).compile(JSON.parse(readFileSync(file, 'utf8')));
    validate(JSON.parse(text));
    return validate.errors ?? [];
  };
  const run = syntheticRun({ tasks: 9 });

  test('a finished run', () => {
    expect(check(jsonReporter.render(studyOf(run)))).toEqual([]);
  });

  test('a run with explained failures', () => {
    expect(check(jsonReporter.render(studyOf(explainedRun({ tasks: 7 }))))).toEqual([]);
  });

  test('a run that was ablated and measured', () => {
    const ablation = run.rankings.flatMap(({ arm, ...ranking }) =>
      arm === 'self-agreement' ? ABLATION_CELLS.map((cell) => ({ ...ranking, ...cell })) : [],
    );
    const efficiency = [null, run.candidates[0]?.id ?? '', 'unmeasured'].map((candidateId) => {
      const measures = candidateId === 'unmeasured' ? null : { cpuMs: 2, peakKib: 3 };
      return { taskId: run.candidates[0]?.taskId ?? '', candidateId, measures };
    });
    const text = jsonReporter.render(studyOf({ ...run, ablation, efficiency }));
    const [{ ablation: crossed, efficiency: measured, incidents }] = JSON.parse(text).runs;
    expect([crossed.cells.length, measured.length, incidents.length]).toEqual([4, 2, 1]);
    expect(check(text)).toEqual([]);
  });

  test('a study of models and repeats', () => {
    expect(check(jsonReporter.render(syntheticStudy({ models: 2, repeats: 2, tasks: 7 })))).toEqual([]);
  });

  test('a run with confidence that was interrupted before anything was judged', () => {
    const rankings = run.rankings.map((ranking) => ({ ...ranking, confidence: 0.5 }));
    const manifest = {
      ...run.manifest,
      status: 'interrupted' as const,
      config: { minConfidence: 0.4, adaptive: true },
    };
    expect(check(jsonReporter.render(studyOf({ ...run, rankings, manifest })))).toEqual([]);
    expect(check(jsonReporter.render(studyOf({ ...run, manifest, official: [], replies: [] })))).toEqual([]);
  });

  test('and nothing else does', () => {
    const report = JSON.parse(jsonReporter.render(studyOf(run)));
    expect(check(JSON.stringify({ ...report, extra: 1 }))).not.toEqual([]);
    expect(check(JSON.stringify({ ...report, schemaVersion: 1 }))).not.toEqual([]);
    report.runs[0].arms[0].passAtK['1'].value = '0.3';
    expect(check(JSON.stringify(report))).not.toEqual([]);
  });
});
