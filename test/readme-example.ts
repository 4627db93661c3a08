import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/package-root.ts';

/** The library example of the README, as it stands there. */
export function readmeExample(): string {
  const example = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(packageRoot(), 'README.md'), 'utf8'))?.[1];
  if (!example) throw new Error('README.md has no ts block');
  return example;
}
