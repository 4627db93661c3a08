import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { tempDir } from '../fakes/temp-dir.ts';
import { readmeExample } from '../readme-example.ts';

const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

test('the packed package works in an empty folder: doctor, mutate, the wasm sandbox and the library example', async () => {
  const folder = await tempDir();
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], packageRoot());
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{"name": "somebody-elses", "private": true, "type": "module"}');
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', `./${tarball}`], folder);

  const doctor = JSON.parse(run('npx', ['mutagree', 'doctor', '--json'], folder)) as {
    ready: boolean;
    findings: readonly { name: string; ok: boolean }[];
  };
  expect(doctor.ready).toBe(true);
  expect(doctor.findings.find(({ name }) => name === 'sandbox wasm')?.ok).toBe(true);

  run('npx', ['mutagree', 'mutate', '--dataset', 'starter', '-o', 'variants.jsonl'], folder);
  expect(readFileSync(join(folder, 'variants.jsonl'), 'utf8').trimEnd().split('\n').length).toBeGreaterThan(100);

  const job = {
    candidates: [{ id: 'a', code: 'def f(x):\n    return x + 1' }],
    tests: [{ id: 't', code: 'assert f(1) == 2' }],
    entryPoint: 'f',
    timeoutMs: 1000,
    memoryMib: 256,
  };
  writeFileSync(join(folder, 'job.json'), JSON.stringify(job));
  const matrix = JSON.parse(
    run('npx', ['mutagree', 'execute', '--job', 'job.json', '--sandbox', 'wasm', '--json'], folder),
  ) as { verdicts: unknown };
  expect(matrix.verdicts).toEqual([['pass']]);

  writeFileSync(join(folder, 'example.mjs'), readmeExample());
  expect(run('node', ['example.mjs'], folder)).toMatch(/return x \+ 1/);
}, 600_000);
