import { afterEach, expect, test } from 'vitest';
import { InterruptedError } from '../../../src/core/errors.ts';
import { processReader } from '../../../src/pipeline/reading/process-reader.ts';
import { directReader, type ReplyQuestion, type ReplyReader } from '../../../src/pipeline/reading/read-reply.ts';

const question = (text: string): ReplyQuestion => ({
  text,
  truncated: false,
  askedName: 'g',
  entryPoint: 'f',
  renames: { f: 'g' },
  repository: null,
  promptText: 'Write g.',
  completesPrompt: false,
});
const PROGRAM = '```python\ndef g(x):\n    return x\n```';
const readers: ReplyReader[] = [];
const open = (...args: Parameters<typeof processReader>): ReplyReader => {
  const reader = processReader(...args);
  readers.push(reader);
  return reader;
};
const never = () => new AbortController().signal;

afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});

test('says what reading here says, reply after reply', async () => {
  const reader = open(never());
  for (const text of [PROGRAM, 'no code', `${'\\\n'.repeat(10_000)}${PROGRAM}`]) {
    expect(await reader.program(question(text))).toEqual(await directReader.program(question(text)));
  }
  const tests = question('assert g(1) == 1\nassert g(2) == 2');
  const found = await reader.tests(tests);
  expect(found).toEqual(await directReader.tests(tests));
  expect(found.tests.map(({ body }) => body)).toContainEqual({ kind: 'assertion', code: 'assert f(1) == 1' });
}, 60_000);

test('a reply that takes too much CPU time is unparsable, and the next one is read', async () => {
  const reader = open(never(), { cpuMs: 400, memoryMib: 512 });
  // Longer than anything that is kept, so that searching it for marks alone takes longer than this limit.
  const endless = question('é<think> '.repeat(8_000_000));
  expect(await reader.program(endless)).toEqual({ problem: 'unparsable' });
  expect(await reader.tests(endless)).toEqual({ tests: [], problems: ['unparsable'] });
  expect(await reader.program(question(PROGRAM))).toHaveProperty('code');
}, 120_000);

test('a reply that takes too much memory is unparsable', async () => {
  const reader = open(never(), { cpuMs: 60_000, memoryMib: 150 });
  expect(await reader.program(question('é'.repeat(60_000_000)))).toEqual({ problem: 'unparsable' });
}, 120_000);

test('an interrupt ends it at once, whatever is being read', async () => {
  const stop = new AbortController();
  const reader = open(stop.signal, { cpuMs: 60_000, memoryMib: 2000 });
  const reading = reader.program(question('é<think> '.repeat(8_000_000)));
  setTimeout(() => stop.abort(), 200);
  await expect(reading).rejects.toThrow(InterruptedError);
}, 60_000);
