import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { SandboxError } from '../../core/errors.ts';
import { liesIn } from '../../lies-in.ts';

/** The Python installation that native sandboxes use. */
export interface HostPython {
  /** The real binary, not a shim. */
  readonly executable: string;
  /** As it calls itself: of a virtual environment, the link in it, by which it finds its packages. */
  readonly command: string;
  readonly version: string;
  /** Folders that hold the interpreter and its standard library. */
  readonly prefixes: readonly string[];
  /** Folders of installed packages. */
  readonly packages: readonly string[];
}

const PROBE = `
import json, os, sys
stdlib = os.path.dirname(os.__file__)
packages = [p for p in sys.path if p.endswith(("site-packages", "dist-packages")) and os.path.isdir(p)]
print(json.dumps({"executable": os.path.realpath(sys.executable), "command": sys.executable, "version": "%d.%d.%d" % sys.version_info[:3],
  "prefixes": sorted({sys.prefix, sys.base_prefix, sys.exec_prefix, stdlib}), "packages": packages}))
`;

/** @throws SandboxError `python-missing` or `python-too-old`. */
export async function findHostPython(
  python = 'python3',
  instead = 'use --sandbox wasm, which brings its own',
): Promise<HostPython> {
  let found: HostPython;
  try {
    const { stdout } = await promisify(execFile)(python, ['-I', '-c', PROBE], { timeout: 30_000 });
    found = JSON.parse(stdout) as HostPython;
  } catch (cause) {
    throw new SandboxError('python-missing', `${python} does not start as a Python interpreter`, {
      cause,
      hint: `Install Python 3.8 or later, or ${instead}.`,
    });
  }
  const [major = 0, minor = 0] = found.version.split('.').map(Number);
  if (major < 3 || (major === 3 && minor < 8)) {
    throw new SandboxError('python-too-old', `${python} is Python ${found.version}; 3.8 or later is needed`, {
      hint: `Install a newer Python, or ${instead}.`,
    });
  }
  return found;
}

/** Names of interpreters, as installations give them. */
const INTERPRETER = /^(?:python|pypy)[\d.]*t?d?$/;
const SYSTEM = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];
const CONDA_FOLDERS = ['miniconda3', 'anaconda3', 'miniforge3', 'mambaforge', 'micromamba', '.conda'];

/** What can be read of the file system; undefined where there is nothing, or nothing that may be read. */
function attempt<Found>(read: () => Found): Found | undefined {
  try {
    return read();
  } catch {
    return undefined;
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

/**
 * Whether the file is an installed interpreter of this machine: below a folder of a manager of Pythons, or reachable
 * from a folder of PATH or the system.
 *
 * @param target the interpreter's own path, without links
 * @param repository folder, without links, whose files install nothing, even on PATH
 */
export function isInstalled(target: string, repository: string, environment = process.env): boolean {
  const realPath = (path: string) => attempt(() => realpathSync(path)) ?? '';
  const real = (folders: readonly string[]) =>
    [...new Set(folders)].map(realPath).filter((folder) => folder !== '' && !liesIn(folder, repository));
  const onPath = (environment.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const interpretersIn = (folder: string) =>
    (attempt(() => readdirSync(folder)) ?? [])
      .filter((name) => INTERPRETER.test(name))
      .map((name) => join(folder, name));
  return (
    real(managedFolders(environment)).some((folder) => liesIn(target, folder)) ||
    real([...onPath, ...SYSTEM])
      .flatMap(interpretersIn)
      .some((path) => realPath(path) === target)
  );
}

const GLOBAL_PACKAGES = /^\s*include-system-site-packages\s*=\s*true\s*$/im;

/** The outermost folder above `path`, below the user's own, that is a repository's, else `path`: all in it may be of one hand. */
function outermostRepository(path: string): string {
  let found = path;
  for (let at = path; at !== dirname(at) && at !== homedir(); at = dirname(at)) {
    if (existsSync(join(at, '.git')) || existsSync(join(at, '.hg'))) found = at;
  }
  return found;
}

function refuse(link: string, why: string): never {
  throw new SandboxError('python-untrusted', `${link} ${why}, so it is not started unless you name it`, {
    hint: `Name an interpreter of the machine (--python python3), or that one, if you trust it (--python ${link}).`,
  });
}

/**
 * The interpreter of a virtual environment in a repository. Nothing of the repository runs: the result is the target of
 * the environment's own link, which must be outside and installed on this machine; the environment's files tell where
 * its packages are. Its start-up files (`*.pth`, `sitecustomize`) run in the sandbox only.
 *
 * @param environment the environment's folder
 * @param root folder of the repository
 * @throws SandboxError `python-untrusted` if the environment's interpreter is a file of the repository, no interpreter,
 * or not installed
 */
export async function environmentPython(environment: string, root: string): Promise<HostPython> {
  const link = join(environment, 'bin', 'python');
  const target = realpathSync(link);
  const repository = outermostRepository(realpathSync(root));
  if (liesIn(target, repository)) refuse(link, 'is a file of the repository');
  if (!INTERPRETER.test(basename(target))) refuse(link, `is a link to ${target}`);
  if (!isInstalled(target, repository)) {
    refuse(link, `is a link to ${target}, which is not an interpreter that PATH, pyenv, uv or conda leads to`);
  }
  const base = await findHostPython(target);
  const settings = join(environment, 'pyvenv.cfg');
  if (!existsSync(settings)) return base;
  const own = join(environment, 'lib', `python${base.version.replace(/\.\d+$/, '')}`, 'site-packages');
  return {
    ...base,
    command: link,
    prefixes: [...new Set([environment, ...base.prefixes])].sort(),
    packages: [own, ...(GLOBAL_PACKAGES.test(readFileSync(settings, 'utf8')) ? base.packages : [])].filter((folder) =>
      existsSync(folder),
    ),
  };
}
