import { EventEmitter } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameStream, type RunnerAnswer, toResult } from '../../../src/sandbox/native/runner-protocol.ts';

const fail = (why: string) => {
  throw new Error(why);
};

function frame(answer: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(answer));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  return Buffer.concat([head, body]);
}

describe('FrameStream', () => {
  test('answers arrive whole and in order, however the pipe cuts them', () => {
    const texts = fc.array(fc.string({ maxLength: 40 }), { maxLength: 8 });
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(texts, cuts, (errors, sizes) => {
        const input = new EventEmitter();
        const got: RunnerAnswer[] = [];
        new FrameStream(input as Readable, new PassThrough(), {
          onAnswer: (answer) => got.push(answer),
          onBroken: fail,
        });
        const bytes = Buffer.concat(errors.map((error) => frame({ error })));
        for (let at = 0, cut = 0; at < bytes.length; cut++) {
          const size = sizes[cut % sizes.length] as number;
          input.emit('data', bytes.subarray(at, at + size));
          at += size;
        }
        expect(got).toEqual(errors.map((error) => ({ error })));
      }),
    );
  });
});

test.each([
  ['no JSON', Buffer.from([1, 0, 0, 0, 123])],
  ['a frame that is too long', Buffer.from([255, 255, 255, 255, 123])],
])('%s is told once, and ends nothing but its own process', (_, bytes) => {
  const input = new EventEmitter();
  const told: string[] = [];
  new FrameStream(input as Readable, new PassThrough(), {
    onAnswer: () => told.push('answer'),
    onBroken: (why) => told.push(why),
  });
  for (const part of [frame({ error: 'a' }), bytes, frame({ error: 'b' }), bytes]) input.emit('data', part);
  expect(told).toEqual(['answer', expect.stringContaining('not an answer')]);
});

test('weak cells come as indexes', () => {
  const answer = {
    ok: {
      verdicts: ['pass', 'fail', 'pass'] as const,
      outputs: [null, null, null],
      details: [null, null, null],
      weak: [2],
      cpuMs: 1.5,
      recycle: false,
    },
  };
  expect(toResult(answer).weak).toEqual([false, false, true]);
});
