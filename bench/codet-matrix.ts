/**
 * Verdicts, CPU and wall time on CodeT's published matrix (the half in ../shared/codet), beside CodeT's own verdicts.
 *
 * npx tsx bench/codet-matrix.ts [--sandbox bubblewrap|docker|...] [--tasks N] [--jobs N]
 *   [--save FILE]  writes all verdicts; [--against FILE] counts and lists the cells in which this run differs from them
 */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import pLimit from 'p-limit';
import { hashOf } from '../src/core/hash.ts';
import type { Sandbox, SandboxLimits, SandboxResult, TestSuite } from '../src/core/sandbox.ts';
import { packageRoot } from '../src/package-root.ts';
import { normaliseProgram } from '../src/python-source/renaming/normalise.ts';
import { chooseSandbox } from '../src/sandbox/index.ts';
import { compareVerdicts, saveVerdicts, type VerdictTable } from './verdict-file.ts';

interface MatrixTask {
  readonly task_id: string;
  readonly entry_point: string;
  readonly candidates: readonly string[];
  readonly tests: readonly string[];
  /** One string per candidate: `1` pass, `0` fail, `t` timed out; `x` where CodeT's harness voided the row. */
  readonly rows: readonly string[];
}

/** Those of CodeT's own run. */
const LIMITS: SandboxLimits = { timeoutMs: 100, memoryMib: 256 };

/** A cell of CodeT's matrix that we see otherwise. */
interface Difference {
  readonly taskId: string;
  readonly candidate: number;
  readonly test: string;
  readonly codet: string;
  readonly ours: string;
  readonly detail: string | null;
}

function toSuite({ tests, entry_point }: MatrixTask): TestSuite {
  const content = {
    tests: tests.map((code, index) => ({ id: `${index}`, body: { kind: 'assertion', code } as const })),
    entryPoint: entry_point,
  };
  return { id: hashOf(content), ...content };
}

/** Candidates that are one program after normalisation, by that program's text. */
function groupCandidates({ candidates }: MatrixTask): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, code] of candidates.entries()) {
    const key = normaliseProgram(code);
    groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  return groups;
}

interface Tally {
  cells: number;
  compared: number;
  agreed: number;
  weak: number;
  cpuMs: number;
  programs: number;
  readonly verdicts: Record<string, number>;
  readonly differences: Difference[];
  readonly table: VerdictTable;
}

function compare(tally: Tally, task: MatrixTask, candidates: readonly number[], result: SandboxResult): void {
  for (const candidate of candidates) {
    for (const [index, verdict] of result.verdicts.entries()) {
      tally.cells++;
      tally.weak += Number(result.weak[index]);
      tally.verdicts[verdict] = (tally.verdicts[verdict] ?? 0) + 1;
      const codet = task.rows[candidate]?.[index] ?? 'x';
      if (codet === 'x') continue;
      tally.compared++;
      if ((codet === '1') === (verdict === 'pass')) tally.agreed++;
      else
        tally.differences.push({
          taskId: task.task_id,
          candidate,
          test: task.tests[index] ?? '',
          codet,
          ours: verdict,
          detail: result.details[index] ?? null,
        });
    }
  }
}

async function measure(sandbox: Sandbox, tasks: readonly MatrixTask[], limits: SandboxLimits, inFlight: number) {
  const tally: Tally = {
    cells: 0,
    compared: 0,
    agreed: 0,
    weak: 0,
    cpuMs: 0,
    programs: 0,
    verdicts: {},
    differences: [],
    table: new Map(),
  };
  const { signal } = new AbortController();
  const limit = pLimit(inFlight);
  const runs = tasks.flatMap((task) => {
    const suite = toSuite(task);
    return [...groupCandidates(task).values()].map((candidates) =>
      limit(async () => {
        const id = `${task.task_id}/${candidates[0]}`;
        const code = task.candidates[candidates[0] ?? 0] ?? '';
        const result = await sandbox.run({ id, code, suite, limits }, signal);
        tally.programs++;
        tally.table.set(id, result.verdicts);
        tally.cpuMs += result.cpuMs;
        compare(tally, task, candidates, result);
      }),
    );
  });
  await Promise.all(runs);
  return tally;
}

async function main() {
  const { values } = parseArgs({
    options: {
      sandbox: { type: 'string', default: 'auto' },
      tasks: { type: 'string' },
      jobs: { type: 'string', default: `${availableParallelism()}` },
      python: { type: 'string' },
      save: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const file = join(packageRoot(), '..', 'shared', 'codet', 'matrix.jsonl.gz');
  if (!existsSync(file)) {
    process.stderr.write(`skipped: ${file} is missing (CodeT's published verdicts)\n`);
    return;
  }
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const tasks = lines.slice(0, Number(values.tasks ?? lines.length)).map((line) => JSON.parse(line) as MatrixTask);
  const jobs = Number(values.jobs);
  const started = performance.now();
  const before = process.cpuUsage();
  const { plugin, reason } = await chooseSandbox(values.sandbox);
  process.stderr.write(`${reason}\n`);
  const sandbox = await plugin.open({ jobs, ...(values.python ? { python: values.python } : {}) });
  const tally = await measure(sandbox, tasks, LIMITS, jobs * 32);
  const wallMs = performance.now() - started;
  await sandbox.close();
  const { user, system } = process.cpuUsage(before);
  const { differences, table, ...figures } = tally;
  const summary = {
    sandbox: sandbox.name,
    tasks: tasks.length,
    ...figures,
    agreement: tally.agreed / tally.compared,
    differences: differences.length,
    cpuSeconds: tally.cpuMs / 1000,
    nodeCpuSeconds: (user + system) / 1e6,
    wallSeconds: wallMs / 1000,
    peakMibOfNode: process.resourceUsage().maxRSS / 1024,
  };
  process.stdout.write(`${JSON.stringify(summary, null, 2)}\n${causes(differences)}\n`);
  if (values.save) saveVerdicts(values.save, table);
  if (values.against) {
    const { cells, lines } = compareVerdicts(table, values.against);
    const counted = `${lines.length} of ${cells} cells (programs times tests) differ from ${values.against}`;
    process.stderr.write(`${[counted, ...lines].join('\n')}\n`);
    if (lines.length > 0) process.exitCode = 1;
  }
}

/** Differences by direction and detail, most frequent first. */
function causes(differences: readonly Difference[]): string {
  const counts = new Map<string, number>();
  for (const { codet, ours, detail } of differences) {
    const key = `CodeT ${codet}, ours ${ours}: ${(detail ?? '').slice(0, 80)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 30)
    .map(([cause, count]) => `${String(count).padStart(6)}  ${cause}`)
    .join('\n');
}

await main();
