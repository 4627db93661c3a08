import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { InterruptedError, MutagreeError } from '../../core/errors.ts';
import type { ReadingMessage } from './reading-process.ts';
import type { ReadProgram, ReadTests, ReplyReader } from './reply-reader.ts';

/** CPU milliseconds for one reply: code is found in time that grows with its length, in a fraction of this. */
const READING_CPU_MS = 2000;

/** Memory of the process that reads replies. */
const READING_MEMORY_MIB = 512;

/** How its own watchdog ends the process; whatever else ends it says nothing of the reply. */
const OVER_LIMIT_SIGNALS: readonly NodeJS.Signals[] = ['SIGALRM', 'SIGUSR2'];

/** Beyond what a start takes on a machine that is busy otherwise. */
const START_PATIENCE_MS = 120_000;
/** Where the watchdog itself gets no time; CPU time ends an ordinary reading long before. */
const READING_PATIENCE_MS = 60_000;

/** Why the process is gone. */
interface Death {
  readonly overLimit: boolean;
  readonly detail: string;
}

/** A started process. */
interface Seat {
  readonly child: ChildProcess;
  /** Null while it lives. */
  death: Death | null;
}

/** What one reply may take. */
export interface ReadingLimits {
  readonly cpuMs: number;
  readonly memoryMib: number;
}

function start({ cpuMs, memoryMib }: ReadingLimits): Seat {
  const isSource = import.meta.url.endsWith('.ts');
  const args = [String(cpuMs), String(memoryMib)];
  const child = fork(fileURLToPath(new URL(`./reading-process.${isSource ? 'ts' : 'js'}`, import.meta.url)), args, {
    execArgv: [...(isSource ? ['--import', 'tsx'] : []), `--max-old-space-size=${READING_MEMORY_MIB - 128}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const seat: Seat = { child, death: null };
  child.once('exit', (code, signal) => {
    seat.death ??= {
      // The heap's own limit ends in an abort.
      overLimit: signal !== null && [...OVER_LIMIT_SIGNALS, 'SIGABRT', 'SIGTRAP'].includes(signal),
      detail: `ended with ${signal ?? `exit code ${code}`}`,
    };
  });
  child.once('error', (error) => {
    seat.death ??= { overLimit: false, detail: error.message };
  });
  return seat;
}

/** The next message, or why there will be none; null where the patience is at its end. */
function nextMessage(seat: Seat, patienceMs: number): Promise<{ message: unknown } | Death | null> {
  const { child } = seat;
  // Nothing of one question stays with a process that answers thousands.
  return new Promise((resolve) => {
    const end = (found: { message: unknown } | Death | null) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onDeath).off('error', onDeath);
      resolve(found);
    };
    const onMessage = (message: unknown) => end({ message });
    const onDeath = () => end(seat.death);
    const timer = setTimeout(() => end(null), patienceMs);
    if (seat.death) end(seat.death);
    else child.on('message', onMessage).on('exit', onDeath).on('error', onDeath);
  });
}

/**
 * Reads replies in a process that can be ended, one after the other: at most `READING_CPU_MS` and `READING_MEMORY_MIB`
 * each, then the reply is `unparsable` and a new process reads the next one. Started at the first reply.
 */
export function processReader(
  signal: AbortSignal,
  limits: ReadingLimits = { cpuMs: READING_CPU_MS, memoryMib: READING_MEMORY_MIB },
): ReplyReader {
  const oneAtATime = pLimit(1);
  let seat: Seat | null = null;
  const leave = () => {
    seat?.child.kill('SIGKILL');
    seat = null;
  };
  signal.addEventListener('abort', leave);

  const take = async (): Promise<Seat> => {
    if (seat) return seat;
    const started = start(limits);
    seat = started;
    const first = await nextMessage(started, START_PATIENCE_MS);
    if (signal.aborted) throw new InterruptedError();
    if (first && 'message' in first) return started;
    leave();
    const why = first ? first.detail : 'did not start in time';
    throw new MutagreeError('reader-failed', `the process that reads replies ${why}`);
  };

  /** null: the reply takes more than the limits allow. */
  const ask = async (message: ReadingMessage): Promise<unknown> => {
    for (let attempt = 0; attempt < 2; attempt++) {
      if (signal.aborted) throw new InterruptedError();
      const taken = await take();
      taken.child.ref();
      taken.child.channel?.ref();
      taken.child.send(message, () => {});
      const answer = await nextMessage(taken, READING_PATIENCE_MS);
      if (signal.aborted) throw new InterruptedError();
      if (answer && 'message' in answer) {
        // An idle process keeps nobody from ending.
        taken.child.unref();
        taken.child.channel?.unref();
        return (answer.message as { answer: unknown }).answer;
      }
      leave();
      // What ended it otherwise, such as a machine without memory, says nothing of this reply yet.
      if (answer?.overLimit) return null;
    }
    return null;
  };

  return {
    program: async (question) =>
      ((await oneAtATime(() => ask({ kind: 'program', question }))) as ReadProgram | null) ?? {
        problem: 'unparsable',
      },
    tests: async (question) =>
      ((await oneAtATime(() => ask({ kind: 'tests', question }))) as ReadTests | null) ?? {
        tests: [],
        problems: ['unparsable'],
      },
    close: async () => {
      signal.removeEventListener('abort', leave);
      leave();
    },
  };
}
