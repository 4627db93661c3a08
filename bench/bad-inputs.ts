/**
 * Bad inputs over all verbs and formats, by a seed: flags, task files of every format, config files, jobs, samples,
 * tests, run directories. In this process through the command line's own main function, every `--binary`-th one through
 * the built program too. Each must end within 10 s of CPU (30 s of wall), with a known exit code that is not 1, without a stack trace, and with
 * a word on stderr where it refuses. Ends with 1 where one does not; `--only N` runs the one of that number and shows it.
 *
 *   npx tsx bench/bad-inputs.ts [--count 10000] [--from 0] [--seed 0] [--binary 0] [--only N]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createProgram } from '../src/cli/create-program.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { createRng } from '../src/core/random.ts';
import { packageRoot } from '../src/package-root.ts';
import { table } from '../src/reporters/columns.ts';
import { fakeIo } from '../test/fakes/fake-io.ts';
import { syntheticRun } from '../test/fakes/run-record.ts';
import { type BadInput, badInput, firstLines, type Sources } from './bad-inputs/cases.ts';

/** Of processor time, since machines that do other things are slow; without working, three times as long. */
const MOST_MS = 10_000;
/** A verb that waits for requests is told to stop. */
const STOP_MS = 3000;
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '0' },
    binary: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
});
const root = packageRoot();
const shared = join(root, '../shared/formats');
const folder = mkdtempSync(join(tmpdir(), 'mutagree-bad-'));
process.chdir(folder);

const asLines = (records: readonly unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const starter = firstLines(join(root, 'data/starter/tasks.jsonl'), 2);
const [task] = starter.split('\n').map((line) => (line === '' ? {} : JSON.parse(line)));
const record = syntheticRun({ tasks: 3 });
const datasets = new Map([['HumanEval', starter]]);
for (const name of existsSync(shared) ? readdirSync(shared) : []) {
  if (name.endsWith('.jsonl')) datasets.set(name, firstLines(join(shared, name), 2));
}
const sources: Sources = {
  datasets,
  config:
    'dataset: starter\nmodel: m\nvariants: 2\nmutators: lex-task-verb\narms: [baseline, self-agreement]\nk: [1, 3]\nprices:\n  m: {input: 1, output: 2}\nextraBody: {top_k: 20}\n',
  jobs: asLines([
    {
      id: 'a',
      candidates: [{ id: '0', code: 'def f(x):\n    return x' }],
      tests: [{ id: 't', code: 'assert f(1) == 1' }],
      entryPoint: 'f',
      timeoutMs: 1000,
      memoryMib: 128,
    },
  ]),
  solutions: asLines([{ task_id: task.task_id, solution: `${task.prompt}${task.canonical_solution}` }]),
  tests: asLines([{ task_id: task.task_id, tests: ['assert add_numbers(1, 2) == 3'] }]),
  run: new Map([
    ['manifest.json', JSON.stringify(record.manifest)],
    ...(['variants', 'replies'] as const).map((name) => [`${name}.jsonl`, asLines(record[name].slice(0, 4))] as const),
    ['tasks.jsonl', asLines(record.tasks.map((each) => ({ key: each.taskId, ...each, refusals: [], armSamples: [] })))],
    ['official.jsonl', asLines(record.official.map((each, at) => ({ key: `${at}`, ...each })))],
    ['rankings.jsonl', asLines(record.rankings.map((each, at) => ({ key: `${at}`, ...each })))],
  ]),
};

interface Fault {
  readonly number: number;
  readonly problem: string;
  readonly input: BadInput;
  readonly err: string;
}

/** What is wrong with how an input was dealt with; null where nothing is. */
function faultOf(code: number | null, ms: number, cpuMs: number, err: string): string | null {
  if (cpuMs > MOST_MS || ms > 3 * MOST_MS)
    return `took ${(ms / 1000).toFixed(1)} s, ${(cpuMs / 1000).toFixed(1)} s of CPU`;
  if (/\n\s+at .*:\d+/.test(err)) return 'stack trace';
  if (code === null || ![0, 2, 3, 4, 5, 130].includes(code)) return `exit code ${code}`;
  if (code !== 0 && code !== 130 && code !== 3 && err.trim() === '') return `exit code ${code} without a word`;
  return null;
}

/** How one way of calling it ended. */
interface Way {
  readonly code: number | null;
  readonly ms: number;
  readonly cpuMs: number;
  readonly err: string;
}

const stray: string[] = [];
let isTrying = false;
function hear(what: string, reason: unknown): void {
  const text = `${what}: ${reason instanceof Error ? reason.stack : reason}`;
  if (isTrying) stray.push(text);
  else {
    console.error(text);
    process.exit(1);
  }
}
process.on('unhandledRejection', (reason) => hear('unhandled rejection', reason));
process.on('uncaughtException', (error) => hear('uncaught exception', error));

async function inProcess({ argv, env }: BadInput): Promise<Way> {
  const stop = new AbortController();
  const io = fakeIo({ env, signal: stop.signal });
  const timer = setTimeout(() => stop.abort(), STOP_MS);
  const started = performance.now();
  const cpu = process.cpuUsage();
  let giveUp: NodeJS.Timeout | undefined;
  // Holds the process: a promise that nothing settles any more would end it without a word.
  const late = new Promise<number>((resolve) => {
    giveUp = setTimeout(() => resolve(-1), 4 * MOST_MS);
  });
  isTrying = true;
  const code = await Promise.race([runCli(argv, io), late]);
  isTrying = false;
  clearTimeout(timer);
  clearTimeout(giveUp);
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1000;
  return { code, ms: performance.now() - started, cpuMs, err: io.err.join('') + stray.splice(0).join('\n') };
}

function byBinary({ argv, env }: BadInput): Way {
  const started = performance.now();
  const { PATH = '', HOME = '' } = process.env;
  const main = join(root, 'dist/src/cli/main.js');
  const ended = spawnSync(process.execPath, [main, ...argv], {
    env: { PATH, HOME, ...env },
    timeout: 4 * MOST_MS,
    encoding: 'utf8',
    input: '',
  });
  return { code: ended.status, ms: performance.now() - started, cpuMs: 0, err: ended.stderr };
}

const faults: Fault[] = [];
const kinds = new Map<string, Map<string, number>>();
const noted = (kind: string, code: number | null) => {
  const group = kind.replace(/^flags of .*/, 'flags').replace(/ \(.*\)$/, '');
  const codes = kinds.get(group) ?? new Map<string, number>();
  codes.set(`${code}`, (codes.get(`${code}`) ?? 0) + 1);
  kinds.set(group, codes);
};
const [count, from, seed, binary] = [values.count, values.from, values.seed, values.binary].map(Number) as [
  number,
  number,
  number,
  number,
];
const numbers = values.only === undefined ? Array.from({ length: count }, (_, at) => from + at) : [Number(values.only)];
const isServer = (argv: readonly string[]) => ['serve', 'view', 'worker'].includes(argv[0] ?? '');
let longest = 0;
for (const number of numbers) {
  const rng = createRng(seed).fork('bad-input', number);
  const own = join(folder, 'case');
  mkdirSync(own, { recursive: true });
  const program = createProgram(fakeIo(), () => {});
  const input = badInput(program, sources, rng, own);
  const first = await inProcess(input);
  // A busy machine is slow once; a hang is one each time.
  const ways = [first.ms > MOST_MS ? await inProcess(input) : first];
  if (binary > 0 && number % binary === 0 && !isServer(input.argv)) ways.push(byBinary(input));
  for (const { code, ms, cpuMs, err } of ways) {
    noted(input.kind, code);
    longest = Math.max(longest, ms);
    const problem = faultOf(code, ms, cpuMs, err);
    if (problem) {
      faults.push({ number, problem, input, err });
      console.error(
        `${number}: ${problem}: mutagree ${input.argv.map((word) => JSON.stringify(word.slice(0, 80))).join(' ')}\n${err.slice(0, 1200)}`,
      );
    }
    if (values.only !== undefined) console.log(JSON.stringify({ ...input, code, ms, err }, null, 2));
  }
  if (values.only === undefined) rmSync(own, { recursive: true, force: true });
  if (number % 500 === 499)
    console.error(
      `${number + 1 - from} of ${count}, ${faults.length} faults, longest ${(longest / 1000).toFixed(1)} s`,
    );
}
process.chdir(root);
if (values.only === undefined) rmSync(folder, { recursive: true, force: true });
const codes = ['0', '2', '3', '4', '5', '130', '1', '-1', 'null'];
console.log(
  table([
    ['', ...codes],
    ...[...kinds].sort().map(([kind, found]) => [kind, ...codes.map((code) => String(found.get(code) ?? 0))]),
  ]),
);
console.log(
  `${numbers.length} inputs, seed ${seed}: ${faults.length} faults, longest ${(longest / 1000).toFixed(1)} s`,
);
process.exit(faults.length > 0 ? 1 : 0);
