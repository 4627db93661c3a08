/**
 * Cells in which a sandbox's verdict is not CPython's, by kind and direction.
 *
 *   npx tsx bench/fidelity.ts [--sandbox NAME] [--image NAME] [FILE …]        pairs (by default of ../shared/fidelity and bench/fidelity)
 *   npx tsx bench/fidelity.ts --package NAME[==VERSION] …      a package of PyPI: each module that one of its own test files
 *                                                              imports alone, with that file's tests; right as published and
 *                                                              with one small edit
 *
 * A pair: `{id, kind, right, entryPoint, code, tests: [{id, body, cpython}]}`. Of packages the baseline is a CPython process
 * per cell (`bench/fidelity/cpython_cells.py`), asked twice; cells that differ between the two are left out.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { hashOf } from '../src/core/hash.ts';
import type { SandboxTest } from '../src/core/sandbox.ts';
import { packageRoot } from '../src/package-root.ts';
import { chooseSandbox } from '../src/sandbox/index.ts';

interface Pair {
  readonly id: string;
  readonly kind: string;
  readonly right: boolean;
  readonly entryPoint: string;
  readonly code: string;
  readonly tests: readonly {
    readonly id: string;
    readonly body: SandboxTest['body'];
    readonly cpython: 'pass' | 'fail';
  }[];
}

const { values, positionals } = parseArgs({
  options: {
    sandbox: { type: 'string', default: 'auto' },
    package: { type: 'string', multiple: true, default: [] },
    jobs: { type: 'string', default: '1' },
    image: { type: 'string' },
  },
  allowPositionals: true,
});

const linesOf = (text: string): Pair[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Pair);

async function* pairs(): AsyncGenerator<Pair> {
  const folder = join(packageRoot(), '..', 'shared', 'fidelity');
  const given = positionals.length > 0 || values.package.length > 0;
  const usual = ['pairs', 'packages'].map((name) => join(folder, `${name}.jsonl.gz`));
  const files = given ? positionals : [...usual, join(packageRoot(), 'bench', 'fidelity', 'pairs.jsonl.gz')];
  for (const file of files) {
    const bytes = readFileSync(file);
    yield* linesOf((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
  }
  for (const name of values.package) {
    const script = join(packageRoot(), 'bench', 'fidelity', 'cpython_cells.py');
    // A large package has more than any buffer holds.
    const child = spawn('python3', [script, name], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as Pair;
  }
}

const { plugin } = await chooseSandbox(values.sandbox);
const sandbox = await plugin.open({
  jobs: Number(values.jobs),
  ...(values.image ? { image: values.image } : {}),
});
const { signal } = new AbortController();
const rows = new Map<string, { cells: number; refused: number; forged: number; weak: number }>();
for await (const { id, kind, entryPoint, code, tests } of pairs()) {
  const content = { tests: tests.map((test) => ({ id: test.id, body: test.body })), entryPoint };
  const job = { id, code, suite: { id: hashOf(content), ...content }, limits: { timeoutMs: 5000, memoryMib: 512 } };
  const { verdicts, details, weak } = await sandbox.run(job, signal);
  const row = rows.get(kind) ?? { cells: 0, refused: 0, forged: 0, weak: 0 };
  rows.set(kind, row);
  for (const [index, test] of tests.entries()) {
    row.cells++;
    row.weak += Number(weak[index]);
    const passes = verdicts[index] === 'pass';
    if (passes === (test.cpython === 'pass')) continue;
    row[passes ? 'forged' : 'refused']++;
    console.log(
      `${id} (${kind}), test ${test.id}: CPython ${test.cpython}, ${plugin.name} ${verdicts[index]}: ${details[index]}`,
    );
  }
}
await sandbox.close();

const total = { cells: 0, refused: 0, forged: 0, weak: 0 };
for (const [kind, row] of rows) {
  for (const key of ['cells', 'refused', 'forged', 'weak'] as const) total[key] += row[key];
  if (row.refused + row.forged > 0)
    console.log(`${kind}: ${row.refused} of ${row.cells} cells pass in CPython alone, ${row.forged} here alone`);
}
console.log(
  `${plugin.name}: ${total.refused + total.forged} of ${total.cells} cells differ (${total.refused} pass in CPython alone, ` +
    `${total.forged} here alone); ${total.weak} decided together with the program`,
);
