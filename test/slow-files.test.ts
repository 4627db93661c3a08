import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/package-root.ts';
import { propertyFiles, SLOW_FILES } from './slow-files.ts';

test('the files of the full suite are there', () => {
  expect(SLOW_FILES.filter((file) => !existsSync(join(packageRoot(), file)))).toEqual([]);
  expect(propertyFiles(packageRoot())).toContain('test/core/text.test.ts');
});
