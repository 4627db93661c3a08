import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where projects keep their virtual environment. */
const ENVIRONMENTS = ['.venv', 'venv', 'env', '.env'];

/** The interpreter of the project's own virtual environment; `python3` where it has none. */
export function projectPython(root: string): string {
  const found = ENVIRONMENTS.map((name) => join(root, name, 'bin', 'python')).find((path) => existsSync(path));
  return found ?? 'python3';
}
