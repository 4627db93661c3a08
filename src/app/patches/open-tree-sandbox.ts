import { readdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import { openFolderSandbox } from '../../sandbox/repositories/bubblewrap-repositories.ts';
import { openMountedSandbox } from '../../sandbox/repositories/docker-repositories.ts';
import type { OpenedSandbox, SandboxChoice } from '../assembly/open-sandbox.ts';
import { projectPython } from '../repository/project-python.ts';
import { requireBubblewrap, requirePytest } from '../repository/require-tools.ts';

const LEFT_OUT = new Set(['.git', '.hg', '.svn', '__pycache__', 'node_modules', '.pytest_cache']);

/** Names, sizes and times of a tree's files: results of before hold while they stay as they are. */
async function stateOf(root: string): Promise<string> {
  const lines: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) await walk(path);
      if (!entry.isFile()) continue;
      const { size, mtimeMs } = await stat(path);
      lines.push(`${path} ${size} ${mtimeMs}`);
    }
  };
  await walk(root);
  return hashOf(lines.sort());
}

/**
 * Opens a sandbox for pytest on a tree: containers of the named image, otherwise bubblewrap with the named interpreter
 * or the tree's own.
 *
 * @throws ConfigError, SandboxError
 */
export async function openTreeSandbox(root: string, choice: SandboxChoice): Promise<OpenedSandbox> {
  const { sandbox: name, image, python, jobs: workers = availableParallelism() } = choice;
  if (!['auto', 'bubblewrap', 'docker'].includes(name) || (name === 'bubblewrap' && image !== undefined)) {
    throw new ConfigError('sandbox-repository', `pytest runs on a tree in bubblewrap or docker, not in ${name}`, {
      hint: 'Choose bubblewrap with --python, or docker with --image.',
    });
  }
  const tree = await stateOf(root);
  if (image !== undefined) {
    const { sandbox, imageId } = await openMountedSandbox(root, { jobs: workers, image });
    return { sandbox, description: `docker: ${image}`, workers, conditions: { tree, image: imageId } };
  }
  if (name === 'docker') {
    throw new ConfigError('image-missing', 'docker needs an image with Python, pytest and what the tree imports', {
      hint: 'Name it with --image, or use bubblewrap with --python.',
    });
  }
  await requireBubblewrap();
  const found = await projectPython(root, python);
  requirePytest(found);
  const sandbox = await openFolderSandbox(root, { jobs: workers, python: found });
  return { sandbox, description: `bubblewrap: ${found.command}`, workers, conditions: { tree, python: found.command } };
}
