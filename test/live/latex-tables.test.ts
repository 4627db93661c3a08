import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { latexReporter } from '../../src/reporters/latex-reporter.ts';
import { latexText } from '../../src/reporters/tables/latex-text.ts';
import { syntheticStudy } from '../fakes/study.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const available = await promisify(execFile)('pdflatex', ['--version']).then(
  () => true,
  () => false,
);

/** The log of a document that compiled. */
async function compiled(source: string): Promise<string> {
  const folder = await tempDir();
  await writeFile(join(folder, 'tables.tex'), source);
  const options = ['-interaction=nonstopmode', '-halt-on-error', 'tables.tex'];
  await promisify(execFile)('pdflatex', options, { cwd: folder });
  return readFile(join(folder, 'tables.log'), 'utf8');
}

test.skipIf(!available)('tables.tex compiles (needs pdflatex: apt-get install texlive-latex-base)', async () => {
  const log = await compiled(latexReporter.render(syntheticStudy(7)));
  expect(log).toMatch(/Output written on tables\.pdf \([2-9] pages/);
  expect(log).not.toMatch(/^Overfull \\hbox \([1-9]\d\d/m);
});

test.skipIf(!available)('every letter and sign of Western Europe compiles', async () => {
  const signs = Array.from({ length: 0x100 - 0x20 }, (_, at) => latexText(String.fromCharCode(0x20 + at))).join(' ');
  const log = await compiled(
    `\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\begin{document}\n${signs}\n\\end{document}\n`,
  );
  expect(log).toContain('Output written on tables.pdf');
});

const published = join(packageRoot(), 'reports', 'published');
const studies = readdirSync(published, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test.skipIf(!available).each(studies.map(({ name }) => name))('the tables of %s compile whole', async (name) => {
  const log = await compiled(await readFile(join(published, name, 'tables.tex'), 'utf8'));
  expect(log).toContain('Output written on tables.pdf');
  expect(log).not.toMatch(/^Overfull|Float too large|Missing character|undefined/m);
});

test.each(studies.map(({ name }) => name))('the tables of %s have no character that was lost', async (name) => {
  expect(await readFile(join(published, name, 'tables.tex'), 'utf8')).not.toMatch(/[?]s?[ }]/);
});
