import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RepositoryTarget } from '../../src/core/repository.ts';
import type { Sandbox, SandboxTest } from '../../src/core/sandbox.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { openFolderSandbox } from '../../src/sandbox/repositories/bubblewrap-repositories.ts';

const probe = await bubblewrapSandbox.probe();
if (!probe.available) console.warn(`skipped: needs bubblewrap: ${probe.detail}`);

const MODULE = `from .units import METRE

class Polygon:
    def __init__(self, points):
        self.points = points

    def area(self):
        raise NotImplementedError
`;
const RIGHT = `class Polygon:
    def area(self):
        pairs = zip(self.points, self.points[1:] + self.points[:1])
        return METRE * abs(sum(a * d - c * b for (a, b), (c, d) in pairs)) / 2
`;
const assertion = (code: string, id: number): SandboxTest => ({ id: `${id}`, body: { kind: 'assertion', code } });

describe.skipIf(!probe.available)('a function of a folder of this machine', () => {
  let folder = '';
  let sandbox: Sandbox;
  const target = (): RepositoryTarget => ({
    image: { kind: 'folder', path: folder },
    path: 'src/shapes/polygon.py',
    functionName: 'area',
    className: 'Polygon',
    wholeRoot: true,
    pytestArgs: [],
    plugin: null,
  });
  const run = (code: string, tests: readonly SandboxTest[]) =>
    sandbox.run(
      {
        id: 'area',
        code,
        suite: { id: JSON.stringify(tests), tests, entryPoint: 'area', repository: target() },
        limits: { timeoutMs: 2000, memoryMib: 512 },
      },
      new AbortController().signal,
    );
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mutagree-folder-'));
    mkdirSync(join(folder, 'src', 'shapes'), { recursive: true });
    mkdirSync(join(folder, 'tests'));
    writeFileSync(join(folder, 'src/shapes/__init__.py'), '');
    writeFileSync(join(folder, 'src/shapes/units.py'), 'METRE = 1\n');
    writeFileSync(join(folder, 'src/shapes/polygon.py'), MODULE);
    execFileSync('git', ['init', '-q', folder]);
    sandbox = await openFolderSandbox(folder, { jobs: 1 });
  });
  afterAll(async () => {
    await sandbox?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a program takes its place, with what the module imports', async () => {
    const tests = [
      assertion('assert Polygon([(0, 0), (2, 0), (2, 2), (0, 2)]).area() == 4', 0),
      assertion('assert Polygon([(0, 0), (2, 0), (2, 2)]).area() == 3', 1),
      assertion('from shapes.polygon import Polygon\nassert Polygon([]).area() == 0', 2),
    ];
    const { verdicts } = await run(RIGHT, tests);
    expect(verdicts).toEqual(['pass', 'fail', 'pass']);
  });

  test('the folder is read-only, stays as it is, and nothing else of the machine is there', async () => {
    const before = readFileSync(join(folder, 'src/shapes/polygon.py'), 'utf8');
    const writes = (path: string) =>
      `import os\ntry:\n    open(${path}, 'w').write('x')\n    ok = True\nexcept OSError:\n    ok = False\nassert ok`;
    const { verdicts } = await run(RIGHT, [
      assertion(writes("'/repository/src/shapes/units.py'"), 0),
      assertion(writes("os.path.join(os.getcwd(), 'src/shapes/units.py')"), 1),
      assertion(writes("'/repository/new.txt'"), 2),
      assertion("import os\nassert os.path.exists('/etc/passwd')", 3),
      assertion("import socket\nsocket.create_connection(('127.0.0.1', 22), 1)", 4),
    ]);
    expect(verdicts).toEqual(['fail', 'fail', 'fail', 'fail', 'error']);
    expect(readFileSync(join(folder, 'src/shapes/polygon.py'), 'utf8')).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(['.git', 'src', 'tests']);
  });

  test('a program that does not fit, and one that cannot be imported', async () => {
    const tests = [assertion('assert Polygon([]).area() == 0', 0)];
    expect(await run('x = 1', tests)).toMatchObject({ verdicts: ['error'], problem: 'no-code' });
    expect(await run(`import nowhere\n${RIGHT.replace('METRE', 'nowhere.x')}`, tests)).toMatchObject({
      verdicts: ['error'],
      problem: 'import-error',
    });
  });
});
