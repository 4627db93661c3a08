import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentPython, findHostPython, isInstalled } from '../../../src/sandbox/native/host-python.ts';
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

  /** An environment in `project` whose interpreter is a link to `target`. */
  async function linked(target: string) {
    const above = await tempDir();
    const environment = join(above, 'project', '.venv');
    await mkdir(join(above, 'tools'));
    await mkdir(join(environment, 'bin'), { recursive: true });
    await writeFile(join(above, 'tools/python3'), `#!/bin/sh\ntouch '${above}/owned'\nexec python3 "$@"\n`, {
      mode: 0o755,
    });
    await symlink(target, join(environment, 'bin/python'));
    return { above, environment, root: join(above, 'project') };
  }
  const untrusted = { code: 'python-untrusted', hint: expect.stringContaining('--python') };

  test.each([
    ['a link to a file beside the root', '../../../tools/python3', true],
    ['one beside a root that no version control marks', '../../../tools/python3', false],
    ['no interpreter', '/bin/sh', true],
  ])('is refused where it is %s', async (_, target, isMarked) => {
    const { above, environment, root } = await linked(target);
    if (isMarked) execFileSync('git', ['init', '-q', above]);
    await expect(environmentPython(environment, root)).rejects.toMatchObject(untrusted);
    expect(existsSync(join(above, 'owned'))).toBe(false);
  });

  test('is refused where it is a file of the repository', async () => {
    const { environment, root } = await repository('--copies');
    await expect(environmentPython(environment, root)).rejects.toMatchObject(untrusted);
  });
});

describe('an interpreter of the machine', () => {
  /** A file called as interpreters are, in `folder` of a new home. */
  async function installed(folder: string) {
    const home = await tempDir();
    const target = join(home, folder, 'python3.12');
    await mkdir(join(home, folder), { recursive: true });
    await writeFile(target, '', { mode: 0o755 });
    return { home, target };
  }

  test.each([
    ['pyenv', '.pyenv/versions/3.12.1/bin'],
    ['uv', '.local/share/uv/python/cpython-3.12.1-linux-x86_64-gnu/bin'],
    ['conda', 'miniconda3/bin'],
    ['an environment of conda', 'miniforge3/envs/work/bin'],
    ['asdf', '.asdf/installs/python/3.12.1/bin'],
    ['poetry', '.local/share/pypoetry/python/cpython@3.12.1/bin'],
  ])('is one that %s installed', async (_, folder) => {
    const { home, target } = await installed(folder);
    expect(isInstalled(target, '/nowhere', { HOME: home })).toBe(true);
    expect(isInstalled(target, home, { HOME: home })).toBe(false);
    expect(isInstalled(target, '/nowhere', { HOME: '/nowhere' })).toBe(false);
  });

  test('is one that PATH leads to, by a link, too, unless that folder is of the repository or relative', async () => {
    const { home, target } = await installed('python/bin');
    const links = join(home, 'links');
    await mkdir(links);
    await symlink(target, join(links, 'python3'));
    expect(isInstalled(target, '/nowhere', { HOME: '/nowhere', PATH: `/none:${links}` })).toBe(true);
    expect(isInstalled(target, home, { HOME: '/nowhere', PATH: links })).toBe(false);
    expect(isInstalled(target, '/nowhere', { HOME: '/nowhere', PATH: '.:links' })).toBe(false);
  });
});
