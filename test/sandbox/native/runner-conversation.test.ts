import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { RunnerPipes } from '../../../src/sandbox/framed-process.ts';
import { RunnerConversation } from '../../../src/sandbox/native/runner-conversation.ts';
import { WorkerDied } from '../../../src/sandbox/pool/worker-died.ts';

function frame(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  return Buffer.concat([head, body]);
}

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
  const conversation = new RunnerConversation<{ n: number }, { a: number }>(runner);
  return { runner, conversation, ask: (patienceMs = 60_000) => conversation.ask({ n: 1 }, patienceMs) };
};

test('a message goes out as a frame, and the next frame is its answer', async () => {
  const { runner, conversation, ask } = begin();
  const answer = ask();
  expect(runner.told).toBe(frame({ n: 1 }).toString('latin1'));
  runner.stdout.write(frame({ a: 7 }));
  expect(await answer).toEqual({ a: 7 });
  expect([conversation.spent, runner.kills]).toEqual([false, 0]);
});

test('a runner that ends is a worker that died, with the last that it wrote on stderr', async () => {
  const { runner, conversation, ask } = begin();
  const answer = ask();
  runner.stderr.write(`${'x'.repeat(3000)} no memory`);
  await new Promise(setImmediate);
  runner.emit('close', 1, null);
  await expect(answer).rejects.toThrow(WorkerDied);
  await expect(answer).rejects.toThrow(/^x{1990} no memory$/);
  expect(conversation.spent).toBe(true);
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
  const { runner, conversation, ask } = begin();
  const answer = ask();
  runner.stdout.write(Buffer.from('\u0004\u0000\u0000\u0000oops', 'latin1'));
  await expect(answer).rejects.toThrow('the runner sent an invalid answer');
  expect([conversation.spent, runner.kills]).toEqual([true, 1]);
});

test('after the end nothing is asked; closing ends the process, as often as it is called', async () => {
  const { runner, conversation, ask } = begin();
  conversation.end();
  await expect(ask()).rejects.toBeInstanceOf(WorkerDied);
  expect(runner.told).toBe('');
  expect(runner.kills).toBe(0);
  await conversation.close();
  await conversation.close();
  expect(runner.kills).toBe(2);
});

test('a process without pipes is none', () => {
  expect(() => new RunnerConversation(Object.assign(new Runner(), { stdout: null }) as unknown as RunnerPipes)).toThrow(
    'no pipes to the runner',
  );
});
