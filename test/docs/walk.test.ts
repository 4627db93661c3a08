import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync('docs/architecture.md', 'utf8');
const walk = page.slice(page.indexOf('By default a run passes'), page.indexOf('| step | where |'));

/** The files of the walk, layer by layer, as the page lists them. */
const layers = [...walk.matchAll(/^\d+\. `(src\/[a-z]+\/)`: (.*)$/gm)].map(([, room, files]) =>
  [...(files as string).matchAll(/`([^` ]+\.ts)`/g)].map(([, file]) => `${room}${file}`),
);
const files = layers.flat();

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path]) =>
    normalize(join(dirname(file), path as string)),
  );

test('the walk of one prompt passes at most 12 files, which are there', () => {
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(8);
  expect(files.length).toBeLessThanOrEqual(12);
  expect(walk).toContain(`these ${files.length} files`);
});

test('each file of the walk is imported by one before it in its layer, the first of a layer by the layer above', () => {
  for (const [depth, layer] of layers.entries()) {
    for (const [at, file] of layer.entries()) {
      if (depth === 0 && at === 0) continue;
      const callers = at === 0 ? (layers[depth - 1] as string[]) : layer.slice(0, at);
      expect(
        callers.filter((caller) => importsOf(caller).includes(file)),
        file,
      ).not.toEqual([]);
    }
  }
});

test('no file of the walk imports one of a layer above', () => {
  for (const [depth, layer] of layers.entries()) {
    const above = new Set(layers.slice(0, depth).flat());
    for (const file of layer)
      expect(
        importsOf(file).filter((path) => above.has(path)),
        file,
      ).toEqual([]);
  }
});
