import { describe, expect, test } from 'vitest';
import { studyOf } from '../../src/records/study.ts';
import { csvReporter } from '../../src/reporters/csv-reporter.ts';
import { htmlReporter } from '../../src/reporters/html-reporter.ts';
import { jsonReporter } from '../../src/reporters/json-reporter.ts';
import { markdownReporter } from '../../src/reporters/markdown-reporter.ts';
import { renderStudySummary } from '../../src/reporters/terminal-summary.ts';
import { syntheticRun } from '../fakes/run-record.ts';
import { syntheticStudy } from '../fakes/synthetic-study.ts';

const golden = (file: string) => `../golden/${file}`;

describe('golden files', () => {
  const record = syntheticRun({ tasks: 4 });

  test('report.md', async () => {
    await expect(markdownReporter.render(studyOf(record))).toMatchFileSnapshot(golden('report.md'));
  });

  test('tasks.csv', async () => {
    await expect(csvReporter.render(studyOf(record))).toMatchFileSnapshot(golden('tasks.csv'));
  });

  test('terminal summary', async () => {
    await expect(renderStudySummary(studyOf(record), { color: false })).toMatchFileSnapshot(golden('summary.txt'));
  });
});

test('tasks.csv of a study has the rows of every run, with model and repeat', () => {
  const study = syntheticStudy({ models: 2, repeats: 2, tasks: 5 });
  const [head, ...rows] = csvReporter.render(study).split('\r\n').slice(0, -1);
  const expected = study.runs.flatMap((run, at) => {
    const [own, ...lines] = csvReporter.render(studyOf(run)).split('\r\n').slice(0, -1);
    expect(head).toBe(`model,repeat,${own}`);
    return lines.map((line) => `${run.manifest.model.id},${(at % 2) + 1},${line}`);
  });
  expect(rows).toEqual(expected);
});

describe('terminal summary', () => {
  test('fits on one screen', () => {
    const lines = renderStudySummary(studyOf(syntheticRun({ tasks: 40 })), { color: false }).split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test('has colour only where it is asked for, and the same text either way', () => {
    const record = syntheticRun({ tasks: 5 });
    const plain = renderStudySummary(studyOf(record), { color: false });
    const coloured = renderStudySummary(studyOf(record), { color: true });
    const introducer = String.fromCharCode(27);
    expect(plain).not.toContain(introducer);
    expect(coloured).toContain(introducer);
    expect(coloured.replaceAll(new RegExp(`${introducer}\\[[0-9;]*m`, 'g'), '')).toBe(plain);
  });

  test('an unfinished run says so', () => {
    const record = syntheticRun({ tasks: 4 });
    const open = {
      ...record,
      manifest: { ...record.manifest, status: 'interrupted' as const },
      official: record.official.filter(({ taskId }) => taskId !== 'starter/02'),
    };
    expect(renderStudySummary(studyOf(open), { color: false })).toContain('The run is interrupted: 3 of 4 tasks');
  });
});

test('what went wrong in the machinery stands in every report, with its denominator and the commonest reason', () => {
  const record = syntheticRun({ tasks: 4 });
  const { taskId, id } = record.candidates[0] as (typeof record.candidates)[number];
  const broken = {
    ...record,
    fatalCells: [
      { taskId, candidateId: id, reasons: ['ended with SIGSEGV\u001b[31m', 'ended with SIGSEGV\u001b[31m'] },
    ],
    official: record.official.map((one, at) => (at === 0 ? { ...one, fatal: '<b>hung</b>' } : one)),
    referenceVerdicts: [{ taskId, testIds: [], passed: [], problem: 'no process' }],
    efficiency: [{ taskId, candidateId: null, measures: null, problem: 'timeout' }],
  };
  const markdown = markdownReporter.render(studyOf(broken));
  const terminal = renderStudySummary(studyOf(broken), { color: false });
  const page = htmlReporter.render(studyOf(broken));
  for (const text of [markdown.replaceAll('\\', ''), terminal, page]) {
    expect(text).toMatch(/2\/\d+ cells crashed the sandbox process and count as errors: ended with SIGSEGV/);
    expect(text).toMatch(/1\/\d+ programs crashed the sandbox process under the official tests and counts as wrong/);
    expect(text).toContain('the references of 1/1 tasks could not be run on the generated tests: no process');
    expect(text).toContain('1/1 programs could not be measured for efficiency: timeout');
  }
  expect(terminal).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(page).not.toContain('<b>hung');
  expect(JSON.parse(jsonReporter.render(studyOf(broken))).runs[0].incidents).toHaveLength(4);
});

test('hostile names stay one field in CSV', () => {
  const record = syntheticRun({ tasks: 2, hostile: 'a|b,"c"\n<img src=x onerror=alert(1)>`x`' });
  expect(csvReporter.render(studyOf(record))).toContain('"starter/01a|b,""c""\n<img src=x onerror=alert(1)>`x`"');
});
