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

/** Folders in which pyenv, uv, conda and the like install interpreters, in their default or configured places. */
function managedFolders(environment: NodeJS.ProcessEnv): string[] {
  const home = environment.HOME || homedir();
  const data = environment.XDG_DATA_HOME || join(home, '.local/share');
  const conda = environment.CONDA_EXE ? [dirname(dirname(environment.CONDA_EXE))] : [];
  const mamba = environment.MAMBA_ROOT_PREFIX ? [environment.MAMBA_ROOT_PREFIX] : [];
  return [
    join(environment.PYENV_ROOT || join(home, '.pyenv'), 'versions'),
    environment.UV_PYTHON_INSTALL_DIR || join(data, 'uv/python'),
    join(environment.ASDF_DATA_DIR || join(home, '.asdf'), 'installs/python'),
    join(environment.MISE_DATA_DIR || join(data, 'mise'), 'installs/python'),
    join(home, '.rye/py'),
    join(data, 'pypoetry/python'),
    join(data, 'hatch/pythons'),
    ...[...conda, ...mamba, ...CONDA_FOLDERS.map((name) => join(home, name))],
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
 * Whether the file is an installed interpreter of this machine: below a folder of a manager of Pythons, or reachable
 * from a folder of PATH or the system.
 *
 * @param target the interpreter's own path, without links
 * @param repository folder, without links, whose files install nothing, even on PATH
 */
export function isInstalled(target: string, repository: string, environment = process.env): boolean {
  const real = (folders: readonly string[]) =>
    [...new Set(folders)].map(realPath).filter((folder) => folder !== undefined && !liesIn(folder, repository));
  const onPath = (environment.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return (
    real(managedFolders(environment)).some((folder) => liesIn(target, folder as string)) ||
    real([...onPath, ...SYSTEM]).some((folder) =>
      entries(folder as string).some(
        (name) => INTERPRETER.test(name) && realPath(join(folder as string, name)) === target,
      ),
    )
  );
}
