import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { tempDir } from '../fakes/temp-dir.ts';
import { libraryExamples } from '../library-examples.ts';

/** What the command printed; its failure says what it printed too, since the compiler complains on standard output. */
function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`, { cause: error });
}

const project = {
  name: 'somebody-elses',
  private: true,
  type: 'module',
};
const compilerOptions = {
  strict: true,
  target: 'ES2022',
  module: 'NodeNext',
  types: ['node'],
  skipLibCheck: true,
  outDir: 'out',
};

test('every function of the library does what its example says, strictly typed, from the packed package', async () => {
  const folder = await tempDir();
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], packageRoot());
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const needed = [`./${tarball}`, 'typescript@5.9.3', '@types/node@20.19.43'];
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...needed], folder);
  const examples = libraryExamples();
  for (const [name, code] of examples) writeFileSync(join(folder, `${name}.ts`), code);
  run('npx', ['tsc', '-p', '.'], folder);

  const told = new Map(examples.map(([name]) => [name, run('node', [`out/${name}.js`], folder)]));
  expect(told.get('readDataset')).toMatch(/^mutagree 48 def add_numbers/);
  expect(told.get('mutate')).toMatch(/largest number[\s\S]*\n2 \d+\n$/);
  expect(told.get('select')).toMatch(/return x \+ 1[\s\S]*\d\n$/);
  expect(told.get('solve')).toMatch(/^def twice\(x\):\n {4}return 2 \* x\n 4 2 (?:true|false)\n$/);
  expect(told.get('execute')).toContain("[ [ 'pass' ] ]");
  expect(told.get('evaluate')).toMatch(/\n1 1 1 undefined\n$/);
  expect(told.get('run')).toMatch(/runs\/first baseline [\d.]+ null\n.* self-agreement .*\n.* mutation-ensemble /);
  expect(told.get('loadRun')).toMatch(/^finished \d+ \d+\n$/);
  expect(told.get('report')).toMatch(/^finished \d+\n$/);
  expect(told.get('estimate')).toMatch(/low: \d+.* 0\.\d+\n$/);
  expect(told.get('classify')).toMatch(/^\d+ \w+/);
  expect(told.get('profile')).toMatch(/^48 \d+/);
  expect(told.get('compare')).toMatch(/\S/);
  expect(told.get('suggestLabels')).toMatch(/^Pre\/Post Processing: \d+, /);
  expect(told.get('mergeLabels')).toMatch(/^48 conflict -?[\d.e-]+\n$/);
  expect(told.size).toBe(15);
}, 600_000);
