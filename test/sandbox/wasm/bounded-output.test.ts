import { expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript, which runs in an interpreter's process.
import { BoundedOutput } from '../../../src/sandbox/runner/wasm/files.mjs';

test('keeps what is written up to its limit, and counts the rest', () => {
  const output = new BoundedOutput(5);
  for (const part of ['ab', '', 'c', 'defg', 'h']) output.write(Buffer.from(part));
  expect(Buffer.from(output.bytes()).toString()).toBe('abcde');
  expect(output.written).toBe(8);
  output.clear();
  output.write(Buffer.from('x'));
  expect(Buffer.from(output.bytes()).toString()).toBe('x');
});

test('holds no more for many writes than for one', () => {
  const output = new BoundedOutput(1000);
  for (let count = 0; count < 20_000; count++) output.write(new Uint8Array(0));
  for (let count = 0; count < 20_000; count++) output.write(Uint8Array.of(65));
  expect(output.bytes()).toHaveLength(1000);
  expect(Object.keys(output)).toEqual(['limit', 'buffer', 'written']);
  expect(output.buffer.maxByteLength).toBe(1000);
});
