import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentPython } from '../../../src/sandbox/native/environment-python.ts';
import { findHostPython } from '../../../src/sandbox/native/host-python.ts';
import { tempDir } from '../../fakes/temp-dir.ts';

/** A repository with a virtual environment, nested or at its top. */
async function repository(...options: string[]) {
  const root = await tempDir();
  execFileSync('git', ['init', '-q', root]);
  execFileSync('python3', ['-m', 'venv', '--without-pip', ...options, join(root, '.venv')]);
  const lib = join(root, '.venv/lib');
  const packages = join(lib, (await readdir(lib))[0] ?? '', 'site-packages');
  return { root, environment: join(root, '.venv'), packages };
}

describe('the interpreter of a virtual environment in a repository', () => {
  test.each([[[]], [['--system-site-packages']]])('is described as it describes itself (venv %j)', async (options) => {
    const { root, environment } = await repository(...options);
    expect(await environmentPython(environment, root)).toEqual(await findHostPython(join(environment, 'bin/python')));
  });

  test("is not run: neither its start-up files nor those of the environment's packages", async () => {
    const { root, environment, packages } = await repository();
    const mark = join(root, 'owned');
    for (const name of ['sitecustomize.py', 'own_start.py']) {
      await writeFile(join(packages, name), `open(${JSON.stringify(mark)}, "w")\n`);
    }
    await writeFile(join(packages, 'own.pth'), 'import own_start\n');
    await environmentPython(environment, root);
    expect(existsSync(mark)).toBe(false);
    await findHostPython(join(environment, 'bin/python'));
    expect(existsSync(mark)).toBe(true);
  });

  test('is refused where it is a file of the repository, a link to one beside the root, or no interpreter', async () => {
    const above = await tempDir();
    execFileSync('git', ['init', '-q', above]);
    const root = join(above, 'project');
    const own = join(above, 'other', 'python3');
    await mkdir(join(above, 'other'));
    await writeFile(own, '#!/bin/sh\nexec python3 "$@"\n', { mode: 0o755 });
    for (const target of [own, '/bin/sh']) {
      const environment = join(root, target.slice(1).replaceAll('/', '-'));
      await mkdir(join(environment, 'bin'), { recursive: true });
      await symlink(target, join(environment, 'bin/python'));
      await expect(environmentPython(environment, root)).rejects.toMatchObject({ code: 'python-untrusted' });
    }
    const copied = await repository('--copies');
    await expect(environmentPython(copied.environment, copied.root)).rejects.toMatchObject({
      code: 'python-untrusted',
    });
  });
});
