import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/package-root.ts';

/** The examples of docs/library.md in their order, by the function that each is about. */
export function libraryExamples(): readonly (readonly [name: string, code: string])[] {
  const text = readFileSync(join(packageRoot(), 'docs/library.md'), 'utf8');
  return [...text.matchAll(/^## (\w+)\n[\s\S]*?```ts\n([\s\S]*?)```/gm)].map(([, name = '', code = '']) => [
    name,
    code,
  ]);
}
