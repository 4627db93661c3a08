import { expect, test } from 'vitest';
import type { SandboxResult, Verdict } from '../../../src/core/sandbox.ts';
import { explainResult } from '../../../src/sandbox/wasm/wasm-worker.ts';

const resultOf = (verdict: Verdict, detail: string | null): SandboxResult => ({
  verdicts: [verdict],
  outputs: [null],
  details: [detail],
  weak: [false],
  cpuMs: 1,
});

test.each([
  [
    "ModuleNotFoundError: No module named 'numpy'",
    /module 'numpy' is not available in the wasm sandbox; use --sandbox/,
  ],
  ["RuntimeError: can't start new thread", /threads are not available in the wasm sandbox/],
  ['OSError: [Errno 138] emscripten does not support processes.', /processes are not available/],
  ["AttributeError: module 'os' has no attribute 'fork'", /processes are not available/],
  ['OSError: [Errno 5] Address family not supported by protocol', /sockets are not available/],
])('%s is explained', (detail, expected) => {
  const { details, verdicts } = explainResult(resultOf('error', detail));
  expect(details[0]).toMatch(expected);
  expect(details[0]?.startsWith(detail)).toBe(true);
  expect(verdicts).toEqual(['error']);
});

test('a size beyond 32 bits is a want of memory', () => {
  const detail = "OverflowError: cannot fit 'int' into an index-sized integer";
  expect(explainResult(resultOf('error', detail)).verdicts).toEqual(['out-of-memory']);
  expect(explainResult(resultOf('fail', detail)).verdicts).toEqual(['fail']);
});

test('what is not an error stays as it is', () => {
  for (const result of [resultOf('pass', null), resultOf('fail', "AssertionError: can't start new thread")]) {
    expect(explainResult(result)).toEqual(result);
  }
});
