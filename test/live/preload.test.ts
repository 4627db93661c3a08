import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { processSandbox } from '../../src/sandbox/native/process-sandbox.ts';
import { openedSandbox } from '../fakes/sandbox-runs.ts';

/** A package by the name of a real one, so that nothing has to be installed: it draws, and it can write files. */
const PACKAGE = `
import os
from . import random
class ndarray:
    def to_csv(self, name): open(name, "w").close()
    def call(self, name, *args): return getattr(self, name)(*args)
def array(values): return ndarray()
def sum(values): return __builtins__["sum"](values)
def mean(values): return random.draw()
`;
const RANDOM = 'state = [7]\ndef seed(n): state[0] = n\ndef draw():\n    state[0] += 1\n    return state[0]\n';

for (const plugin of [bubblewrapSandbox, processSandbox]) {
  const probe = await plugin.probe();
  describe.skipIf(!probe.available)(`preload, with packages of a virtual environment: ${plugin.name}`, () => {
    const folders: string[] = [];
    const { run } = openedSandbox(async () => {
      // Below /tmp, which the sandbox has its own of.
      const folder = await mkdtemp(join(tmpdir(), 'mutagree-venv-'));
      folders.push(folder);
      // The sandbox's user has to be let in.
      await chmod(folder, 0o755);
      await promisify(execFile)('python3', ['-m', 'venv', '--without-pip', folder]);
      const python = join(folder, 'bin', 'python');
      const { stdout } = await promisify(execFile)(python, ['-c', 'import site; print(site.getsitepackages()[0])']);
      await mkdir(join(stdout.trim(), 'numpy'), { recursive: true });
      await writeFile(join(stdout.trim(), 'numpy', '__init__.py'), PACKAGE);
      await writeFile(join(stdout.trim(), 'numpy', 'random.py'), RANDOM);
      return plugin.open({ jobs: 1, python });
    });
    afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

    /** What `f` returned for 1, 2 and 3, each call a cell of its own. */
    async function values(code: string, preload = ['numpy']): Promise<string[]> {
      const { outputs, details } = await run(
        code,
        [1, 2, 3].map((x) => `assert f(${x})`),
        { preload },
      );
      return outputs.map((output, index) => output ?? `${details[index]}`);
    }

    test('cells that share a process start from the same state', async () => {
      const drawn = 'import numpy as np\nS = []\ndef f(x):\n    S.append(x)\n    return [np.mean(S), np.sum([len(S)])]';
      expect(await values(drawn)).toEqual(Array(3).fill('[1, 1]'));
    });

    test('what could change the package gets a process per cell', async () => {
      const marks = 'import numpy as np\ndef f(x):\n    n = hasattr(np, "mine")\n    np.mine = 1\n    return [n]';
      expect(await values(marks)).toEqual(Array(3).fill('[False]'));
    });

    test('files written by a method that is named at run time are gone for the next program', async () => {
      const writes = 'import numpy as np\ndef f(x):\n    np.array([]).call("to_" + "csv", "left")\n    return [x]';
      expect(await values(writes)).toEqual(['[1]', '[2]', '[3]']);
      expect(await values('import os\ndef f(x): return [os.listdir(".")]')).toEqual(Array(3).fill('[[]]'));
    });

    test('another list of modules, and back, with the processor time of each', async () => {
      for (const preload of [['numpy'], ['json'], ['numpy', 'json']]) {
        expect(await values('def f(x): return [x]', preload)).toEqual(['[1]', '[2]', '[3]']);
      }
      expect((await run('', [], { preload: ['numpy'] })).cpuMs).toBeGreaterThan(0);
    });
  });
}
