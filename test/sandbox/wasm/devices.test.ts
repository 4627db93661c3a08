import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/core/sandbox.ts';
import { wasmSandbox } from '../../../src/sandbox/wasm/wasm-sandbox.ts';

const probe = await wasmSandbox.probe();

describe.skipIf(!probe.available)('devices of the wasm sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await wasmSandbox.open({ jobs: 1 });
  }, 120_000);
  afterAll(() => sandbox.close());

  const verdictsOf = async (code: string, tests: readonly string[]) => {
    const suite = {
      id: JSON.stringify(tests),
      tests: tests.map((each, id) => ({ id: `${id}`, body: { kind: 'assertion', code: each } as const })),
      entryPoint: 'f',
    };
    const job = { id: 'devices', code, suite, limits: { timeoutMs: 10_000, memoryMib: 128 } };
    const { verdicts, details } = await sandbox.run(job, new AbortController().signal);
    return verdicts.map((verdict, at) => (verdict === 'pass' ? verdict : `${verdict}: ${details[at]}`));
  };

  test('all of them are ours, or hold nothing', async () => {
    const listed =
      "['line', 'null', 'random', 'shm', 'standard-error', 'standard-input', 'standard-output', 'stderr', 'stdin', 'stdout', 'urandom']";
    expect(
      await verdictsOf("import os\ndef f(x): return sorted(set(os.listdir('/dev')) | {'line'})", [
        `assert f(1) == ${listed}`,
      ]),
    ).toEqual(['pass']);
  }, 120_000);

  test('a terminal, which would keep what is written beyond every limit, is not there', async () => {
    const code = `import os
def f(x):
    try:
        fd = os.open(x, os.O_RDWR)
    except OSError:
        return 'refused'
    os.write(fd, b'x' * 1000)
    return 'written'`;
    const names = ['/dev/tty', '/dev/tty1'];
    expect(
      await verdictsOf(
        code,
        names.map((name) => `assert f('${name}') == 'refused'`),
      ),
    ).toEqual(['pass', 'pass']);
    expect(await verdictsOf(code, ["assert f('/dev/null') == 'written'"])).toEqual(['pass']);
  }, 120_000);

  test('the standard streams have their names', async () => {
    const code =
      "def f(x):\n    open('/dev/stdout', 'w').write('a')\n    open('/dev/stderr', 'w').write('b')\n    return open('/dev/stdin').read()";
    expect(await verdictsOf(code, ["assert f(1) == ''"])).toEqual(['pass']);
  }, 120_000);
});

if (!probe.available) test.skip(`devices of the wasm sandbox: ${probe.detail}. ${probe.hint}`, () => {});
