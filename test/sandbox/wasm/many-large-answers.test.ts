import { describe, expect, test } from 'vitest';
import type { InterpreterProcess, WasmFrame, WasmRole } from '../../../src/sandbox/wasm/wasm-process.ts';
import { wasmSandbox } from '../../../src/sandbox/wasm/wasm-sandbox.ts';
import { WasmWorker } from '../../../src/sandbox/wasm/wasm-worker.ts';
import { openedSandbox } from '../../fakes/sandbox-runs.ts';

const MIB = 1024 * 1024;

test('an interpreter that goes on answering is ended before its answers fill the memory', async () => {
  const said = { cells: 0, ended: 0, passedOn: 0, answer: {} as object };
  const frame = (header: WasmFrame['header'], body = Buffer.alloc(0)): WasmFrame => ({ header, body });
  const ofJudge = [
    frame({ op: 'batch', timeoutMs: 100, sizes: Array(1001).fill(1) }),
    frame({ op: 'result', ok: { verdicts: [], outputs: [], details: [], weak: [], cpuMs: 0 } }),
  ];
  const idle = { spent: false, cpuMs: null, say: () => {}, close: async () => {} };
  const roles: Record<WasmRole, InterpreterProcess> = {
    judge: {
      ...idle,
      say: (header) => {
        if (header.op === 'cell') said.passedOn++;
        else said.answer = header;
      },
      hear: async () => ofJudge.shift() ?? null,
    },
    candidate: {
      ...idle,
      hear: async () => {
        said.cells++;
        return frame({ op: 'cell' }, Buffer.alloc(8 * MIB));
      },
      close: async () => void said.ended++,
    },
  };
  const worker = await WasmWorker.start(async (role) => roles[role]);
  const limits = { timeoutMs: 100, memoryMib: 64 };
  await worker.run({ id: 'j', code: '', suite: { id: 's', tests: [], entryPoint: null }, limits });
  expect(said).toMatchObject({ cells: 16, ended: 1, passedOn: 15, answer: { op: 'ended', kind: 'died' } });
});

const probe = await wasmSandbox.probe();

describe.skipIf(!probe.available)('large answers in the wasm sandbox', () => {
  const { run } = openedSandbox(() => wasmSandbox.open({ jobs: 1 }), { timeoutMs: 5000, memoryMib: 256 });

  test('to more tests than one answer holds are all judged', { timeout: 120_000 }, async () => {
    const checks = Array.from(
      { length: 8 },
      (_, x) => `assert f(${x})[:1] == '${x}' and len(f(${x})) > ${x % 2 ? 7e6 : 8e6}`,
    );
    const { verdicts } = await run("def f(x):\n    return str(x) + 'a' * 7_000_000\n", checks);
    expect(verdicts).toEqual(checks.map((_, x) => (x % 2 ? 'pass' : 'fail')));
  });
});
