import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, frameBytes } from '../../../src/sandbox/wasm/frames.ts';

const frame = fc.record({
  header: fc.record({ op: fc.string(), note: fc.string() }),
  body: fc.uint8Array({ maxLength: 300 }),
});

test('frames come out as they went in, however the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 8 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
      (frames, cuts) => {
        const stream = Buffer.concat(frames.map(({ header, body }) => frameBytes(header, body)));
        const reader = new FrameReader();
        const received = [];
        for (let at = 0; at < stream.length; ) {
          const size = cuts.next().value as number;
          received.push(
            ...(reader.add(stream.subarray(at, at + size)) ?? [{ header: { op: 'refused' }, body: stream }]),
          );
          at += size;
        }
        expect(received.map(({ header, body }) => ({ header, body: new Uint8Array(body) }))).toEqual(frames);
      },
    ),
  );
});

test.each([
  ['a header that is not JSON', Buffer.concat([lengths(4, 4), Buffer.from('nope')])],
  ['a header without an operation', Buffer.concat([lengths(2, 2), Buffer.from('{}')])],
  ['a header longer than its frame', Buffer.concat([lengths(2, 9), Buffer.from('{"op":"x"}')])],
  ['a frame of four gigabytes', lengths(0xffff_ffff, 10)],
])('%s is refused', (_name, stream) => {
  expect(new FrameReader().add(stream)).toBeNull();
});

function lengths(total: number, header: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(total, 0);
  bytes.writeUInt32LE(header, 4);
  return bytes;
}
