import fc from 'fast-check';

/** One change at a random place of the bytes: lost, doubled, overwritten or foreign ones, or nothing behind. */
export const byteChange = fc
  .record({
    kind: fc.constantFrom('drop', 'double', 'overwrite', 'insert', 'cut'),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    length: fc.integer({ min: 1, max: 40 }),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 6 }),
      fc
        .constantFrom(...'"\\{}[],\n\r\u0000\uFEFF', '\\ud800', '\\u0000', 'null', '    ', '"""')
        .map((text) => new TextEncoder().encode(text)),
    ),
  })
  .map(({ kind, at, length, bytes }) => (content: Buffer): Buffer => {
    const from = Math.floor(at * content.length);
    const [head, gone] = [content.subarray(0, from), content.subarray(from, from + length)];
    const middle = { drop: [], double: [gone, gone], overwrite: [bytes], insert: [bytes, gone], cut: null }[kind];
    return Buffer.concat(middle ? [head, ...middle, content.subarray(from + length)] : [head]);
  });
