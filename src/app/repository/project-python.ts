import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, SandboxError } from '../../core/errors.ts';
import type { RepositoryTarget } from '../../core/repository.ts';
import { type Sandbox, type SandboxLimits, type SandboxResult, type SandboxTest, suiteOf } from '../../core/sandbox.ts';
import { bubblewrapSandbox } from '../../sandbox/native/bubblewrap-sandbox.ts';
import { environmentPython } from '../../sandbox/native/environment-python.ts';
import { findHostPython, type HostPython } from '../../sandbox/native/host-python.ts';

/** Where projects keep their virtual environment. */
const ENVIRONMENTS = ['.venv', 'venv', 'env', '.env'];

/**
 * The named interpreter, otherwise that of the project's own virtual environment, otherwise `python3`. On the host no
 * file of the project runs unless it was named.
 */
export function projectPython(root: string, named?: string): Promise<HostPython> {
  if (named !== undefined) return findHostPython(named);
  const found = ENVIRONMENTS.map((name) => join(root, name)).find((path) => existsSync(join(path, 'bin', 'python')));
  return found === undefined ? findHostPython() : environmentPython(found, root);
}

/** @throws SandboxError if programs cannot run in a folder of this machine */
export async function requireBubblewrap(): Promise<void> {
  const probe = await bubblewrapSandbox.probe();
  if (probe.available) return;
  throw new SandboxError('sandbox-repository', `programs in a repository run in bubblewrap alone: ${probe.detail}`, {
    hint: probe.hint.replace(/, or use .*$/, '.'),
  });
}

/** Looks for pytest without importing it: on the host, an import may run code of the repository. @throws ConfigError */
export function requirePytest({ command, packages }: HostPython): void {
  if (packages.some((folder) => existsSync(join(folder, 'pytest')) || existsSync(join(folder, 'pytest.py')))) return;
  throw new ConfigError('pytest-missing', `${command} has no pytest`, {
    hint: `Install it there (${command} -m pip install pytest), or name the project's interpreter (--python).`,
  });
}

/** Runs tests of a project on a program in place of one of its functions. */
export function runOn(
  target: RepositoryTarget,
  code: string,
  tests: readonly SandboxTest[],
  limits: SandboxLimits,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<SandboxResult> {
  const suite = suiteOf({ tests, entryPoint: target.functionName, repository: target });
  return sandbox.run({ id: target.path, code, suite, limits }, signal);
}
