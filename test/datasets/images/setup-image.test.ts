import { expect, test } from 'vitest';
import { type ImageRequest, imageFor, imageRequest } from '../../../src/datasets/images/setup-image.ts';

const request = (setup: Record<string, unknown>, more: Record<string, unknown> = {}): ImageRequest =>
  imageRequest.parse({
    package: 'Some_Package',
    version: '1.2.0',
    setup: { install: ['some-package==1.2.0', 'numpy<2'], root: 'site-packages', ...setup },
    ...more,
  });

/** The arguments of every RUN. */
const runs = (dockerfile: string): string[][] =>
  [...dockerfile.matchAll(/^RUN (.*)$/gm)].map(([, json]) => JSON.parse(`${json}`) as string[]);

test('one set-up gives one image, whatever the order of its fields', () => {
  const one = imageFor(request({ apt: ['python3-torch'] }));
  const { setup, ...rest } = request({ apt: ['python3-torch'] });
  const other = imageFor({ setup: Object.fromEntries(Object.entries(setup).reverse()) as typeof setup, ...rest });
  expect(other).toEqual(one);
  expect(one.image).toMatch(/^mutagree\/dl-bench-some-package:[0-9a-f]{12}$/);
});

test('what the image holds decides its name; how pytest is called does not', () => {
  const plain = imageFor(request({}));
  for (const setup of [
    { apt: ['python3-torch'] },
    { install: ['some-package==1.2.0'] },
    { root: 'sdist' },
    { plugin: 'import torch\n' },
  ]) {
    expect(imageFor(request(setup)).image).not.toBe(plain.image);
  }
  expect(imageFor(request({ pytest_args: ['-o', 'addopts='] })).image).toBe(plain.image);
});

test('no shell reads what a task file says', () => {
  const recipe = imageFor(request({ apt: ['python3-torch', 'git'], plugin: 'print("$(id)")' }));
  const argv = runs(recipe.dockerfile);
  expect(argv).toHaveLength(recipe.dockerfile.match(/^RUN/gm)?.length ?? 0);
  expect(argv.find(([, script]) => script?.endsWith('pip.sh'))?.slice(2)).toEqual(['some-package==1.2.0', 'numpy<2']);
  expect(recipe.dockerfile).not.toContain('$(id)');
  expect(Object.values(recipe.files)).toEqual(['print("$(id)")']);
});

test('Debian packages come first and one by one, so that images share their layers', () => {
  const upToTorch = (setup: Record<string, unknown>) => {
    const { dockerfile } = imageFor(request({ apt: ['python3-torch'], ...setup }));
    return dockerfile.slice(0, dockerfile.indexOf('python3-torch'));
  };
  expect(upToTorch({ install: ['stanza==1.9.2'] })).toBe(upToTorch({ root: 'sdist', plugin: 'x = 1' }));
});

test('the package itself is installed where its set-up forgets it, unless its source is the root', () => {
  const pip = (setup: Record<string, unknown>) =>
    runs(imageFor(request(setup)).dockerfile).find(([, script]) => script?.endsWith('pip.sh'));
  expect(pip({ install: ['pytest'] })).toContain('Some_Package==1.2.0');
  expect(pip({ install: ['pytest'], root: 'sdist' })).not.toContain('Some_Package==1.2.0');
  expect(pip({ install: ['some.package>=1'] })).not.toContain('Some_Package==1.2.0');
  expect(imageFor(request({ install: [], root: 'sdist' })).dockerfile).toContain('"sdist","Some_Package","1.2.0"');
});

test.each([
  ['an option of pip', { install: ['--index-url=http://evil.example'] }],
  ['a URL', { install: ['numpy @ http://evil.example/numpy.whl'] }],
  ['a path', { install: ['./numpy'] }],
  ['a second line', { install: ['numpy\nRUN id'] }],
  ['a shell in a version', { install: ['numpy==1;id'] }],
  ['an option of apt', { apt: ['-o=Debug::x'] }],
  ['a shell in a Debian package', { apt: ['git;id'] }],
  ['another root', { root: '/etc' }],
  ['an unknown field', { run: 'id' }],
  ['an argument of two lines', { pytest_args: ['a\nb'] }],
])('a set-up with %s is refused', (_, setup) => {
  expect(() => request(setup)).toThrow();
});

test.each([{ package: '../x' }, { package: '-x' }, { version: '1; id' }, { version: '' }])('so is %j', (more) => {
  expect(() => request({}, more)).toThrow();
});
