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
  ['a header that is not JSON', 'nope\n'],
  ['a header without an operation', '{}\n'],
  ['a header without an end', '{"op":"x"}'],
  ['nothing', ''],
])('%s is refused', (_name, text) => {
  expect(() => readFrame(Buffer.from(text))).toThrow();
});
