import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameParts, readFrame } from '../../../src/sandbox/wasm/wasm-process.ts';

const frame = fc.record({
  header: fc.record({ op: fc.string(), note: fc.string() }),
  body: fc.uint8Array({ maxLength: 300 }),
});

test('frames are read as they were written', () => {
  fc.assert(
    fc.property(frame, ({ header, body }) => {
      const read = readFrame(Buffer.concat(frameParts(header, body)));
      expect({ header: read.header, body: new Uint8Array(read.body) }).toEqual({ header, body });
    }),
  );
});

test.each([
  ['a header that is not JSON', 4, 'nope'],
  ['a header without an operation', 2, '{}'],
  ['a header longer than its frame', 11, '{"op":"x"}'],
  ['no length', null, 'a'],
])('%s is refused', (_name, length, text) => {
  const head = Buffer.alloc(length === null ? 0 : 4);
  if (length !== null) head.writeUInt32LE(length);
  expect(() => readFrame(Buffer.concat([head, Buffer.from(text)]))).toThrow();
});
