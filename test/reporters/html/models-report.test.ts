import { expect, test } from 'vitest';
import { htmlReporter } from '../../../src/reporters/html-reporter.ts';
import { markdownReporter } from '../../../src/reporters/markdown-reporter.ts';
import { varianceTable } from '../../../src/reporters/tables/models-table.ts';
import { syntheticStudy } from '../../fakes/synthetic-study.ts';

const study = syntheticStudy({ models: 3, tasks: 8 });

test('models of one study: the page names every model, leads to its own page and shows pairs and, with repeats, variance', () => {
  const folders = ['model a/repeat-1', 'javascript:alert(1)', 'model-c/repeat-1'];
  const page = htmlReporter.render({ ...study, folders });
  expect(page).toContain('<a href="./model%20a/repeat-1/report.html">model-a</a>');
  expect(page).toContain('<a href="./javascript%3Aalert(1)/report.html">model-b</a>');
  expect(page).toContain('<h3>Models against each other</h3>');
  const repeated = htmlReporter.render(syntheticStudy({ models: 2, repeats: 2, tasks: 8 }));
  expect(repeated).toContain('<h3>Variance over runs</h3>');
  const text = markdownReporter.render({ ...study, folders: ['a', 'b', 'c'] });
  expect(text).toContain('- [model-a](./a/report.md)');
  expect(text).toContain('## Models against each other');
});

test('variance shares of a row add up to 100 %, and every row says over how many tasks', () => {
  const table = varianceTable(syntheticStudy({ models: 2, repeats: 2, tasks: 8 }));
  expect(table?.rows).toHaveLength(3);
  for (const [, tasks, ...shares] of table?.rows ?? []) {
    expect(Number(tasks)).toBeGreaterThan(0);
    const sum = shares.reduce((total, cell) => total + (cell && typeof cell === 'object' ? cell.value : 0), 0);
    expect(sum).toBeCloseTo(1);
  }
});
