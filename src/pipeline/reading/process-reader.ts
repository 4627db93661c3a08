import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import { InterruptedError, MutagreeError } from '../../core/errors.ts';
import type { ReadProgram, ReadTests, ReplyReader } from './read-reply.ts';
import type { ReadingMessage } from './reading-process.ts';
import { READING_SCRIPT } from './reading-script.ts';

/** CPU for one reply: code is found in time that grows with its length, in a fraction of this. */
const READING_LIMITS = { cpuMs: 2000, memoryMib: 512 };

/** Of its own watchdog, and of the heap's limit; any other end is not informative about the reply. */
const OVER_LIMIT_SIGNALS: readonly (string | null)[] = ['SIGALRM', 'SIGUSR2', 'SIGABRT', 'SIGTRAP'];

/** Longest start of a process on a busy machine. */
const START_PATIENCE_MS = 120_000;
/** Where the watchdog itself gets no time; CPU time ends an ordinary reading long before. */
const READING_PATIENCE_MS = 60_000;

/** A message of the process, or why there will be none. */
type Event = { readonly message: unknown } | { readonly ended: string };

function start({ cpuMs, memoryMib }: typeof READING_LIMITS): ChildProcess {
  const child = fork(READING_SCRIPT, [String(cpuMs), String(memoryMib)], {
    execArgv: [
      ...(READING_SCRIPT.endsWith('.ts') ? ['--import', 'tsx'] : []),
      `--max-old-space-size=${READING_LIMITS.memoryMib - 128}`,
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  return child.on('error', () => {});
}

const endOf = ({ exitCode, signalCode }: ChildProcess): Event => ({
  ended: `ended with ${signalCode ?? `exit code ${exitCode}`}`,
});

/** The next message, or the end of the process or of the patience. Nothing of one question stays with the process. */
async function nextEvent(child: ChildProcess, patienceMs: number): Promise<Event> {
  if (child.exitCode !== null || child.signalCode !== null) return endOf(child);
  const over = new AbortController();
  try {
    return await Promise.race([
      once(child, 'message', over).then(([message]: unknown[]) => ({ message })),
      once(child, 'exit', over).then(() => endOf(child)),
      setTimeout(patienceMs, { ended: 'did not answer in time' }, over),
    ]);
  } catch (error) {
    return { ended: (error as Error).message };
  } finally {
    over.abort();
  }
}

/** A reply that takes more than the limits is `unparsable`, and a new process reads the next one. */
export function processReader(signal: AbortSignal, limits = READING_LIMITS): ReplyReader {
  const turn = pLimit(1);
  let reading: ChildProcess | null = null;
  const leave = () => {
    reading?.kill('SIGKILL');
    reading = null;
  };
  signal.addEventListener('abort', leave);

  const next = async (child: ChildProcess, patienceMs: number) => {
    const event = await nextEvent(child, patienceMs);
    if (signal.aborted) throw new InterruptedError();
    return event;
  };

  const take = async (): Promise<ChildProcess> => {
    if (reading) return reading;
    const started = start(limits);
    reading = started;
    const first = await next(started, START_PATIENCE_MS);
    if ('message' in first) return started;
    leave();
    throw new MutagreeError('reader-failed', `the process that reads replies ${first.ended}`);
  };

  /** null: the reply takes more than the limits allow. */
  const ask = async (question: ReadingMessage): Promise<unknown> => {
    for (let attempt = 0; attempt < 2; attempt++) {
      if (signal.aborted) throw new InterruptedError();
      const child = await take();
      child.ref();
      child.channel?.ref();
      child.send(question, () => {});
      const event = await next(child, READING_PATIENCE_MS);
      if ('message' in event) {
        // An idle process must not keep this one alive.
        child.unref();
        child.channel?.unref();
        return (event.message as { answer: unknown }).answer;
      }
      leave();
      // Another cause, such as a machine without memory, says nothing about this reply yet.
      if (OVER_LIMIT_SIGNALS.includes(child.signalCode)) return null;
    }
    return null;
  };

  const read = async <Read>(question: ReadingMessage, unreadable: Read) =>
    ((await turn(() => ask(question))) as Read | null) ?? unreadable;

  return {
    program: (question) => read<ReadProgram>({ kind: 'program', question }, { problem: 'unparsable' }),
    tests: (question) => read<ReadTests>({ kind: 'tests', question }, { tests: [], problems: ['unparsable'] }),
    close: async () => {
      signal.removeEventListener('abort', leave);
      leave();
    },
  };
}
