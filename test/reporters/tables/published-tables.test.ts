import { describe, expect, it } from 'vitest';
import { studyOf } from '../../../src/records/study.ts';
import { latexReporter } from '../../../src/reporters/latex-reporter.ts';
import { publishedTables } from '../../../src/reporters/tables/published-tables.ts';
import { explainedRun } from '../../fakes/explained-run.ts';
import { smallRun } from '../../fakes/small-run.ts';

const run = smallRun({
  one: { original: [true, false], labels: { stage: 'Training', mlTask: 'General' }, date: '2024-10-02' },
  two: { original: [false, false], labels: { stage: 'Inference', mlTask: 'General' }, date: '2023-01-02' },
});
const asFormat = (format: string) =>
  studyOf({ ...run, manifest: { ...run.manifest, dataset: { ...run.manifest.dataset, format } } });

describe('a study beside the published figures of DL-Bench', () => {
  const tables = publishedTables(asFormat('dl-bench'));

  it('has a table for each axis that its tasks have, by date and over all', () => {
    expect(tables.map(({ id }) => id)).toEqual([
      'published-overall',
      'published-by-stage',
      'published-by-mltask',
      'published-by-date',
    ]);
    for (const { head, rows } of tables) for (const row of rows) expect(row).toHaveLength(head.length);
  });

  it('counts the tasks of a row and quotes the paper as printed', () => {
    const stages = tables.find(({ id }) => id === 'published-by-stage');
    const training = stages?.rows.find(([name]) => name === 'Training') ?? [];
    expect(training[1]).toBe('1');
    expect(training[2]).toMatchObject({ value: 1, unit: 'percent' });
    expect(training[3]).toEqual({ value: 0.312, unit: 'percent' });
    const late = tables.find(({ id }) => id === 'published-by-date')?.rows.at(-1) ?? [];
    expect(late.slice(0, 2)).toEqual(['after 2024-09-30', '1']);
    expect(late[3]).toEqual({ value: 0.305, unit: 'percent' });
  });

  it('is not there for another benchmark', () => {
    expect(publishedTables(asFormat('mutagree'))).toEqual([]);
  });

  it('has kinds of bug for every study whose failures were kept, in LaTeX too', () => {
    const study = studyOf(explainedRun({ tasks: 4 }));
    const [kinds] = publishedTables(study);
    expect(kinds?.id).toBe('failure-kinds');
    expect(kinds?.rows).toHaveLength(15);
    expect(latexReporter.render(study)).toContain('\\label{tab:failure-kinds}');
  });
});
