import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../fakes/cli.ts';
import { syntheticRun } from '../fakes/run-record.ts';
import { tempDir } from '../fakes/temp-dir.ts';
import { writeRun } from '../fakes/write-run.ts';

/** A finished study of two models. */
async function finishedStudy(folder: string): Promise<string> {
  const out = join(folder, 'study');
  const runs = [1, 2].map((number) => ({ model: `model ${number}`, repeat: 1, directory: `model-${number}/repeat-1` }));
  for (const [at, { model, directory }] of runs.entries())
    await writeRun(join(out, directory), syntheticRun({ tasks: 2, model, replySeed: at }));
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const study = { schemaVersion: 1, status: 'finished', ...times, models: runs.map(({ model }) => model), repeats: 1 };
  await writeFile(join(out, 'study.json'), JSON.stringify({ ...study, settings: {}, runs }));
  return out;
}

test('report --title --notes heads the study and a report of each model below --out', async () => {
  const folder = await tempDir();
  const study = await finishedStudy(folder);
  const notes = join(folder, 'notes.md');
  await writeFile(notes, '# Why\n\nTwo **made** models <script>alert(1)</script>.\n');
  const out = join(folder, 'paper');
  const heading = ['--title', 'Two made models', '--notes', notes];
  expect((await cli('report', study, '--out', out, ...heading)).out).toContain(
    'and the same for each run: model-1/repeat-1, model-2/repeat-1',
  );
  const page = readFileSync(join(out, 'report.html'), 'utf8');
  expect(page).toContain('<h1>Two made models</h1>');
  expect(page).toContain('<strong>made</strong> models &lt;script&gt;');
  expect(page).toContain('href="./model-1/repeat-1/report.html"');
  expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('[model 1](./model-1/repeat-1/report.md)');
  expect(readFileSync(join(out, 'tables.tex'), 'utf8')).toContain('\\section*{Two made models}');
  const own = readFileSync(join(out, 'model-2', 'repeat-1', 'report.html'), 'utf8');
  expect(own).toContain('<h1>Two made models: model 2</h1>');
  expect(existsSync(join(out, 'model-2', 'repeat-1', 'tasks.csv'))).toBe(true);

  const wrong = async (...argv: string[]) => {
    const { code, err } = await cli('report', ...argv);
    return `${code} ${err}`;
  };
  expect(await wrong(study, '--notes', join(folder, 'missing.md'))).toMatch(
    /^2 .*missing\.md cannot be read \(ENOENT\)/,
  );
  expect(await wrong(study, '--title', 'two\nlines')).toMatch(/^2 .*a title is one line of text/);
  await writeFile(join(folder, 'binary.md'), Buffer.from([0xff, 0xfe, 0x00]));
  expect(await wrong(study, '--notes', join(folder, 'binary.md'))).toMatch(/^2 .*not text in UTF-8/);
});
