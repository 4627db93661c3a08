import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environmentPython } from '../../sandbox/native/environment-python.ts';
import { findHostPython, type HostPython } from '../../sandbox/native/host-python.ts';

/** Where projects keep their virtual environment. */
const ENVIRONMENTS = ['.venv', 'venv', 'env', '.env'];

/**
 * The named interpreter, otherwise that of the project's own virtual environment, otherwise `python3`. On the host no
 * file of the project runs unless it was named.
 *
 * @throws SandboxError if it does not start, or would be a file of the project that was not named
 */
export function projectPython(root: string, named?: string): Promise<HostPython> {
  if (named !== undefined) return findHostPython(named);
  const found = ENVIRONMENTS.map((name) => join(root, name)).find((path) => existsSync(join(path, 'bin', 'python')));
  return found === undefined ? findHostPython() : environmentPython(found, root);
}
