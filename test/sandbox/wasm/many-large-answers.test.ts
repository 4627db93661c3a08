import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/core/sandbox.ts';
import { CandidateSeat } from '../../../src/sandbox/wasm/candidate-seat.ts';
import type { WasmFrame } from '../../../src/sandbox/wasm/frames.ts';
import type { InterpreterSeat } from '../../../src/sandbox/wasm/interpreter-seat.ts';
import { wasmSandbox } from '../../../src/sandbox/wasm/wasm-sandbox.ts';

const MIB = 1024 * 1024;

test('an interpreter that goes on answering is ended before its answers fill the memory', async () => {
  const said = { frames: 0, abandoned: 0 };
  const body = Buffer.alloc(8 * MIB);
  const endless = {
    begin: async () => {},
    next: async (): Promise<{ frame: WasmFrame }> => {
      said.frames++;
      return { frame: { header: { op: 'cell' }, body } };
    },
    abandon: async () => void said.abandoned++,
  };
  const seat = new CandidateSeat(endless as unknown as InterpreterSeat);
  const answer = await seat.batch({ op: 'batch', timeoutMs: 100, sizes: Array(1001).fill(1) }, Buffer.alloc(0));
  expect(answer.header).toMatchObject({ kind: 'died', outcomes: [] });
  expect(answer.body).toHaveLength(0);
  expect(said).toEqual({ frames: 17, abandoned: 1 });
});

const probe = await wasmSandbox.probe();

describe.skipIf(!probe.available)('large answers in the wasm sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await wasmSandbox.open({ jobs: 1 });
  }, 120_000);
  afterAll(() => sandbox.close());

  test('to more tests than one answer holds are all judged', { timeout: 120_000 }, async () => {
    const code = "def f(x):\n    return str(x) + 'a' * 7_000_000\n";
    const tests = Array.from({ length: 8 }, (_, x) => ({
      id: `${x}`,
      body: {
        kind: 'assertion',
        code: `assert f(${x})[:3] == '${x}aa'[:3] and len(f(${x})) > ${x % 2 ? 7e6 : 8e6}`,
      } as const,
    }));
    const suite = { id: code, tests, entryPoint: 'f' };
    const job = { id: 'large', code, suite, limits: { timeoutMs: 5000, memoryMib: 256 } };
    const { verdicts } = await sandbox.run(job, new AbortController().signal);
    expect(verdicts).toEqual(tests.map((_, x) => (x % 2 ? 'pass' : 'fail')));
  });
});
