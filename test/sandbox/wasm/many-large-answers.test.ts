import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/core/sandbox.ts';
import type { WasmFrame } from '../../../src/sandbox/wasm/frames.ts';
import type { InterpreterProcess, WasmRole } from '../../../src/sandbox/wasm/wasm-process.ts';
import { wasmSandbox } from '../../../src/sandbox/wasm/wasm-sandbox.ts';
import { WasmWorker } from '../../../src/sandbox/wasm/wasm-worker.ts';

const MIB = 1024 * 1024;

test('an interpreter that goes on answering is ended before its answers fill the memory', async () => {
  const said = { cells: 0, ended: 0, answer: {} as object };
  const frame = (header: WasmFrame['header'], body = Buffer.alloc(0)): WasmFrame => ({ header, body });
  const ofJudge = [
    frame({ op: 'batch', timeoutMs: 100, sizes: Array(1001).fill(1) }),
    frame({ op: 'result', ok: { verdicts: [], outputs: [], details: [], weak: [], cpuMs: 0 } }),
  ];
  const roles: Record<WasmRole, InterpreterProcess> = {
    judge: {
      dead: false,
      cpuMs: null,
      send: (header, body) =>
        void (header.op === 'answer' && Object.assign(said, { answer: header, size: body?.length })),
      receive: async () => ofJudge.shift() ?? null,
      end: async () => {},
    },
    candidate: {
      dead: false,
      cpuMs: null,
      send: () => {},
      receive: async () => {
        said.cells++;
        return frame({ op: 'cell' }, Buffer.alloc(8 * MIB));
      },
      end: async () => void said.ended++,
    },
  };
  const worker = await WasmWorker.start({ start: async (role) => roles[role] });
  const limits = { timeoutMs: 100, memoryMib: 64 };
  await worker.run({ id: 'j', code: '', suite: { id: 's', tests: [], entryPoint: null }, limits });
  expect(said).toMatchObject({ cells: 16, ended: 1, size: 0, answer: { kind: 'died', outcomes: [] } });
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
