import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { InterruptedError, MutagreeError } from '../../core/errors.ts';
import type { ReadingMessage } from './reading-process.ts';
import type { ReadProgram, ReadTests, ReplyReader } from './reply-reader.ts';

/** CPU for one reply: code is found in time that grows with its length, in a fraction of this. */
const READING_LIMITS = { cpuMs: 2000, memoryMib: 512 };

/** Of its own watchdog, and of the heap's limit; any other end is not informative about the reply. */
const OVER_LIMIT_SIGNALS: readonly string[] = ['SIGALRM', 'SIGUSR2', 'SIGABRT', 'SIGTRAP'];

/** Longest start of a process on a busy machine. */
const START_PATIENCE_MS = 120_000;
/** Where the watchdog itself gets no time; CPU time ends an ordinary reading long before. */
const READING_PATIENCE_MS = 60_000;

/** A message of the process, or why there will be none. */
type Event = { readonly message: unknown } | { readonly ended: string; readonly overLimit: boolean };

/** A started process, and its end. */
interface Reading {
  readonly child: ChildProcess;
  end: Event | null;
}

function start({ cpuMs, memoryMib }: typeof READING_LIMITS): Reading {
  const isSource = import.meta.url.endsWith('.ts');
  const path = fileURLToPath(new URL(`./reading-process.${isSource ? 'ts' : 'js'}`, import.meta.url));
  const child = fork(path, [String(cpuMs), String(memoryMib)], {
    execArgv: [...(isSource ? ['--import', 'tsx'] : []), `--max-old-space-size=${READING_LIMITS.memoryMib - 128}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const reading: Reading = { child, end: null };
  child.once('exit', (code, signal) => {
    const overLimit = signal !== null && OVER_LIMIT_SIGNALS.includes(signal);
    reading.end ??= { ended: `ended with ${signal ?? `exit code ${code}`}`, overLimit };
  });
  child.once('error', ({ message }) => {
    reading.end ??= { ended: message, overLimit: false };
  });
  return reading;
}

/** The next message, or the end of the process or of the patience. Nothing of one question stays with the process. */
function nextEvent(reading: Reading, patienceMs: number): Promise<Event> {
  const { child } = reading;
  const late: Event = { ended: 'did not start in time', overLimit: false };
  return new Promise((resolve) => {
    const take = (event: Event) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      resolve(event);
    };
    const onMessage = (message: unknown) => take({ message });
    const onEnd = () => take(reading.end ?? late);
    const timer = setTimeout(() => take(late), patienceMs);
    if (reading.end) take(reading.end);
    else child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
  });
}

/** A reply that takes more than the limits is `unparsable`, and a new process reads the next one. */
export function processReader(signal: AbortSignal, limits = READING_LIMITS): ReplyReader {
  const turn = pLimit(1);
  let reading: Reading | null = null;
  const leave = () => {
    reading?.child.kill('SIGKILL');
    reading = null;
  };
  signal.addEventListener('abort', leave);

  const next = async (of: Reading, patienceMs: number) => {
    const event = await nextEvent(of, patienceMs);
    if (signal.aborted) throw new InterruptedError();
    return event;
  };

  const take = async (): Promise<Reading> => {
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
      const taken = await take();
      taken.child.ref();
      taken.child.channel?.ref();
      taken.child.send(question, () => {});
      const event = await next(taken, READING_PATIENCE_MS);
      if ('message' in event) {
        // An idle process must not keep this one alive.
        taken.child.unref();
        taken.child.channel?.unref();
        return (event.message as { answer: unknown }).answer;
      }
      leave();
      // Another cause, such as a machine without memory, says nothing about this reply yet.
      if (event.overLimit) return null;
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
