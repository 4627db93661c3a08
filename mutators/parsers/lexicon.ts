import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { MutagreeError } from '../../src/core/errors.ts';

/** The nearest folder above this file that holds data/lexicons: the package root, whether compiled or not. */
function lexiconFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'data', 'lexicons'))) {
    const parent = dirname(folder);
    if (parent === folder) {
      throw new MutagreeError('lexicons-missing', 'the folder data/lexicons is not beside the program', {
        mend: 'Install mutagree again: its package is incomplete.',
      });
    }
    folder = parent;
  }
  return join(folder, 'data', 'lexicons');
}

/**
 * One word list of data/lexicons, checked against its schema.
 *
 * @throws MutagreeError `lexicons-missing` where the package is incomplete; a ZodError where a list is malformed.
 */
export function loadLexicon<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> {
  return schema.parse(JSON.parse(readFileSync(join(lexiconFolder(), `${name}.json`), 'utf8')));
}
