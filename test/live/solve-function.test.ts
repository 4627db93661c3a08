import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { solveFunction } from '../../src/app/solve-function.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { folderOf } from '../app/patches/patch-files.ts';
import { fakeModel } from '../fakes/fake-model.ts';
import { tempPath } from '../fakes/temp-dir.ts';

const probe = await bubblewrapSandbox.probe();
if (!probe.available) console.warn(`skipped: needs bubblewrap: ${probe.detail}`);

const MODULE = `from .units import METRE


class Polygon:
    def __init__(self, points):
        self.points = points

    @property
    def area(self):
        """The area, in square metres, by the shoelace formula."""
        raise NotImplementedError

    def sides(self):
        return len(self.points)  # kept as it is
`;
const TESTS = `from shapes.polygon import Polygon

def test_square():
    assert Polygon([(0, 0), (2, 0), (2, 2), (0, 2)]).area == 4

def test_sides():
    assert Polygon([(0, 0)]).sides() == 1
`;
const RIGHT = `\`\`\`python
class Polygon:
    @property
    def area(self):
        points = self.points
        pairs = zip(points, points[1:] + points[:1])
        return METRE * abs(sum(a * d - c * b for (a, b), (c, d) in pairs)) / 2
\`\`\``;
const WRONG = RIGHT.replace(' / 2', '');
const ASSERTS =
  'assert Polygon([(0, 0), (1, 0), (1, 1), (0, 1)]).area == 1\nassert Polygon([(0, 0), (4, 0), (0, 3)]).area == 6\nassert Polygon([]).area == 0';

const scripted = (programs: readonly string[]) => {
  let next = 0;
  return fakeModel(({ messages }) =>
    /assert statements/.test(messages.at(-1)?.content ?? '') ? ASSERTS : (programs[next++ % programs.length] as string),
  );
};

function project(windows = false): string {
  const folder = folderOf({
    'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["src"]\n',
    'src/shapes/__init__.py': '',
    'src/shapes/units.py': 'METRE = 1\n',
    'src/shapes/polygon.py': windows ? MODULE.replaceAll('\n', '\r\n') : MODULE,
    'tests/test_polygon.py': TESTS,
  });
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  execFileSync('git', ['init', '-q'], { cwd: folder });
  execFileSync('git', ['add', '-A'], { cwd: folder });
  return folder;
}
const placeIn = (folder: string) => `${join(folder, 'src/shapes/polygon.py')}::Polygon.area`;
const changes = (folder: string) =>
  execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: folder, encoding: 'utf8' }).replace(/^A .*\n/gm, '');
const quick = { samples: 6, variants: 1, mutators: 'none', jobs: 1 } as const;

describe.skipIf(!probe.available)('solve in a repository', () => {
  test.each([false, true])(
    'a property (CRLF: %s): a diff that git applies, the tree untouched; then --apply',
    async (windows) => {
      const folder = project(windows);
      const file = join(folder, 'src/shapes/polygon.py');
      const model = scripted([RIGHT, WRONG, RIGHT]);
      const found = await solveFunction(placeIn(folder), { ...quick, model, check: ['tests/test_polygon.py'] });
      expect(found.solution.problem).toBeNull();
      expect(found).toMatchObject({ path: 'src/shapes/polygon.py', applied: false, left: 0 });
      expect(found.check).toMatchObject({ passed: 2, total: 2 });
      expect(found.diff).not.toMatch(/^-.*The area/m);
      expect(changes(folder)).toBe('');
      expect(model.requests[0]?.messages[0]?.content).toContain('self.points = points');

      await writeFile(join(folder, 'change.diff'), found.diff ?? '');
      execFileSync('git', ['apply', 'change.diff'], { cwd: folder });
      const applied = await readFile(file, 'utf8');
      expect(applied).toContain('zip(points');
      expect(applied).toContain('# kept as it is');
      expect(applied.includes('\r\n')).toBe(windows);
      execFileSync('git', ['checkout', '-q', 'src'], { cwd: folder });

      const written = await solveFunction(placeIn(folder), { ...quick, model, apply: true });
      expect(written.applied).toBe(true);
      expect(await readFile(file, 'utf8')).toBe(applied);
    },
  );

  test('a check that fails keeps the file as it is', async () => {
    const folder = project();
    const file = join(folder, 'src/shapes/polygon.py');
    const options = { ...quick, model: scripted([WRONG]), apply: true, check: ['tests/test_polygon.py::test_square'] };
    const found = await solveFunction(placeIn(folder), options);
    expect(found.applied).toBe(false);
    expect(found.check?.failures['tests/test_polygon.py::test_square']).toMatch(/assert/i);
    expect(await readFile(file, 'utf8')).toBe(MODULE);
  });

  test('a check that names no file is told before anything is asked; without values the whole test parts', async () => {
    const folder = project();
    const model = scripted([RIGHT, WRONG, RIGHT]);
    const asked = solveFunction(placeIn(folder), { ...quick, model, check: ['tests/none.py::test_x'] });
    await expect(asked).rejects.toMatchObject({
      code: 'check-missing',
      message: /tests\/none\.py::test_x names no file/,
    });
    expect(model.requests).toHaveLength(0);
    const { solution } = await solveFunction(placeIn(folder), { ...quick, model });
    expect(solution.parting).toMatchObject({ passedBy: 'picked', input: /^assert Polygon/ });
  });

  test('a module that cannot be imported is told before anything is asked', async () => {
    const folder = project();
    await writeFile(join(folder, 'src/shapes/units.py'), 'import no_such_package\n');
    const model = scripted([RIGHT]);
    const asked = solveFunction(placeIn(folder), { ...quick, model });
    await expect(asked).rejects.toMatchObject({ code: 'repository-import', message: /no_such_package/ });
    expect(model.requests).toHaveLength(0);
  });

  describe('nothing of the repository runs on the host', () => {
    const owns = (mark: string) => `open(${JSON.stringify(mark)}, "w").write("host")\n`;
    /** A virtual environment whose start-up files tell whether they were run here; packages of the interpreter that runs. */
    async function environment(folder: string, mark: string): Promise<void> {
      execFileSync('python3', ['-m', 'venv', '--without-pip', '--system-site-packages', join(folder, '.venv')]);
      const packages = join(folder, '.venv/lib', (await readdir(join(folder, '.venv/lib')))[0] ?? '', 'site-packages');
      await writeFile(join(packages, 'own.pth'), `import own_start\n`);
      await writeFile(join(packages, 'own_start.py'), `try: ${owns(mark)}except OSError: pass\n`);
      await writeFile(join(packages, 'sitecustomize.py'), `try: ${owns(mark)}except OSError: pass\n`);
      await writeFile(join(packages, 'only_there.py'), 'METRE = 1\n');
    }

    test('modules in its folder, start-up files of its environment', async () => {
      const folder = project();
      const mark = await tempPath('owned');
      const here = process.cwd();
      for (const name of ['pytest', 'json', 'site', 'sitecustomize', 'iniconfig']) {
        await writeFile(join(folder, `${name}.py`), `try: ${owns(mark)}except OSError: pass\n`);
      }
      await environment(folder, mark);
      await writeFile(join(folder, 'src/shapes/units.py'), 'from only_there import METRE\n');
      const check = ['tests/test_polygon.py'];
      const silent = fakeModel(() => {
        throw new Error('no model here');
      });
      process.chdir(folder);
      try {
        const asked = solveFunction('src/shapes/polygon.py::Polygon.area', { ...quick, model: silent, check });
        await expect(asked).rejects.toThrow();
      } finally {
        process.chdir(here);
      }
      expect(silent.requests.length).toBeGreaterThan(0);
      expect(existsSync(mark)).toBe(false);
      const { solution } = await solveFunction(placeIn(folder), { ...quick, model: scripted([RIGHT]), check });
      expect(solution.problem).toBeNull();
      expect(existsSync(mark)).toBe(false);
    });
  });
});
