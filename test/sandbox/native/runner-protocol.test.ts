import { expect, test } from 'vitest';
import { toResult } from '../../../src/sandbox/native/runner-protocol.ts';

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
