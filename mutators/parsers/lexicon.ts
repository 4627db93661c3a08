import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { packageRoot } from '../../src/package-root.ts';

/**
 * One word list of data/lexicons, checked against its schema.
 *
 * @throws MutagreeError `package-incomplete` where the package is; a ZodError where a list is malformed.
 */
export function loadLexicon<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> {
  return schema.parse(JSON.parse(readFileSync(join(packageRoot(), 'data', 'lexicons', `${name}.json`), 'utf8')));
}
