/**
 * Picks among patches on packages of PyPI: `npx tsx bench/patches.ts [--by-model] [--limit n] [--report DIR]`
 *
 * Tasks are those of bench/patches/tasks.jsonl.gz, which bench/patches/make_tasks.py made (its head says how); with
 * `--by-model` those that a model was asked about: its patches stand beside theirs, and the tests are its own
 * (ask_model.py). Downloads the source distributions by pip, once. Compared, on the same patches: the pick of
 * `select --repo`; the most regression tests passed; the most tests for the issue passed; most votes; and a patch drawn
 * at random. Ties count as the share that is right. Seconds are wall time of a whole choice.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { selectPatch } from '../src/app/select-patch.ts';
import { createRng } from '../src/core/random.ts';
import type { PatchGroup, PatchSelection } from '../src/records/patch-selection.ts';
import { estimateText, pointsWithInterval } from '../src/reporters/figures.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { wilsonInterval } from '../src/statistics/wilson.ts';

interface Written {
  readonly patches: readonly { readonly name: string; readonly right: boolean; readonly patch: string }[];
  readonly tests: string;
  readonly tests_all: number;
  readonly tests_wrong: number;
}

interface PatchTask extends Written {
  readonly id: string;
  readonly package: string;
  readonly bug: string;
  readonly regression: readonly string[];
  readonly model?: Written;
}

const HERE = import.meta.dirname;
const CACHE = join(HERE, '../.cache/patches');
/** Conftest files and settings for other versions of pytest. */
const PYTEST = ['--noconftest', '-o', 'filterwarnings='];

function sourceOf(name: string): string {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const requirement = name.replace(/-(?=\d)/, '==');
  const download = ['-m', 'pip', 'download', '-q', '--no-binary', ':all:', '--no-deps', '-d', CACHE, requirement];
  execFileSync('python3', download, { stdio: 'inherit' });
  execFileSync('tar', ['-xzf', join(CACHE, `${name}.tar.gz`), '-C', CACHE]);
  return folder;
}

/** The right share of those groups that are best by a number, each as often as it has votes. */
function shareOfBest(
  groups: readonly PatchGroup[],
  isRight: (group: PatchGroup) => boolean,
  by: (group: PatchGroup) => number,
) {
  const most = Math.max(...groups.map(by));
  const best = groups.filter((group) => by(group) === most);
  const votes = (of: readonly PatchGroup[]) => of.reduce((sum, each) => sum + each.votes, 0);
  return votes(best.filter(isRight)) / votes(best);
}

async function chosen(task: PatchTask, report: string | undefined): Promise<PatchSelection> {
  const place = mkdtempSync(join(tmpdir(), 'mutagree-bench-'));
  const repo = join(place, 'tree');
  try {
    cpSync(sourceOf(task.package), repo, { recursive: true });
    execFileSync('git', ['apply', '-p1'], {
      cwd: repo,
      input: task.bug,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: place },
    });
    return await selectPatch({
      ...{ repo, patches: task.patches, tests: task.tests === '' ? {} : { 'test_issue.py': task.tests } },
      ...{ regression: [...task.regression], pytestArgs: PYTEST, python: 'python3', jobs: 4 },
      ...(report === undefined ? {} : { report }),
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: { limit: { type: 'string' }, report: { type: 'string' }, 'by-model': { type: 'boolean' } },
});
const lines = gunzipSync(readFileSync(join(HERE, 'patches/tasks.jsonl.gz')))
  .toString()
  .trim()
  .split('\n');
const all = lines.slice(0, Number(values.limit ?? lines.length)).map((line): PatchTask => JSON.parse(line));
const tasks = !values['by-model']
  ? all
  : all.flatMap(({ model, ...task }) =>
      model ? [{ ...task, ...model, patches: [...task.patches, ...model.patches] }] : [],
    );
const scores = new Map<string, number[]>();
const seconds: number[] = [];
for (const task of tasks) {
  const started = performance.now();
  const selection = await chosen(task, task === tasks[0] ? values.report : undefined);
  seconds.push((performance.now() - started) / 1000);
  const right = new Set(task.patches.flatMap(({ name, right: isOne }) => (isOne ? [name] : [])));
  const isRight = ({ names }: PatchGroup) => names.some((name) => right.has(name));
  const { groups, picked } = selection;
  const found = {
    'select --repo': right.has(picked?.name ?? '') ? 1 : 0,
    'most regression tests passed': shareOfBest(groups, isRight, ({ breaks }) => -Object.keys(breaks).length),
    'most tests for the issue passed': shareOfBest(groups, isRight, ({ passed }) => passed),
    'most votes': shareOfBest(groups, isRight, ({ votes }) => votes),
    'drawn at random': right.size / task.patches.length,
  };
  for (const [rule, score] of Object.entries(found)) scores.set(rule, [...(scores.get(rule) ?? []), score]);
  const wrong = `${task.tests_wrong}/${task.tests_all} tests wrong`;
  console.log(
    `${task.id}: ${JSON.stringify(picked?.name)} ${found['select --repo']} (${right.size}/${task.patches.length} right, ${wrong}, ${selection.rule}, ${seconds.at(-1)?.toFixed(1)} s)`,
  );
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const packages = new Set(tasks.map((task) => task.package)).size;
const tests = sum(tasks.map((task) => task.tests_all));
console.log(
  `\n${tasks.length} tasks of ${packages} packages, ${sum(tasks.map(({ patches }) => patches.length))} patches, ${tests} tests of which ${sum(tasks.map((task) => task.tests_wrong))} are wrong`,
);
const own = scores.get('select --repo') ?? [];
for (const [rule, each] of scores) {
  const share = estimateText(wilsonInterval(sum(each), each.length));
  const gain = pairedBootstrap(own, each, { rng: createRng(0).fork(rule) });
  const against = rule === 'select --repo' ? '' : `; select --repo ${pointsWithInterval(gain)}`;
  console.log(`${rule}: ${sum(each).toFixed(1)}/${each.length} right, ${share}${against}`);
}
const sorted = seconds.toSorted((a, b) => a - b);
console.log(
  `seconds per task: median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)}, most ${sorted.at(-1)?.toFixed(1)}`,
);
