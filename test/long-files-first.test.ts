import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/package-root.ts';
import { LONG_FILES } from './long-files-first.ts';

test('the files that are begun first are there', () => {
  expect(LONG_FILES.filter((file) => !existsSync(join(packageRoot(), file)))).toEqual([]);
});
