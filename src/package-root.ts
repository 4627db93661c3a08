import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MutagreeError } from './core/errors.ts';

function isOurs(manifest: string): boolean {
  if (!existsSync(manifest)) return false;
  const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: unknown };
  return name === 'mutagree';
}

/**
 * The folder of mutagree's own package.json, from the sources as well as from the compiled files of an installed copy.
 *
 * @throws MutagreeError `package-incomplete` when no folder above this file is it.
 */
export function packageRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (isOurs(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) {
      throw new MutagreeError('package-incomplete', 'the package.json of mutagree is missing above its own code', {
        mend: 'Install mutagree again.',
      });
    }
  }
}
