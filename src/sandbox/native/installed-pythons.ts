import { readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { liesIn } from '../../lies-in.ts';

/** Names of interpreters, as installations give them. */
export const INTERPRETER = /^(?:python|pypy)[\d.]*t?d?$/;
const SYSTEM = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];
const CONDA_FOLDERS = ['miniconda3', 'anaconda3', 'miniforge3', 'mambaforge', 'micromamba', '.conda'];

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Folders of interpreters installed by pyenv, uv, conda and the like, in their default or configured places. */
function managedFolders(environment: NodeJS.ProcessEnv): string[] {
  const home = environment.HOME || homedir();
  const data = environment.XDG_DATA_HOME || join(home, '.local/share');
  const versions = [
    join(environment.PYENV_ROOT || join(home, '.pyenv'), 'versions'),
    environment.UV_PYTHON_INSTALL_DIR || join(data, 'uv/python'),
    join(environment.ASDF_DATA_DIR || join(home, '.asdf'), 'installs/python'),
    join(environment.MISE_DATA_DIR || join(data, 'mise'), 'installs/python'),
    join(home, '.rye/py'),
    join(data, 'pypoetry/python'),
  ];
  const hatch = join(data, 'hatch/pythons');
  const conda = environment.CONDA_EXE ? [dirname(dirname(environment.CONDA_EXE))] : [];
  const mamba = environment.MAMBA_ROOT_PREFIX ? [environment.MAMBA_ROOT_PREFIX] : [];
  const roots = [...conda, ...mamba, ...CONDA_FOLDERS.map((name) => join(home, name))];
  return [
    ...versions.flatMap((folder) => entries(folder).map((name) => join(folder, name, 'bin'))),
    ...entries(hatch).map((name) => join(hatch, name, 'python/bin')),
    ...roots.flatMap((root) => [
      join(root, 'bin'),
      ...entries(join(root, 'envs')).map((name) => join(root, 'envs', name, 'bin')),
    ]),
  ];
}

/** `path` without links; undefined where there is no such file. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Whether the file is an installed interpreter of this machine: reachable from a folder of PATH, of the system or of a
 * manager of Pythons.
 *
 * @param target the interpreter's own path, without links
 * @param repository folder, without links, whose files install nothing, even on PATH
 */
export function isInstalled(target: string, repository: string, environment = process.env): boolean {
  const onPath = (environment.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of new Set([...onPath, ...SYSTEM, ...managedFolders(environment)])) {
    const real = realPath(folder);
    if (real === undefined || liesIn(real, repository)) continue;
    for (const name of entries(real)) {
      if (INTERPRETER.test(name) && realPath(join(real, name)) === target) return true;
    }
  }
  return false;
}
