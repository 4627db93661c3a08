import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { MutagreeError } from './core/errors.ts';

function isOurs(manifest: string): boolean {
  if (!existsSync(manifest)) return false;
  const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: unknown };
  return name === 'mutagree';
}

/**
 * The folder of mutagree's own package.json, from the sources as well as from the compiled files of an installed copy.
 *
 * @param below a folder inside the package
 * @throws MutagreeError `package-incomplete` when neither that folder nor one above it is the package's.
 */
export function packageRoot(below: string = dirname(fileURLToPath(import.meta.url))): string {
  for (let folder = below; ; folder = dirname(folder)) {
    if (isOurs(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) {
      throw new MutagreeError('package-incomplete', 'the package.json of mutagree is missing above its own code', {
        hint: 'Install mutagree again.',
      });
    }
  }
}

/** A JSON file of `data/`. @throws MutagreeError `package-incomplete`; ZodError where it is not as `schema` has it. */
export const readData = <Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> =>
  schema.parse(JSON.parse(readFileSync(join(packageRoot(), 'data', path), 'utf8')));
