import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageKey, type RepositoryTarget } from '../../src/core/repository.ts';
import type { Sandbox, SandboxTest } from '../../src/core/sandbox.ts';
import type { Task } from '../../src/core/task.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { dockerSandbox } from '../../src/sandbox/docker/docker-sandbox.ts';
import { openRepositorySandbox } from '../../src/sandbox/repositories/repository-sandboxes.ts';
import { asJsonLines, readJsonLines, temporaryFile } from '../datasets/example-files.ts';
import { cli } from '../fakes/cli.ts';
import { rightPrograms, sklearnRecords } from './dl-bench-records.ts';

const docker = await dockerSandbox.probe();
if (!docker.available) console.warn(`skipped: ${docker.detail}. ${docker.hint}`);
const live = test.skipIf(!docker.available);

const tree = 'cd /opt/mutagree/root/ && find sklearn -type f | sort | xargs sha256sum | sha256sum';
const digestOf = async (image: string) => {
  const argv = ['run', '--rm', '--network', 'none', '--entrypoint', 'sh', image, '-c', tree];
  return (await promisify(execFile)('docker', argv, { maxBuffer: 1 << 24 })).stdout;
};

let dataset: Awaited<ReturnType<typeof readDataset>>;
let file: string;
let sandbox: Sandbox;
let image: string;
let before: string;

beforeAll(async () => {
  if (!docker.available) return;
  file = await temporaryFile('sklearn.jsonl', asJsonLines(sklearnRecords));
  const built = await cli('images', 'build', '--dataset', file, '--json');
  const { images } = JSON.parse(built.out) as { images: { image: string; id: string }[] };
  const [made] = images;
  if (!made) throw new Error('no image was built');
  image = made.image;
  before = await digestOf(image);
  dataset = await readDataset(file);
  const [{ repository }] = dataset.tasks as [Task];
  const key = imageKey((repository as RepositoryTarget).image);
  sandbox = await openRepositorySandbox(new Map([[key, made.id]]), { jobs: 1 });
}, 1_200_000);

afterAll(async () => sandbox?.close());

const signal = new AbortController().signal;

function judge(taskId: string, code: string, tests?: readonly SandboxTest[], timeoutMs?: number) {
  const task = dataset.tasks.find(({ id }) => id === taskId);
  const oracle = dataset.oracles.open(taskId);
  const repository = task?.repository as RepositoryTarget;
  const suite = { id: taskId, tests: tests ?? oracle.tests, entryPoint: repository.functionName, repository };
  const limits = { timeoutMs: timeoutMs ?? oracle.timeoutMs, memoryMib: 1024 };
  return sandbox.run({ id: taskId, code, suite, limits }, signal);
}

live('right programs pass, cold and warm, and bodies that raise do not', async () => {
  for (const { id, function: name, class: owner } of sklearnRecords) {
    const right = rightPrograms[id] as string;
    const stub = `def ${name}(${owner ? 'self, ' : ''}*args, **kwargs):\n    raise NotImplementedError\n`;
    const cold = await judge(id, right);
    const warm = await Promise.all([judge(id, right), judge(id, stub), judge(id, right)]);
    expect(cold).toMatchObject({ verdicts: ['pass'], counts: { passed: 1, ran: 1 } });
    expect(warm.map(({ verdicts }) => verdicts[0])).toEqual(['pass', 'error', 'pass']);
  }
});

const STUBS = {
  'a statement beside the function, which is left out': [
    'import os\nos._exit(0)\n\ndef cartesian(arrays, out=os):\n    return 1\n',
    'fail',
  ],
  'a default that ends the process': ['import os\n\ndef cartesian(arrays, out=os._exit(0)):\n    return 1\n', 'error'],
  'an endless loop when imported': [
    'def stop():\n    while True: pass\n\ndef cartesian(arrays, out=stop()):\n    return 1\n',
    'timeout',
  ],
  'a module that does not exist': [
    'import no_such_module\n\ndef cartesian(arrays, out=no_such_module):\n    return 1\n',
    'error',
    'collection-error',
  ],
  'a syntax error': ['def cartesian(arrays:\n    return\n', 'error', 'patch-impossible'],
} as const;
live.each(Object.entries(STUBS))('%s', async (name, [code, verdict, problem]) => {
  const limit = name.startsWith('an endless') ? 4000 : undefined;
  const result = await judge('product-of-arrays', code, undefined, limit);
  expect([result.verdicts[0], result.problem]).toEqual([verdict, problem]);
});

const check = (code: string): SandboxTest => ({ id: code, body: { kind: 'assertion', code } });

live.each([
  [
    'the module as it was',
    `def cartesian(arrays, out=None):
    found = {"__name__": "sklearn.utils.extmath", "__package__": "sklearn.utils"}
    exec(open("/opt/mutagree/root/sklearn/utils/extmath.py").read(), found)
    return found["cartesian"](arrays)
`,
  ],
  [
    'what Python made of the module',
    `def cartesian(arrays, out=None):
    import glob, marshal
    found = {"__name__": "sklearn.utils.extmath", "__package__": "sklearn.utils"}
    for file in glob.glob("/opt/mutagree/root/sklearn/utils/__pycache__/extmath.*.pyc"):
        exec(marshal.loads(open(file, "rb").read()[16:]), found)
    return found["cartesian"](arrays)
`,
  ],
])('a program that answers by %s does not pass', async (_, code) => {
  expect((await judge('product-of-arrays', code)).verdicts).not.toContain('pass');
});

live('neither the tests nor the module as it was can be read where programs run', async () => {
  const unreadable = (path: string) =>
    check(`try:\n    text = open(${JSON.stringify(path)}).read()\nexcept OSError:\n    text = ''\nassert text == ''`);
  const places = ['/opt/mutagree/root', '.'].map((top) => `${top}/sklearn/utils/tests/test_extmath.py`);
  const tests = [...places, '/opt/mutagree/root/sklearn/utils/extmath.py'].map(unreadable);
  const { verdicts } = await judge('product-of-arrays', rightPrograms['product-of-arrays'] as string, tests, 5000);
  expect(verdicts).toEqual(['pass', 'pass', 'pass']);
});

live('evaluate writes a status for every sample, pass@1 and the average passing rate', async () => {
  const samples = await temporaryFile(
    'samples.jsonl',
    asJsonLines([
      { task_id: 'product-of-arrays', solution: rightPrograms['product-of-arrays'] },
      { task_id: 'encode-labels', solution: 'def fit_transform(self, y):\n    return None\n' },
    ]),
  );
  const judged = await cli('evaluate', '--dataset', file, '--samples', samples, '--partial', '--jobs', '1', '--json');
  expect(judged.code, judged.err).toBe(0);
  expect(JSON.parse(judged.out)).toMatchObject({
    tasks: 2,
    passAtK: { 1: { value: 0.5 } },
    averagePassRate: { value: 0.5 },
    images: { [image]: expect.stringMatching(/^sha256:/) },
  });
  const results = readJsonLines(`${samples}_results.jsonl`);
  expect(results.map(({ status }) => status)).toEqual(['pass', expect.stringMatching(/fail|error/)]);
  expect(results[0]).toMatchObject({ tests: { passed: 1, total: 1 } });
});

live('the image is as it was', async () => {
  expect(await digestOf(image)).toBe(before);
});
