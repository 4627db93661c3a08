import { expect, test } from 'vitest';
import {
  kindOf,
  misfit,
  PROTOCOL,
  type WantedAbilities,
  type WorkerAbilities,
} from '../../src/queue/worker-abilities.ts';

const has: WorkerAbilities = {
  protocol: PROTOCOL,
  version: '1.2.3',
  runner: 'aaaa',
  sandbox: 'bubblewrap',
  python: '3.11.2',
  packages: ['numpy 1.24.2'],
  modules: ['math', 'numpy'],
  image: null,
  repositories: null,
};
const wanted: WantedAbilities = { version: '1.2.3', runners: { bubblewrap: 'aaaa' }, sandbox: 'auto', preload: [] };

test('workers that judge alike share a queue, others do not', () => {
  const kind = kindOf(has, 'key');
  expect(kind).toMatch(/^bubblewrap-[0-9a-f]{16}$/);
  expect(kindOf({ ...has, modules: null }, 'key')).toBe(kind);
  for (const other of [
    { version: '1.2.4' },
    { runner: 'bbbb' },
    { sandbox: 'wasm' },
    { python: '3.11.3' },
    { packages: ['numpy 1.24.3'] },
    { image: { name: 'a', id: 'b' } },
  ])
    expect(kindOf({ ...has, ...other }, 'key')).not.toBe(kind);
  expect(kindOf(has, 'other key')).not.toBe(kind);
});

test('an image counts by its content', () => {
  const image = (name: string, id: string) => kindOf({ ...has, image: { name, id } }, 'key');
  expect(image('one', 'sha256:1')).toBe(image('two', 'sha256:1'));
  expect(image('one', 'sha256:1')).not.toBe(image('one', 'sha256:2'));
});

test('a worker that fits', () => {
  expect(misfit(has, wanted)).toBeNull();
  expect(misfit(has, { ...wanted, sandbox: 'bubblewrap', preload: ['numpy.linalg', 'math'] })).toBeNull();
  expect(misfit({ ...has, modules: null }, { ...wanted, preload: ['pandas'] })).toBeNull();
});

test.each<[Partial<WorkerAbilities>, Partial<WantedAbilities>, RegExp]>([
  [{ version: '1.2.4' }, {}, /it is mutagree 1.2.4, this is 1.2.3/],
  [{ protocol: PROTOCOL + 1 }, {}, /install the same version/],
  [{ runner: 'bbbb' }, {}, /its runner has other contents/],
  [{ sandbox: 'docker' }, {}, /its runner has other contents/],
  [{}, { sandbox: 'wasm' }, /its sandbox is bubblewrap, and wasm is asked for/],
  [{}, { image: 'bigcodebench' }, /its image is none, and bigcodebench is asked for/],
  [{}, { preload: ['numpy', 'pandas'] }, /its Python lacks pandas/],
])('a worker that does not: %j for %j', (own, other, why) => {
  expect(misfit({ ...has, ...own }, { ...wanted, ...other })).toMatch(why);
});

test('tasks of repositories go to workers that have all of their images, and single programs do not', () => {
  const images = [
    { name: 'one:1', id: 'sha256:1' },
    { name: 'two:2', id: 'sha256:2' },
  ];
  const judging = { ...has, repositories: images };
  const need = (...names: string[]) => ({ ...wanted, repositories: names });
  expect(misfit(judging, need('one:1'))).toBeNull();
  expect(misfit(judging, need('one:1', 'three:3'))).toBe('it lacks the image three:3');
  expect(misfit(judging, need('four:4', 'three:3'))).toBe('it lacks the images four:4, three:3');
  expect(misfit(has, need('one:1'))).toBe('it judges no tasks of repositories: start it with their --dataset');
  expect(misfit(judging, wanted)).toBe('it judges the tasks of a data set of repositories alone');
  expect(kindOf(judging, 'key')).not.toBe(kindOf({ ...has, repositories: images.slice(1) }, 'key'));
});
