import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import { readJsonLines } from '../datasets/example-files.ts';
import { fuzzReplies, fuzzReply } from './fuzz-replies.ts';
import { cpuMsOf, growthOf, isLinear } from './growth.ts';
import { HOSTILE_SHAPES } from './hostile-shapes.ts';
import { REPLY_FUNCTIONS } from './reply-functions.ts';

/** All shapes through all functions take minutes: `MUTAGREE_HOSTILE_SHAPES=all` has them, else a share that changes with the function. */
const isChosen = (shape: number, reader: number) =>
  process.env['MUTAGREE_HOSTILE_SHAPES'] === 'all' || shape % REPLY_FUNCTIONS.length === reader;

describe('hostile replies', () => {
  test.each(REPLY_FUNCTIONS.map((reader, at) => ({ ...reader, at })))(
    '$name takes time that grows with the text, and less than two seconds for two million characters',
    ({ read, at }) => {
      for (const { name, write } of HOSTILE_SHAPES.filter((_, index) => isChosen(index, at))) {
        const growth = growthOf(read, write);
        expect(isLinear(growth) ? 'linear' : { name, ...growth }).toBe('linear');
        const long = write(2_000_000);
        const ms = Math.min(...[0, 1].map(() => cpuMsOf(() => read(long))));
        expect({ name, ms }).toSatisfy((found: { ms: number }) => found.ms < 2000);
      }
    },
    600_000,
  );

  test('the ones that took seconds: each is read in less than half a second of CPU', () => {
    const before = ['backslash lines', 'definitions in one line', 'doctest lines', 'assertions', 'open thoughts'];
    for (const { name, write } of HOSTILE_SHAPES.filter((shape) => before.includes(shape.name))) {
      for (const reader of REPLY_FUNCTIONS.slice(0, 5)) {
        const text = write(20_000);
        const ms = Math.min(...[0, 1, 2].map(() => cpuMsOf(() => reader.read(text))));
        expect([name, reader.name, ms < 500 ? 'fast' : ms]).toEqual([name, reader.name, 'fast']);
      }
    }
  }, 120_000);
});

describe('mutilated real replies', () => {
  const count = Number(process.env['MUTAGREE_FUZZ_REPLIES'] ?? 100);

  test(`${count}: nothing throws, hangs or differs the second time`, async () => {
    const recording = 'data/recordings/starter-smollm2-135m-n16/replies.jsonl.gz';
    const seeds = readJsonLines<{ reply: { text: string } }>(recording).map(({ reply }) => reply.text);
    const rng = createRng(1);
    const texts = Array.from({ length: count }, (_, index) => fuzzReply(seeds, rng.fork('test', index)));
    expect(await fuzzReplies(texts, 2000)).toEqual([]);
  }, 3_600_000);
});
