import { expect, test } from 'vitest';
import { openJob, openResult, PROTOCOL, signJob, signResult } from '../../src/queue/job-messages.ts';
import { queueKey } from '../../src/queue/queue-secret.ts';

const key = queueKey({ MUTAGREE_QUEUE_SECRET: 'a secret of this test' });
const other = queueKey({ MUTAGREE_QUEUE_SECRET: 'another secret of it' });
const content = { hash: 'a'.repeat(64), size: 10 };
const fields = { run: 'run', job: 'job', kind: 'wasm-1', payload: content, until: 1000 };
const job = signJob(key, fields);
const place = { job: 'job', kind: 'wasm-1', now: 1000 };
const result = signResult(key, { run: 'run', job: 'job', worker: 'w', outcome: 'done', content });

test('what was signed is believed, also after a trip as JSON', () => {
  expect(openJob(key, JSON.parse(JSON.stringify(job)), place)).toEqual({ message: job });
  expect(openResult(key, JSON.parse(JSON.stringify(result)), fields)).toEqual({ message: result });
});

test.each<[string, unknown, RegExp]>([
  ['nothing', undefined, /not a message/],
  ['text', 'run me', /not a message/],
  ['no signature', { ...job, mac: undefined }, /not a message/],
  ['another version', { ...job, protocol: PROTOCOL + 1 }, /not a message/],
  ['a field more', { ...job, command: 'sh' }, /not a message/],
  ['another payload', { ...job, payload: { ...content, hash: 'b'.repeat(64) } }, /signature is wrong/],
  ['another size', { ...job, payload: { ...content, size: 11 } }, /signature is wrong/],
  ['another run', { ...job, run: 'other' }, /signature is wrong/],
  ['a longer life', { ...job, until: 9_999_999 }, /signature is wrong/],
  ['another secret', signJob(other, fields), /another secret/],
  ['another secret under our name', { ...signJob(other, fields), key: key.id }, /signature is wrong/],
  ['a result', result, /not a message/],
  ['another job', signJob(key, { ...fields, job: 'job 2' }), /signed as another job/],
  ['another kind', signJob(key, { ...fields, kind: 'docker-2' }), /another kind of worker/],
  ['an old job', signJob(key, { ...fields, until: 999 }), /time is over/],
])('a job with %s is refused', (_, value, why) => {
  expect(openJob(key, value, place)).toEqual({ refused: expect.stringMatching(why) });
});

test.each<[string, unknown, RegExp]>([
  ['nothing', null, /not a message/],
  ['another outcome', { ...result, outcome: 'failed' }, /signature is wrong/],
  ['another content', { ...result, content: { ...content, hash: 'c'.repeat(64) } }, /signature is wrong/],
  ['another worker', { ...result, worker: 'x' }, /signature is wrong/],
  ['another secret', signResult(other, result), /another secret/],
  ['another job', signResult(key, { run: 'run', job: 'job 2', worker: 'w', outcome: 'done', content }), /another job/],
  ['another run', signResult(key, { run: 'run 2', job: 'job', worker: 'w', outcome: 'done', content }), /another job/],
])('a result with %s is refused', (_, value, why) => {
  expect(openResult(key, value, fields)).toEqual({ refused: expect.stringMatching(why) });
});
