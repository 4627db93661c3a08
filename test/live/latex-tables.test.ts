import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { latexReporter } from '../../src/reporters/latex-reporter.ts';
import { syntheticStudy } from '../fakes/study.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const available = await promisify(execFile)('pdflatex', ['--version']).then(
  () => true,
  () => false,
);

test.skipIf(!available)('tables.tex compiles (needs pdflatex: apt-get install texlive-latex-base)', async () => {
  const folder = await tempDir();
  await writeFile(join(folder, 'tables.tex'), latexReporter.render(syntheticStudy(7)));
  const options = ['-interaction=nonstopmode', '-halt-on-error', 'tables.tex'];
  await promisify(execFile)('pdflatex', options, { cwd: folder });
  const log = await readFile(join(folder, 'tables.log'), 'utf8');
  expect(log).toMatch(/Output written on tables\.pdf \([2-9] pages/);
  expect(log).not.toMatch(/^Overfull \\hbox \([1-9]\d\d/m);
});
