import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environmentPython } from '../../sandbox/native/environment-python.ts';
import { findHostPython, type HostPython } from '../../sandbox/native/host-python.ts';

/** Where projects keep their virtual environment. */
const ENVIRONMENTS = ['.venv', 'venv', 'env', '.env'];

/**
 * The interpreter that was named, else that of the project's own virtual environment, else `python3`. On the host nothing of
 * the project is run but what was named.
 *
 * @throws SandboxError where it does not start, or would be a file of the project that nobody named
 */
export function projectPython(root: string, named?: string): Promise<HostPython> {
  if (named !== undefined) return findHostPython(named);
  const found = ENVIRONMENTS.map((name) => join(root, name)).find((path) => existsSync(join(path, 'bin', 'python')));
  return found === undefined ? findHostPython() : environmentPython(found, root);
}
