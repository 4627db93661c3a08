import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { datasetFormats } from '../../../src/datasets/index.ts';
import { packageRoot } from '../../../src/package-root.ts';
import { namedImage, namedImages } from '../../../src/sandbox/images/image-folders.ts';

const images = join(packageRoot(), 'src/sandbox/images');
const scripts = readdirSync(join(images, 'build'));

test('every image is listed under one name, with what it holds', () => {
  const names = namedImages().map(({ name }) => name);
  const table = readFileSync(join(images, 'dl-bench/repositories.txt'), 'utf8').trim().split('\n').slice(1);
  const repositories = table.map((line) => line.split(' | ')[0]);
  expect(names).toEqual([...new Set(names)].sort());
  expect(names).toEqual(expect.arrayContaining(['bigcodebench', 'ds-1000']));
  expect(names.filter((name) => name.startsWith('dl-bench-'))).toEqual(repositories.map((each) => `dl-bench-${each}`));
  for (const { title } of namedImages()) expect(title).toMatch(/^The \w/);
});

test('the image that a format names is there', () => {
  const named = (datasetFormats as readonly { image?: string }[]).flatMap(({ image }) => (image ? [image] : []));
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(namedImage(name).name).toBe(name);
});

test('an unknown name is an error with the nearest one', () => {
  expect(() => namedImage('bigcodbench')).toThrow('there is no image "bigcodbench"');
});

describe.each(namedImages().map((recipe) => [recipe.name, recipe] as const))('%s', (_, { dockerfile, files }) => {
  const lines = dockerfile.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

  test('builds on the base that it is given', () => {
    expect(lines.slice(0, 2)).toEqual(['ARG BASE=debian:bookworm-slim', 'FROM $' + '{BASE}']);
  });

  test('every line is an instruction in a form that no shell reads', () => {
    for (const line of lines) {
      expect(line).toMatch(/^(?:ARG [A-Z_]+(?:=\S+)?|FROM \S+|COPY \S+ \/opt\/mutagree\/\S*|RUN \[".*"\])$/);
      if (line.startsWith('RUN '))
        expect(JSON.parse(line.slice(4))).toEqual(expect.arrayContaining([expect.any(String)]));
    }
  });

  test('copies and runs only what is there', () => {
    const copied = lines.flatMap((line) => /^COPY (\S+)/.exec(line)?.slice(1) ?? []);
    for (const path of copied) {
      if (path === 'build/') continue;
      if (path.startsWith('build/')) expect(scripts).toContain(path.slice('build/'.length));
      else expect(Object.keys(files)).toContain(path);
    }
    const ran = [...dockerfile.matchAll(/\/opt\/mutagree\/build\/([\w.]+)/g)].map(([, script]) => script);
    for (const script of ran) expect(scripts).toContain(script);
  });
});
