import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { imageRecipe } from '../../../src/core/image-recipe.ts';
import { buildFailure } from '../../../src/sandbox/images/docker-images.ts';
import { buildSettings, pipConfigLines } from '../../../src/sandbox/images/image-build-settings.ts';
import { tempDir } from '../../fakes/temp-dir.ts';

const recipe = imageRecipe({ name: 'dl-bench-x', title: 'x', dockerfile: 'FROM scratch\n', files: {} });

test('a build that fails says so, with the last lines', () => {
  const cause = Object.assign(new Error('The command returned a non-zero code: 1'), {
    lines: ['Step 3', 'E: no space'],
  });
  const error = buildFailure(recipe, cause);
  expect(error.code).toBe('image-failed');
  expect(error.message).toContain('E: no space');
  expect(error.message).toContain(recipe.image);
});

test("pip's own settings are read", () => {
  const text = "global.index-url='https://pypi.example.org/simple'\nglobal.trusted-host='a\\nb'\n:env:.cert='/x.pem'\n";
  expect(pipConfigLines(text)).toEqual({
    PIP_INDEX_URL: 'https://pypi.example.org/simple',
    PIP_TRUSTED_HOST: 'a b',
    PIP_CERT: '/x.pem',
  });
});

test('flags win over the environment, and only settings of the index go along', async () => {
  const env = { PIP_INDEX_URL: 'https://env.example/simple', PIP_DEFAULT_TIMEOUT: '7', PIP_FIND_LINKS: '/wheels' };
  const config = async () => ({ PIP_INDEX_URL: 'https://file.example/simple', PIP_TRUSTED_HOST: 'file.example' });
  const own = await buildSettings({}, env, config);
  expect(own.pip).toEqual({
    PIP_INDEX_URL: 'https://env.example/simple',
    PIP_DEFAULT_TIMEOUT: '7',
    PIP_TRUSTED_HOST: 'file.example',
  });
  expect(own.pip).not.toHaveProperty('PIP_FIND_LINKS');
  expect(own.network).toBe('host');
  const asked = await buildSettings({ indexUrl: 'https://flag.example/simple', network: 'none' }, env, config);
  expect(asked).toMatchObject({ network: 'none', pip: { PIP_INDEX_URL: 'https://flag.example/simple' } });
});

test('a certificate file that cannot be read is an error', async () => {
  await expect(buildSettings({ ca: '/nowhere.pem' }, {}, async () => ({}))).rejects.toMatchObject({
    code: 'ca-unreadable',
  });
});

test('pip is asked for its settings where nobody else can put modules in its way', async () => {
  const folder = await tempDir();
  await writeFile(join(folder, 'pip.py'), "open('owned', 'w')\n");
  const here = process.cwd();
  process.chdir(folder);
  try {
    await buildSettings({}, {});
  } finally {
    process.chdir(here);
  }
  expect(existsSync(join(folder, 'owned'))).toBe(false);
});
