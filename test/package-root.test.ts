import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/package-root.ts';
import { tempDir } from './fakes/temp-dir.ts';

test('from the sources it is the repository', () => {
  expect(existsSync(join(packageRoot(), 'data/starter/tasks.jsonl'))).toBe(true);
});

test('in an installed copy it is the package, neither its dist folder nor the project around it', async () => {
  const project = await tempDir();
  const installed = join(project, 'node_modules/mutagree');
  const compiled = join(installed, 'dist/src/datasets');
  await mkdir(compiled, { recursive: true });
  await writeFile(join(project, 'package.json'), '{"name": "someone-elses"}');
  await writeFile(join(installed, 'package.json'), '{"name": "mutagree"}');
  await writeFile(join(installed, 'dist/package.json'), '{"type": "module"}');
  expect(packageRoot(compiled)).toBe(installed);
  await rm(installed, { recursive: true });
  expect(() => packageRoot(compiled)).toThrow(/package\.json of mutagree is missing/);
});
