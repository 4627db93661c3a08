/** The packed package as somebody else installs it, in a project of their own. Its dependencies come from the npm registry. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { suiteDir } from '../fakes/temp-dir.ts';
import { libraryExamples } from '../library-examples.ts';
import { readmeExample } from '../readme-example.ts';

/** What the command printed; its failure says what it printed too, since the compiler complains on standard output. */
function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`, { cause: error });
}

const asked = spawnSync('npm', ['view', 'typescript@5.9.3', 'version', '--fetch-retries=0', '--fetch-timeout=20000']);
const hasRegistry = asked.status === 0;
if (!hasRegistry) console.warn('skipped: the npm registry does not answer');

const project = { name: 'somebody-elses', private: true, type: 'module' };
const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'ES2022',
  module: 'NodeNext',
  types: ['node'],
  // What the package declares is complete: nothing that only developers of mutagree install is needed.
  skipLibCheck: false,
  outDir: 'out',
};

/** What the example of each function in docs/library.md prints. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  readDataset: /^mutagree 48 def add_numbers/,
  mutate: /largest number[\s\S]*\n2 \d+\n$/,
  select: /return x \+ 1[\s\S]*\d\n$/,
  score: /^\[ 1, 0, 1 \] [02] \[ 2, 0, 2 \]\n$/,
  solve: /^def twice\(x\):\n {4}return 2 \* x\n 4 2 (?:true|false)\n$/,
  execute: /\[ \[ 'pass' \] \]/,
  evaluate: /\n1 1 1 undefined\n$/,
  run: /runs\/first baseline [\d.]+ null\n.* self-agreement .*\n.* mutation-ensemble /,
  loadRun: /^finished \d+ \d+\n$/,
  report: /^finished \d+\n$/,
  estimate: /low: \d+.* 0\.\d+\n$/,
  classify: /^\d+ \w+/,
  profile: /^48 \d+/,
  compare: /\S/,
  suggestLabels: /^Pre\/Post Processing: \d+, /,
  mergeLabels: /^48 conflict -?[\d.e-]+\n$/,
};

describe.skipIf(!hasRegistry)('the packed package in an empty folder', () => {
  const folder = suiteDir();
  beforeAll(() => {
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], packageRoot());
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const needed = [`./${tarball}`, 'typescript@5.9.3', '@types/node@20.19.43'];
    run('npm', ['install', '--no-audit', '--no-fund', '--silent', '--prefer-offline', ...needed], folder);
  }, 600_000);

  test('doctor, mutate, the wasm sandbox and the example of the README work', () => {
    const doctor = JSON.parse(run('npx', ['mutagree', 'doctor', '--json'], folder)) as {
      ready: boolean;
      findings: readonly { name: string; ok: boolean }[];
    };
    expect(doctor.ready).toBe(true);
    expect(doctor.findings.find(({ name }) => name === 'sandbox wasm')?.ok).toBe(true);

    run('npx', ['mutagree', 'mutate', '--dataset', 'starter', '-o', 'variants.jsonl'], folder);
    expect(readFileSync(join(folder, 'variants.jsonl'), 'utf8').trimEnd().split('\n').length).toBeGreaterThan(100);

    const candidates = [{ id: 'a', code: 'def f(x):\n    return x + 1' }];
    const tests = [{ id: 't', code: 'assert f(1) == 2' }];
    const job = { candidates, tests, entryPoint: 'f', timeoutMs: 1000, memoryMib: 256 };
    writeFileSync(join(folder, 'job.json'), JSON.stringify(job));
    const argv = ['mutagree', 'execute', '--job', 'job.json', '--sandbox', 'wasm', '--json'];
    expect(JSON.parse(run('npx', argv, folder))).toMatchObject({ verdicts: [['pass']] });

    writeFileSync(join(folder, 'example.mjs'), readmeExample());
    expect(run('node', ['example.mjs'], folder)).toMatch(/return x \+ 1/);
  });

  test('every function of the library does what its example says, strictly typed', () => {
    const examples = libraryExamples();
    for (const [name, code] of examples) writeFileSync(join(folder, `${name}.ts`), code);
    run('npx', ['tsc', '-p', '.'], folder);

    const told = new Map(examples.map(([name]) => [name, run('node', [`out/${name}.js`], folder)]));
    expect([...told.keys()].sort()).toEqual(Object.keys(PRINTED).sort());
    for (const [name, printed] of told) expect(printed, name).toMatch(PRINTED[name] as RegExp);
  });
});
