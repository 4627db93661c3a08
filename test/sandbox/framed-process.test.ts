import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FramedProcess, FrameReader, framed, type RunnerPipes, WorkerDied } from '../../src/sandbox/framed-process.ts';

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

const frame = (message: unknown) => framed(Buffer.from(JSON.stringify(message)));

/** A runner that does what the test says. */
class Runner extends EventEmitter implements RunnerPipes {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  kills = 0;

  kill(): boolean {
    this.kills += 1;
    this.emit('close', null, 'SIGKILL');
    return true;
  }

  get told(): string {
    return (this.stdin.read() as Buffer | null)?.toString('latin1') ?? '';
  }
}

const begin = () => {
  const runner = new Runner();
  const process = new FramedProcess(runner);
  return { runner, process, ask: (patienceMs = 60_000) => process.ask({ n: 1 }, patienceMs) };
};

test('a message goes out as a frame, and the next frame is its answer', async () => {
  const { runner, process, ask } = begin();
  const answer = ask();
  expect(runner.told).toBe(frame({ n: 1 }).toString('latin1'));
  runner.stdout.write(frame({ a: 7 }));
  expect(await answer).toEqual({ a: 7 });
  expect([process.spent, runner.kills]).toEqual([false, 0]);
});

test('a runner that ends is a worker that died, with the last that it wrote on stderr', async () => {
  const { runner, process, ask } = begin();
  const answer = ask();
  runner.stderr.write(`${'x'.repeat(3000)} no memory`);
  await new Promise(setImmediate);
  runner.emit('close', 1, null);
  await expect(answer).rejects.toThrow(WorkerDied);
  await expect(answer).rejects.toThrow(/^x{1990} no memory$/);
  expect(process.spent).toBe(true);
});

test.each([
  [3, null, 'ended with exit code 3'],
  [null, 'SIGSEGV', 'ended with SIGSEGV'],
] as const)('without a word its exit code %s or signal %s says why', async (code, signal, why) => {
  const { runner, ask } = begin();
  const answer = ask();
  runner.emit('close', code, signal);
  await expect(answer).rejects.toThrow(why);
  await expect(ask()).rejects.toThrow(why);
});

test('one that says nothing for too long is killed', async () => {
  const { runner, ask } = begin();
  await expect(ask(5)).rejects.toThrow('the runner says nothing for 5 ms');
  expect(runner.kills).toBe(1);
});

test('one that says what is not an answer is ended, and that is why', async () => {
  const { runner, process, ask } = begin();
  const answer = ask();
  runner.stdout.write(Buffer.from('\u0004\u0000\u0000\u0000oops', 'latin1'));
  await expect(answer).rejects.toThrow('the runner sent an invalid answer');
  expect([process.spent, runner.kills]).toEqual([true, 1]);
});

test('of one that has failed nothing is asked; closing ends it, as often as it is called', async () => {
  const { runner, process, ask } = begin();
  process.fail('no more');
  await expect(ask()).rejects.toThrow('no more');
  expect(runner.told).toBe('');
  await process.close();
  await process.close();
  expect(runner.kills).toBe(3);
});

test('a process without pipes is none', () => {
  expect(() => new FramedProcess(Object.assign(new Runner(), { stdout: null }) as unknown as RunnerPipes)).toThrow(
    'no pipes to the runner',
  );
});
