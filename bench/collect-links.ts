/**
 * How many of the links from tests to functions that a person drew by reading `collect` finds, and whether it finds the
 * functions of DL-Bench's live tasks again.
 *
 * npx tsx bench/collect-links.ts --source 'NAME VERSION=FOLDER[::BELOW]' … [--links FILE …] [--live FILE] [--distance 2]
 *
 * FOLDER is an unpacked package or a folder of installed ones, of which only BELOW is read. Links are those of
 * test/collect/links-by-hand.json and test/collect/more-links-by-hand.json.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readRepository } from '../src/app/collecting/read-source.ts';
import { inUse } from '../src/app/surroundings.ts';
import { findTests, isTestFile, TestLinker } from '../src/collect/link-tests.ts';
import { Project } from '../src/collect/project.ts';

const { values } = parseArgs({
  options: {
    source: { type: 'string', multiple: true, default: [] },
    links: {
      type: 'string',
      multiple: true,
      default: [join('test', 'collect', 'links-by-hand.json'), join('test', 'collect', 'more-links-by-hand.json')],
    },
    live: { type: 'string' },
    distance: { type: 'string', default: '2' },
  },
});

const linkFile = z.record(z.string(), z.union([z.string(), z.array(z.tuple([z.string(), z.string()]))]));
const liveTask = z.object({
  package: z.string(),
  version: z.string(),
  path: z.string(),
  class: z.string().nullish(),
  function: z.string(),
  tests: z.array(z.string()),
});

const files = values.links.map((file) => ({ file, links: linkFile.parse(JSON.parse(readFileSync(file, 'utf8'))) }));
const live =
  values.live === undefined
    ? []
    : readFileSync(values.live, 'utf8')
        .trim()
        .split('\n')
        .map((line) => liveTask.parse(JSON.parse(line)));

/** `*` stands for a class of any name. */
const isNode = (written: string, node: string) =>
  written.includes('*') ? matchesParts(written.split('::'), node.split('::')) : written === node;
const matchesParts = (written: readonly string[], node: readonly string[]) =>
  written.length === node.length && written.every((part, at) => part === '*' || part === node[at]);

for (const source of values.source) {
  const [name = '', place = ''] = source.split('=');
  const [root = '', below] = place.split('::');
  const work = mkdtempSync(join(tmpdir(), 'collect-links-'));
  const before = process.cpuUsage();
  const modules = await inUse({}, (around) =>
    readRepository(root, { only: below === undefined ? [] : [below], work }, around),
  );
  rmSync(work, { recursive: true });
  const project = new Project(modules);
  const linker = new TestLinker(project);
  const tests = findTests(project);
  const nodesOf = new Map<string, Set<string>>();
  for (const test of tests) {
    for (const { target, node } of linker.linksOf(test, Number(values.distance)))
      nodesOf.set(target, (nodesOf.get(target) ?? new Set()).add(node));
  }
  const { user, system } = process.cpuUsage(before);
  const functions = modules.filter(({ path }) => !isTestFile(path)).flatMap((module) => module.functions);
  console.log(
    `${name}: ${modules.length} files, ${tests.length} tests, ${functions.length} functions, ${nodesOf.size} run by a test; ${((user + system) / 1e6).toFixed(1)} CPU seconds`,
  );
  for (const { file, links } of files) {
    const own = links[name];
    if (typeof own !== 'object') continue;
    const missed = own.filter(([test, target]) => ![...(nodesOf.get(target) ?? [])].some((node) => isNode(test, node)));
    console.log(`  ${file}: ${own.length - missed.length} of ${own.length} links`);
    for (const [test, target] of missed) console.log(`    missed: ${test} -> ${target}`);
  }
  const tasks = live.filter((task) => `${task.package} ${task.version}` === name);
  if (tasks.length === 0) continue;
  const found = tasks.map((task) => {
    const owner = task.class ? `${task.class}.` : '';
    const nodes = nodesOf.get(`${task.path}::${owner}${task.function}`) ?? new Set<string>();
    const listed = [...new Set(task.tests.map((test) => test.replace(/\[.*$/s, '')))];
    return { task, nodes, listed, again: listed.filter((test) => nodes.has(test)) };
  });
  const linked = found.filter(({ nodes }) => nodes.size > 0);
  const thrice = found.filter(({ nodes }) => nodes.size >= 3);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  console.log(
    `  live tasks: ${linked.length} of ${tasks.length} functions are run by a test, ${thrice.length} by three; ${sum(found.map(({ again }) => again.length))} of their ${sum(found.map(({ listed }) => listed.length))} test functions are found`,
  );
  for (const { task } of found.filter(({ nodes }) => nodes.size === 0)) console.log(`    missed: ${task.function}`);
}
