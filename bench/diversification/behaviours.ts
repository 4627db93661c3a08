import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeJobs } from '../../src/app/execute-jobs.ts';
import { createRng } from '../../src/core/random.ts';
import type { SandboxResult } from '../../src/core/sandbox.ts';
import type { Task } from '../../src/core/task.ts';
import { packageRoot } from '../../src/package-root.ts';
import { taskProbes } from '../../src/python-source/probes/task-probes.ts';
import type { Sample } from './samples.ts';

/** A sample with what its program does. */
export interface Judged extends Sample {
  /** Equal for programs that answer alike on every input; null where there is no program. */
  readonly behaviour: string | null;
  /** Whether it passes the official checks. */
  readonly right: boolean;
}

const PROBES = 40;
const LIMITS = { timeoutMs: 1000, memoryMib: 512 };

interface Inputs {
  /** The official checks, one assertion each. */
  readonly official: readonly string[];
  readonly probes: readonly string[];
}

/** The checks of the starter's own file, one assertion each, and inputs near theirs. */
function inputsOf(tasks: readonly Task[]): Map<string, Inputs> {
  const lines = readFileSync(join(packageRoot(), 'data', 'starter', 'tasks.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const tests = new Map(
    lines.map((line) => {
      const { task_id: id, test } = JSON.parse(line) as { task_id: string; test: string };
      return [id, test] as const;
    }),
  );
  return new Map(
    tasks.map((task) => {
      const entryPoint = task.entryPoint ?? '';
      const [head = '', ...body] = (tests.get(task.id) ?? '').trim().split('\n');
      const lines = body.map((line) => line.slice(4));
      const isCheck = (line: string) => line.startsWith('assert ');
      if (head !== 'def check(candidate):' || !lines.some(isCheck)) throw new Error(`${task.id} has no checks`);
      // What stands before a check are helpers of it.
      const official = lines.flatMap((line, at) => {
        const helpers = lines.slice(0, at).filter((other) => !isCheck(other));
        const code = [...helpers, line].join('\n').replaceAll(/\bcandidate\b/g, entryPoint);
        return isCheck(line) ? [code] : [];
      });
      const source = {
        entryPoint,
        prompt: task.prompt.text,
        tests: official.map((code) => ({ kind: 'assertion' as const, code })),
      };
      return [task.id, { official, probes: taskProbes(source, PROBES, createRng(0).fork(task.id)) }];
    }),
  );
}

const behaviourOf = ({ verdicts, outputs }: SandboxResult) =>
  JSON.stringify(verdicts.map((verdict, at) => outputs[at] ?? (verdict === 'pass' ? 'pass' : verdict)));

/** Runs every distinct program once on the official checks and 40 inputs near them. */
export async function judgeSamples(
  tasks: readonly Task[],
  samples: readonly Sample[],
  sandbox: string,
): Promise<Judged[]> {
  const inputs = inputsOf(tasks);
  const codes = new Map(
    tasks.map(({ id }) => {
      const own = samples.flatMap(({ taskId, code }) => (taskId === id && code !== null ? [code] : []));
      return [id, [...new Set(own)]];
    }),
  );
  const folder = mkdtempSync(join(tmpdir(), 'mutagree-diversification-'));
  const job = join(folder, 'jobs.jsonl');
  const jobs = tasks.map(({ id, entryPoint }) => {
    const { official = [], probes = [] } = inputs.get(id) ?? {};
    return {
      id,
      candidates: (codes.get(id) ?? []).map((code, at) => ({ id: `${at}`, code })),
      tests: [...official, ...probes].map((code, at) => ({ id: `${at}`, code })),
      entryPoint,
      ...LIMITS,
      giveUpAfterTimeouts: 6,
    };
  });
  writeFileSync(job, jobs.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const judged = new Map<string, { behaviour: string; right: boolean }>();
  await executeJobs({ job, sandbox, output: join(folder, 'out') }, async ({ events }) => {
    let id = '';
    for await (const event of events) {
      if (event.kind === 'begin') id = event.job.id ?? '';
      if (event.kind !== 'row') continue;
      const official = inputs.get(id)?.official.length ?? 0;
      const right = event.result.verdicts.slice(0, official).every((verdict) => verdict === 'pass');
      const code = codes.get(id)?.[Number(event.candidate)] ?? '';
      judged.set(`${id} ${code}`, { behaviour: behaviourOf(event.result), right: official > 0 && right });
    }
  });
  rmSync(folder, { recursive: true });
  return samples.map((sample) => {
    const found = sample.code === null ? undefined : judged.get(`${sample.taskId} ${sample.code}`);
    return { ...sample, behaviour: found?.behaviour ?? null, right: found?.right ?? false };
  });
}
