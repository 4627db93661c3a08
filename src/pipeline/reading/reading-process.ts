/** The process that reads replies: one question at a time, ended by its own watchdog where one takes too much. */
import { Worker } from 'node:worker_threads';
import { type ReplyQuestion, readProgram, readTests } from './read-reply.ts';

export interface ReadingMessage {
  readonly kind: 'program' | 'tests';
  readonly question: ReplyQuestion;
}

const [cpuMs = 0, memoryMib = 0] = process.argv.slice(2).map(Number);

/** The number of the question that is being read, 0 between two. */
const current = new Int32Array(new SharedArrayBuffer(4));

/** Reading blocks the main thread; counts the CPU of the whole process, and memory outside the heap. */
const WATCHDOG = `
const { workerData: { current, cpuMs, memoryBytes, parent } } = require('node:worker_threads');
let seen = 0;
let before = process.cpuUsage();
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  const now = Atomics.load(current, 0);
  if (now !== seen) {
    seen = now;
    before = process.cpuUsage();
  }
  if (now === 0) return;
  const { user, system } = process.cpuUsage(before);
  if ((user + system) / 1000 > cpuMs) process.kill(process.pid, 'SIGALRM');
  if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, 'SIGUSR2');
}, 25);
`;

const watchdog = new Worker(WATCHDOG, {
  eval: true,
  execArgv: [],
  workerData: { current, cpuMs, memoryBytes: memoryMib * 2 ** 20, parent: process.ppid },
});
watchdog.unref();

// Ctrl-C reaches this process too; the parent decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

let count = 0;
process.on('message', ({ kind, question }: ReadingMessage) => {
  count += 1;
  Atomics.store(current, 0, count);
  const answer = kind === 'program' ? readProgram(question) : readTests(question);
  Atomics.store(current, 0, 0);
  process.send?.({ answer });
});
watchdog.once('online', () => process.send?.({ ready: true }));
