import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { SandboxError } from '../../core/errors.ts';
import { liesIn } from '../../lies-in.ts';
import { findHostPython, type HostPython } from './host-python.ts';
import { INTERPRETER, isInstalled } from './installed-pythons.ts';

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
