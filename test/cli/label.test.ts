import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cli } from '../fakes/cli.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

const sheet = (folder: string, rater: string, labels: readonly string[]) => {
  const file = join(folder, `${rater}.csv`);
  writeFileSync(file, `id,labels\n${IDS.map((id, at) => `${id},${labels[at] ?? ''}\n`).join('')}`);
  return file;
};

it('merges sheets, and prints agreement with intervals', async () => {
  const folder = await tempDir();
  const [t, i] = ['Training', 'Inference'];
  const sheets = [sheet(folder, 'ada', [t, t, i, i, t, i]), sheet(folder, 'ben', [t, t, i, i, t, t])];
  const words = ['label', 'merge', ...sheets, '--codebook', 'stage'];
  const { out: text } = await cli(...words);
  expect(text).toContain('6 items: 5 unanimous, 0 by majority, 1 in conflict');
  expect(text).toMatch(/Krippendorff's alpha, nominal: 0\.69 \[-?[\d.]+, 1\.00\]/);
  expect(text).toMatch(/ada, ben\s+6\s+83\.3 %\s+0\.67 \[/);
  expect(JSON.parse((await cli(...words, '--json')).out).agreement.raters).toEqual(['ada', 'ben']);
});
