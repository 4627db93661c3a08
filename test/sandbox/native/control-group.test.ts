import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  controlGroupLimits,
  HIERARCHIES,
  inControlGroup,
  mountOf,
  openControlGroup,
} from '../../../src/sandbox/native/control-group.ts';
import { tempDir } from '../../fakes/temp-dir.ts';

const LIMITS = { memoryBytes: 64 * 1024 * 1024, processes: 8 };
const available = process.getuid?.() === 0 && controlGroupLimits().length > 0;

let root: string;
beforeEach(async () => {
  root = await tempDir();
});
const enable = (names: string) => writeFileSync(join(root, 'cgroup.subtree_control'), `${names}\n`);

test('the unified hierarchy is found wherever it is mounted', () => {
  const old = '31 23 0:27 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory';
  const unified = '30 23 0:26 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw';
  expect(mountOf(HIERARCHIES.unified, `${old}\n${unified}\n`)).toBe('/sys/fs/cgroup/unified');
  expect(mountOf(HIERARCHIES.unified, `${old}\n`)).toBeNull();
  const pids = '39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids';
  expect(mountOf(HIERARCHIES.processes, `${old}\n${unified}\n${pids}\n`)).toBe('/sys/fs/cgroup/pids');
  expect(mountOf(HIERARCHIES.processes, `${old}\n${unified}\n`)).toBeNull();
});

test('what can be limited is what the system has enabled', () => {
  expect(controlGroupLimits(null)).toEqual([]);
  expect(controlGroupLimits(root)).toEqual([]);
  enable('cpu io');
  expect(controlGroupLimits(root)).toEqual([]);
  enable('cpu pids memory');
  expect(controlGroupLimits(root)).toEqual(['memory', 'processes']);
  writeFileSync(join(root, 'cgroup.clone_children'), '0\n');
  expect(controlGroupLimits(root)).toEqual(['processes']);
});

test('no group is left where no limit can be set, nor where the folder cannot be written', () => {
  expect(openControlGroup(LIMITS, null)).toBeNull();
  expect(openControlGroup(LIMITS, root)).toBeNull();
  enable('memory pids');
  // A plain folder: none of the files that the kernel would make.
  expect(openControlGroup(LIMITS, root)).toBeNull();
  expect(readdirSync(root)).toEqual(['cgroup.subtree_control']);
  expect(openControlGroup(LIMITS, join(root, 'missing'))).toBeNull();
});

test('groups of runs that are gone are swept, those of living ones stay', () => {
  enable('memory pids');
  mkdirSync(join(root, 'mutagree-999999999-0'));
  mkdirSync(join(root, `mutagree-${process.pid}-77`));
  mkdirSync(join(root, 'other'));
  openControlGroup(LIMITS, root);
  expect(readdirSync(root).sort()).toEqual(['cgroup.subtree_control', `mutagree-${process.pid}-77`, 'other']);
});

test('a command joins before it starts, and starts even where it cannot join', () => {
  const run = (members: string) => {
    const [command = '', ...words] = inControlGroup({ members }, ['sh', '-c', 'echo "$$ $1"', 'x', "it's"]);
    return execFileSync(command, words, { encoding: 'utf8' }).trim().split(' ');
  };
  const members = join(root, 'cgroup.procs');
  const [pid, word] = run(members);
  expect([readFileSync(members, 'utf8').trim(), word]).toEqual([pid, "it's"]);
  expect(run(join(root, 'missing', 'cgroup.procs'))[1]).toBe("it's");
  expect(inControlGroup(null, ['bwrap', '--version'])).toEqual(['bwrap', '--version']);
});

const held = async () => {
  const group = openControlGroup(LIMITS);
  if (!group) throw new Error('no group, though limits can be had');
  const [command = '', ...words] = inControlGroup(group, ['cat', '/proc/self/cgroup']);
  expect(execFileSync(command, words, { encoding: 'utf8' })).toContain(`mutagree-${process.pid}-`);
  await group.close();
  expect(() => readFileSync(group.members)).toThrow();
};
const refused = async () => {
  expect(openControlGroup(LIMITS)).toBeNull();
};
// Nothing that could be installed: it is the system's.
if (available) test('the kernel holds the limits', held);
else test('there is none where the system has no root and version 2 with memory or pids', refused);
