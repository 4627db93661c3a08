import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, framed } from '../../src/sandbox/framed-process.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

test('frames come out as they went in, however the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(bytes, bytes), { maxLength: 8 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
      (frames, cuts) => {
        const stream = Buffer.concat(frames.map((parts) => framed(...parts)));
        const reader = new FrameReader();
        const received: Buffer[] = [];
        for (let at = 0; at < stream.length; ) {
          const size = cuts.next().value as number;
          received.push(...reader.add(stream.subarray(at, at + size)));
          at += size;
        }
        expect(received.map((each) => each.toString('hex'))).toEqual(
          frames.map((parts) => Buffer.concat(parts).toString('hex')),
        );
      },
    ),
  );
});

test('a frame of four gigabytes is refused, and those before it come', () => {
  const frames = new FrameReader().add(Buffer.concat([framed(Buffer.from('a')), Buffer.from([255, 255, 255, 255])]));
  expect(`${frames.next().value}`).toBe('a');
  expect(() => frames.next()).toThrow('4294967299 bytes');
});
