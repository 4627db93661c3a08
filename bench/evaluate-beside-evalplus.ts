/**
 * `mutagree evaluate` beside EvalPlus's own evaluator on the same samples: wall and CPU seconds, and every verdict that
 * differs. Both get as many workers, and both are measured with and without the references' answers at hand. Nothing is
 * run twice at the same time; on a machine that does other work, believe CPU seconds.
 *
 * npx tsx bench/evaluate-beside-evalplus.ts --python VENV/bin/python --tasks FILE (--samples FILE | --known FILE)
 *   [--per-task 10] [--endless-every 5] [--limit N] [--jobs 2] [--sandbox bubblewrap] [--details] [--folder DIR]
 *
 * `--python`: one with evalplus (`python -m venv VENV && VENV/bin/pip install evalplus`). `--samples`: `{task_id, solution}`
 * per line; `--known`: the same, of which ten per task are drawn and endless ones mixed in. With `--folder`, `--only mutagree`
 * or `--only evalplus` runs one of them and compares with what the other left there.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/package-root.ts';
import { mixedSamples, textLines } from './evalplus/mixed-samples.ts';
import { type Timed, timedCommand } from './evalplus/timed-command.ts';
import { textTable } from './statistics.ts';

const { values } = parseArgs({
  options: {
    python: { type: 'string' },
    tasks: { type: 'string', default: '../shared/formats/humanevalplus.jsonl.gz' },
    known: { type: 'string', default: '../shared/strong/hardeval-humanevalplus-even.jsonl.gz' },
    samples: { type: 'string' },
    'per-task': { type: 'string', default: '10' },
    'endless-every': { type: 'string', default: '5' },
    limit: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    sandbox: { type: 'string', default: 'bubblewrap' },
    details: { type: 'boolean', default: false },
    folder: { type: 'string' },
    only: { type: 'string' },
  },
});

type Task = Parameters<typeof mixedSamples>[0][number];
type Sample = ReturnType<typeof mixedSamples>[number];
interface Judged {
  readonly base_status: string;
  readonly plus_status: string;
}

async function readLines<T>(path: string): Promise<T[]> {
  return textLines(await readFile(path), path.endsWith('.gz')).map((line) => JSON.parse(line) as T);
}

const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'mutagree-evalplus-')));
const most = values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit);
// The very lines: their numbers are larger than those of JavaScript.
const lines = textLines(await readFile(values.tasks), values.tasks.endsWith('.gz')).slice(0, most);
const tasks = lines.map((line) => JSON.parse(line) as Task);
const taskFile = join(folder, 'tasks.jsonl');
await writeFile(taskFile, lines.map((line) => `${line}\n`).join(''));
const wanted = new Set(tasks.map(({ task_id }) => task_id));
const samples = values.samples
  ? (await readLines<Sample>(values.samples)).filter(({ task_id }) => wanted.has(task_id))
  : mixedSamples(tasks, await readLines<Sample>(values.known), {
      perTask: Number(values['per-task']),
      endlessEvery: Number(values['endless-every']),
    });
const sampleFile = join(folder, 'samples.jsonl');
await writeFile(sampleFile, samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
console.log(`${tasks.length} tasks, ${samples.length} samples, ${values.jobs} workers each; files in ${folder}`);

const theirResults = join(folder, 'samples_eval_results.json');

async function evalPlus(): Promise<Timed> {
  await rm(theirResults, { force: true });
  const script = join(packageRoot(), 'bench', 'evalplus', 'run_evalplus.py');
  const argv = [values.python ?? 'python3', script, sampleFile, values.jobs, ...(values.details ? ['details'] : [])];
  return timedCommand(argv, { HUMANEVAL_OVERRIDE_PATH: taskFile, XDG_CACHE_HOME: join(folder, 'cache-evalplus') });
}

async function theirVerdicts(): Promise<readonly Judged[]> {
  const judged = JSON.parse(await readFile(theirResults, 'utf8')) as { eval: Record<string, Judged[]> };
  const next = new Map(Object.entries(judged.eval).map(([id, ofTask]) => [id, ofTask.values()]));
  return samples.map(({ task_id }) => next.get(task_id)?.next().value as Judged);
}

async function mutagree(): Promise<Timed> {
  const argv = [
    process.execPath,
    join(packageRoot(), 'dist/src/cli/main.js'),
    ...['evaluate', '--dataset', taskFile, '--samples', sampleFile, '--sandbox', values.sandbox],
    ...['--jobs', values.jobs, ...(values.details ? ['--details'] : []), '--json'],
    // The same interpreter, with the same packages: some samples import numpy.
    ...(values.python === undefined ? [] : ['--python', values.python]),
  ];
  return timedCommand(argv, { XDG_CACHE_HOME: join(folder, 'cache-mutagree') });
}

const seconds = (value: number | null) => (value === null ? 'unknown' : value.toFixed(1));
const rows = [['', 'wall s', 'CPU s']];
const note = (name: string, { wallSeconds, cpuSeconds }: Timed) => {
  rows.push([name, seconds(wallSeconds), seconds(cpuSeconds)]);
  console.log(rows.at(-1)?.join('  '));
};

/** The first run of each asks the references; the second finds their answers. */
async function twice(name: string, run: () => Promise<Timed>): Promise<Timed> {
  note(`${name}, first`, await run());
  const second = await run();
  note(`${name}, answers kept`, second);
  return second;
}

const mine = values.only === 'evalplus' ? null : await twice('mutagree', mutagree);
const theirs = values.only === 'mutagree' ? null : await twice('evalplus', evalPlus);
console.log(`\n${textTable(rows)}`);

const isPass = (status: string | undefined) => status === 'pass';
const partsOf = ({ base_status, plus_status }: Judged) => ({
  base: isPass(base_status),
  'base+plus': isPass(base_status) && isPass(plus_status),
  ...(values.details ? { plus: isPass(plus_status) } : {}),
});
if (mine && theirs) console.log(`${(theirs.wallSeconds / mine.wallSeconds).toFixed(2)} times as fast`);
const [ours, evalplus] = [await readLines<Judged>(`${sampleFile}_results.jsonl`), await theirVerdicts()];
let differing = 0;
for (const [at, { task_id }] of samples.entries()) {
  const [one, other] = [ours[at] as Judged, evalplus[at] as Judged];
  if (JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other))) continue;
  differing++;
  const shown = [one, other].map((judged) => JSON.stringify({ ...judged, task_id: undefined, solution: undefined }));
  console.log(`sample ${at} of ${task_id}: mutagree ${shown[0]}, evalplus ${shown[1]}`);
}
const passed = ours.filter((judged) => partsOf(judged)['base+plus']).length;
console.log(`verdicts: ${samples.length}, of which ${passed} pass; ${differing} differ`);
if (!values.folder) await rm(folder, { recursive: true });
