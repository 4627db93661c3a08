/**
 * What a (candidate, test) cell costs, from 10 to 1,000 candidates and from 10 to 1,000 tests. Every candidate and every
 * call is another one, so that nothing is answered from memory. CPU is that of the sandbox's processes and of node.
 * A candidate costs something before its first cell, so beside the cost per cell stands the straight line through the
 * costs of the smallest and the largest size, with the distance of the others from it. Then a job of 100,000 cells
 * beside one of 10,000, through `mutagree execute`: memory, and when the first row comes.
 *
 * npx tsx bench/flat-cost.ts [--sandbox bubblewrap,docker,process,wasm] [--rounds 3] [--python FILE] [--json]
 *   [--only sizes|streamed]
 */
import { parseArgs } from 'node:util';
import { hashOf } from '../src/core/hash.ts';
import type { Sandbox, TestSuite } from '../src/core/sandbox.ts';
import { chooseSandbox, sandboxes } from '../src/sandbox/index.ts';
import { runJobs } from '../src/sandbox/pool/run-jobs.ts';
import { median, textTable } from './statistics.ts';
import { runStreamedJob, type StreamedJob } from './streamed-job.ts';

const SIZES = [10, 30, 100, 300, 1000];
/** The other side of the matrix while one grows. */
const FIXED = 100;
const ALLOWED = 1.2;
const LIMITS = { timeoutMs: 1000, memoryMib: 256 };

interface Cost {
  readonly sandboxMs: number;
  readonly nodeMs: number;
  readonly wallMs: number;
}

/** About a tenth of a millisecond per call, and right in one candidate of two. */
function program(index: number, salt: number): string {
  return `def f(numbers):
    total = ${salt}
    for number in numbers:
        total = (total * 31 + number * ${index + 1}) % 1000003
    return len(numbers)${index % 2 ? '' : ' + 1'}`;
}

function suiteOf(tests: number, salt: number): TestSuite {
  const content = {
    tests: Array.from({ length: tests }, (_, index) => ({
      id: `${index}`,
      body: { kind: 'assertion', code: `assert f(list(range(${index}, ${index + 40}))) == 40  # ${salt}` } as const,
    })),
    entryPoint: 'f',
  };
  return { id: hashOf(content), ...content };
}

async function measure(sandbox: Sandbox, candidates: number, tests: number, salt: number): Promise<Cost> {
  const suite = suiteOf(tests, salt);
  function* jobs() {
    for (let index = 0; index < candidates; index++) {
      yield { job: { id: `${index}`, code: program(index, salt), suite, limits: LIMITS }, context: index };
    }
  }
  const cpu = process.cpuUsage();
  const started = performance.now();
  let sandboxMs = 0;
  const { signal } = new AbortController();
  for await (const { result, context } of runJobs(sandbox, jobs(), { inFlight: 4, signal })) {
    const expected = context % 2 ? 'pass' : 'fail';
    const wrong = result.verdicts.findIndex((verdict) => verdict !== expected);
    if (wrong >= 0) {
      throw new Error(
        `cell ${context}, ${wrong}: ${result.verdicts[wrong]} (${result.details[wrong]}), not ${expected}`,
      );
    }
    sandboxMs += result.cpuMs;
  }
  const { user, system } = process.cpuUsage(cpu);
  return { sandboxMs, nodeMs: (user + system) / 1000, wallMs: performance.now() - started };
}

/** Medians over the rounds, in milliseconds per cell. */
function perCell(costs: readonly Cost[], cells: number): Cost {
  const of = (field: keyof Cost) => median(costs.map((cost) => cost[field])) / cells;
  return { sandboxMs: of('sandboxMs'), nodeMs: of('nodeMs'), wallMs: of('wallMs') };
}

/** Cost of a whole size as `base + size * slope`, through the smallest and the largest one. */
function straightLine(rows: readonly { size: number; totalMs: number }[]) {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw new RangeError('no sizes');
  const slope = (last.totalMs - first.totalMs) / (last.size - first.size);
  const base = first.totalMs - slope * first.size;
  const off = Math.max(...rows.map(({ size, totalMs }) => Math.abs(totalMs / (base + slope * size) - 1)));
  return { baseMs: base, slopeMs: slope, off };
}

async function compareSizes(name: string, side: 'candidates' | 'tests', sandbox: Sandbox, rounds: number) {
  const costs = SIZES.map((): Cost[] => []);
  // Sizes take turns, so that other work on the machine meets all of them.
  for (let round = 0; round < rounds; round++) {
    for (const [at, size] of SIZES.entries()) {
      const [candidates, tests] = side === 'candidates' ? [size, FIXED] : [FIXED, size];
      costs[at]?.push(await measure(sandbox, candidates, tests, round * 10 + at + 1));
    }
  }
  const rows = SIZES.map((size, at) => ({ size, ...perCell(costs[at] ?? [], size * FIXED) }));
  const line = straightLine(
    rows.map(({ size, sandboxMs, nodeMs }) => ({ size, totalMs: (sandboxMs + nodeMs) * size * FIXED })),
  );
  const total = rows.map(({ sandboxMs, nodeMs }) => sandboxMs + nodeMs);
  const growth = (total.at(-1) ?? 0) / (total[0] ?? 1);
  return { sandbox: name, side, fixed: FIXED, rounds, rows, growth, line };
}

function showSizes({ sandbox, side, rounds, rows, growth, line }: Awaited<ReturnType<typeof compareSizes>>): string {
  const lines = rows.map(({ size, sandboxMs, nodeMs, wallMs }) => [
    `${size}`,
    ...[sandboxMs + nodeMs, sandboxMs, nodeMs, wallMs].map((ms) => `${(ms * 1000).toFixed(1)}`),
  ]);
  const perOne = side === 'tests' ? FIXED : 1;
  return (
    `\n${sandbox}: ${side} grow, ${FIXED} of the other; µs per cell, medians of ${rounds} rounds, one worker\n` +
    `${textTable([[side, 'CPU', 'sandbox', 'node', 'wall'], ...lines])}\n` +
    `CPU per cell at ${SIZES.at(-1)} is ${growth.toFixed(2)} times that at ${SIZES[0]}: ` +
    `${growth <= ALLOWED ? 'it does not grow by more than 20 %' : 'IT GROWS by more than 20 %'}\n` +
    `CPU of one ${side === 'tests' ? 'candidate' : 'suite'}: ${(line.baseMs / perOne).toFixed(1)} ms + ` +
    `${((line.slopeMs / perOne) * 1000).toFixed(side === 'tests' ? 1 : 0)} µs a ${side.slice(0, -1)}; ` +
    `the other sizes are within ${(line.off * 100).toFixed(0)} % of that line\n`
  );
}

function showStreamed(sandbox: string, jobs: readonly StreamedJob[]): string {
  const head = [
    'cells',
    'first row s',
    'last row s',
    'sandbox CPU s',
    'CPU µs/cell',
    'node peak MiB',
    'sandbox peak MiB',
  ];
  const rows = jobs.map((job) => [
    `${job.cells}`,
    ...[job.firstRowMs / 1000, job.lastRowMs / 1000, job.cpuMs / 1000].map((value) => value.toFixed(2)),
    ((job.cpuMs / job.cells) * 1000).toFixed(1),
    ...[job.peakNodeMib, job.peakSandboxMib].map((value) => value.toFixed(0)),
  ]);
  return `\n${sandbox}: one job through "mutagree execute" (under tsx, default workers)\n${textTable([head, ...rows])}\n`;
}

async function main() {
  const { values } = parseArgs({
    options: {
      sandbox: { type: 'string', default: sandboxes.map(({ name }) => name).join(',') },
      rounds: { type: 'string', default: '3' },
      python: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const show = (text: string) => void (values.json || process.stdout.write(text));
  const sizes: Awaited<ReturnType<typeof compareSizes>>[] = [];
  const streamed: (StreamedJob & { sandbox: string })[] = [];
  for (const name of values.sandbox.split(',')) {
    const { plugin } = await chooseSandbox(name);
    if (values.only !== 'streamed') {
      // One worker, so that wall time counts the same work as CPU time does.
      const sandbox = await plugin.open({ jobs: 1, ...(values.python ? { python: values.python } : {}) });
      await measure(sandbox, 3, 10, 0);
      for (const side of ['candidates', 'tests'] as const) {
        const figures = await compareSizes(name, side, sandbox, Number(values.rounds));
        sizes.push(figures);
        show(showSizes(figures));
      }
      await sandbox.close();
    }
    if (values.only !== 'sizes') {
      const jobs = [await runStreamedJob(name, 100, 100), await runStreamedJob(name, 1000, 100)];
      streamed.push(...jobs.map((job) => ({ sandbox: name, ...job })));
      show(showStreamed(name, jobs));
    }
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ sizes, streamed })}\n`);
  if (sizes.some(({ growth }) => growth > ALLOWED)) process.exitCode = 1;
}

await main();
