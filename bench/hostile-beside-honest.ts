/**
 * Whether honest verdicts change where hostile programs and tests run in the same pool, and what it costs.
 *
 * npx tsx bench/hostile-beside-honest.ts CODET-MATRIX.jsonl.gz [HONEST-TASKS [HOSTILE-JOBS [PROGRAMS [TESTS]]]]
 *
 * Fifty tasks of CodeT with five programs and ten tests each on bubblewrap with two workers, twice: alone, and with a
 * hundred hostile jobs between them. Verdicts, outputs, details and weakness are compared as bytes. The hostile jobs run
 * a third time, one after another, which says how long they hold a worker: they use their own limits up, so that what
 * they cost is theirs, whatever the honest ones take. `times` is the wall time beside over that alone; `atLeast` is what
 * it would be if the hostile ones' processor time alone were added, spread evenly over the workers.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { hashOf } from '../src/core/hash.ts';
import type { Sandbox, SandboxJob, SandboxResult, TestSuite } from '../src/core/sandbox.ts';
import { bubblewrapSandbox } from '../src/sandbox/native/bubblewrap-sandbox.ts';
import { hostilePrograms } from '../test/contracts/hostile-programs.ts';
import { hostileTests } from '../test/contracts/hostile-tests.ts';

const [
  path = '../shared/codet/matrix.jsonl.gz',
  tasks = '50',
  attacks = '100',
  programsPerTask = '5',
  testsPerTask = '10',
] = process.argv.slice(2);
const workers = 2;
const limits = { timeoutMs: 500, memoryMib: 256 };

interface Row {
  readonly task_id: string;
  readonly entry_point: string;
  readonly candidates: readonly string[];
  readonly tests: readonly string[];
}

function suiteOf(entryPoint: string, codes: readonly string[]): TestSuite {
  const tests = codes.map((code, index) => ({ id: `${index}`, body: { kind: 'assertion', code } as const }));
  return { id: hashOf({ entryPoint, codes }), entryPoint, tests };
}

function honestJobs(rows: readonly Row[]): SandboxJob[] {
  return rows.flatMap(({ task_id, entry_point, candidates, tests }) => {
    const suite = suiteOf(entry_point, tests.slice(0, Number(testsPerTask)));
    const programs = [...new Set(candidates)].slice(0, Number(programsPerTask));
    return programs.map((code, index) => ({ id: `${task_id} ${index}`, code, suite, limits }));
  });
}

function hostileJobs(count: number): SandboxJob[] {
  const tests = hostileTests.map((test, index) => ({
    id: `hostile test ${index}`,
    code: 'def f(x): return x',
    suite: suiteOf('f', [test, 'assert f(1) == 1']),
    limits,
  }));
  const wanted = count - tests.length;
  const chosen = hostilePrograms.filter(
    (_, index) =>
      Math.floor((index * wanted) / hostilePrograms.length) !==
      Math.floor(((index + 1) * wanted) / hostilePrograms.length),
  );
  const programs = chosen.map(({ name, code, test = 'assert f(3) == 6' }) => ({
    id: name,
    code,
    suite: suiteOf('f', [test]),
    limits,
  }));
  return [...programs, ...tests].slice(0, count);
}

/** The hostile ones evenly between the honest ones. */
function mixed(honest: readonly SandboxJob[], hostile: readonly SandboxJob[]): SandboxJob[] {
  const places = [...honest.map((job, at) => ({ job, at: at / honest.length }))];
  places.push(...hostile.map((job, at) => ({ job, at: (at + 0.5) / hostile.length })));
  return places.toSorted((one, other) => one.at - other.at).map(({ job }) => job);
}

const judged = ({ cpuMs: _, ...rest }: SandboxResult) => JSON.stringify(rest);

async function runAll(sandbox: Sandbox, jobs: readonly SandboxJob[]) {
  const { signal } = new AbortController();
  const started = performance.now();
  const results = await Promise.all(
    jobs.map(async (job) => {
      const result = await sandbox.run(job, signal).catch((error: Error) => error);
      return { job, result, atSeconds: (performance.now() - started) / 1000 };
    }),
  );
  return { results, wallSeconds: (performance.now() - started) / 1000 };
}

const rows = gunzipSync(readFileSync(path))
  .toString('utf8')
  .trimEnd()
  .split('\n')
  .slice(0, Number(tasks))
  .map((line) => JSON.parse(line) as Row);
const honest = honestJobs(rows);
const hostile = hostileJobs(Number(attacks));
const isHonest = new Set(honest);

async function measure(title: string, jobs: readonly SandboxJob[]) {
  const sandbox = await bubblewrapSandbox.open({ jobs: workers });
  const { results, wallSeconds } = await runAll(sandbox, jobs);
  await sandbox.close();
  const cpuSeconds = (only: boolean) =>
    results.reduce(
      (sum, { job, result }) => sum + (result instanceof Error || isHonest.has(job) !== only ? 0 : result.cpuMs / 1000),
      0,
    );
  const failed = results.flatMap(({ job, result }) =>
    result instanceof Error ? [`${job.id}: ${result.message}`] : [],
  );
  const figures = {
    jobs: jobs.length,
    wallSeconds: Number(wallSeconds.toFixed(1)),
    lastHonestAtSeconds: Number(
      Math.max(...results.flatMap(({ job, atSeconds }) => (isHonest.has(job) ? [atSeconds] : []))).toFixed(1),
    ),
    honestCpuSeconds: Number(cpuSeconds(true).toFixed(1)),
    hostileCpuSeconds: Number(cpuSeconds(false).toFixed(1)),
    failed,
  };
  process.stdout.write(`${title} ${JSON.stringify(figures)}\n`);
  return { wallSeconds, hostileCpu: cpuSeconds(false), of: new Map(results.map(({ job, result }) => [job, result])) };
}

/** How long each hostile job holds a worker, where nothing else runs in the sandbox. */
async function measureHeld(jobs: readonly SandboxJob[]): Promise<void> {
  const sandbox = await bubblewrapSandbox.open({ jobs: 1 });
  const held: { readonly id: string; readonly seconds: number }[] = [];
  for (const job of jobs) {
    const { wallSeconds } = await runAll(sandbox, [job]);
    held.push({ id: job.id, seconds: Number(wallSeconds.toFixed(2)) });
  }
  await sandbox.close();
  const seconds = held.reduce((sum, each) => sum + each.seconds, 0);
  const longest = held.toSorted((one, other) => other.seconds - one.seconds).slice(0, 12);
  process.stdout.write(`held ${JSON.stringify({ workerSeconds: Number(seconds.toFixed(1)), longest })}\n`);
}

const alone = await measure('alone', honest);
const beside = await measure('beside', mixed(honest, hostile));
await measureHeld(hostile);
const text = (result: SandboxResult | Error | undefined) =>
  result === undefined || result instanceof Error ? `${result}` : judged(result);
const different = honest.filter((job) => text(alone.of.get(job)) !== text(beside.of.get(job)));
for (const job of different) {
  process.stdout.write(`${job.id}\n  ${text(alone.of.get(job))}\n  ${text(beside.of.get(job))}\n`);
}
const passed = hostile
  .filter((job) => {
    const result = beside.of.get(job);
    return !(result instanceof Error) && result?.verdicts[0] === 'pass';
  })
  .map(({ id }) => id);
const cells = honest.reduce((sum, { suite }) => sum + suite.tests.length, 0);
const times = Number((beside.wallSeconds / alone.wallSeconds).toFixed(2));
const atLeast = Number((1 + beside.hostileCpu / workers / alone.wallSeconds).toFixed(2));
process.stdout.write(
  `${JSON.stringify({ times, atLeast, honest: honest.length, cells, different: different.length, hostile: hostile.length, passed })}\n`,
);
