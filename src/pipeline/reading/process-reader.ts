import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { InterruptedError, MutagreeError } from '../../core/errors.ts';
import type { ReadingMessage } from './reading-process.ts';
import type { ProgramQuestion, ReadProgram, ReadTests, ReplyQuestion, ReplyReader } from './reply-reader.ts';

/** CPU milliseconds for one reply: code is found in time that grows with its length, in a fraction of this. */
const READING_CPU_MS = 2000;

const READING_MEMORY_MIB = 512;

/** Signals of its own watchdog; any other end is not informative about the reply. */
const OVER_LIMIT_SIGNALS: readonly NodeJS.Signals[] = ['SIGALRM', 'SIGUSR2'];

/** Longest start of a process on a busy machine. */
const START_PATIENCE_MS = 120_000;
/** Where the watchdog itself gets no time; CPU time ends an ordinary reading long before. */
const READING_PATIENCE_MS = 60_000;

interface Death {
  readonly overLimit: boolean;
  readonly detail: string;
}

interface ReadingProcess {
  readonly child: ChildProcess;
  death: Death | null;
}

export interface ReadingLimits {
  readonly cpuMs: number;
  readonly memoryMib: number;
}

function start({ cpuMs, memoryMib }: ReadingLimits): ReadingProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const args = [String(cpuMs), String(memoryMib)];
  const child = fork(fileURLToPath(new URL(`./reading-process.${isSource ? 'ts' : 'js'}`, import.meta.url)), args, {
    execArgv: [...(isSource ? ['--import', 'tsx'] : []), `--max-old-space-size=${READING_MEMORY_MIB - 128}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const reading: ReadingProcess = { child, death: null };
  child.once('exit', (code, signal) => {
    reading.death ??= {
      // The heap's own limit ends in an abort.
      overLimit: signal !== null && [...OVER_LIMIT_SIGNALS, 'SIGABRT', 'SIGTRAP'].includes(signal),
      detail: `ended with ${signal ?? `exit code ${code}`}`,
    };
  });
  child.once('error', (error) => {
    reading.death ??= { overLimit: false, detail: error.message };
  });
  return reading;
}

/** The next message, or why there will be none; null where the patience is at its end. */
function nextMessage(reading: ReadingProcess, patienceMs: number): Promise<{ message: unknown } | Death | null> {
  const { child } = reading;
  // Nothing of one question stays with a process that answers thousands.
  return new Promise((resolve) => {
    const end = (found: { message: unknown } | Death | null) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onDeath).off('error', onDeath);
      resolve(found);
    };
    const onMessage = (message: unknown) => end({ message });
    const onDeath = () => end(reading.death);
    const timer = setTimeout(() => end(null), patienceMs);
    if (reading.death) end(reading.death);
    else child.on('message', onMessage).on('exit', onDeath).on('error', onDeath);
  });
}

/**
 * Reads replies in a process that can be ended, one after the other: at most `READING_CPU_MS` and `READING_MEMORY_MIB`
 * each, then the reply is `unparsable` and a new process reads the next one. Started at the first reply.
 */
class ProcessReader implements ReplyReader {
  readonly #turn = pLimit(1);
  #process: ReadingProcess | null = null;

  constructor(
    private readonly signal: AbortSignal,
    private readonly limits: ReadingLimits,
  ) {
    signal.addEventListener('abort', this.#leave);
  }

  async program(question: ProgramQuestion): Promise<ReadProgram> {
    const found = await this.#turn(() => this.#ask({ kind: 'program', question }));
    return (found as ReadProgram | null) ?? { problem: 'unparsable' };
  }

  async tests(question: ReplyQuestion): Promise<ReadTests> {
    const found = await this.#turn(() => this.#ask({ kind: 'tests', question }));
    return (found as ReadTests | null) ?? { tests: [], problems: ['unparsable'] };
  }

  async close(): Promise<void> {
    this.signal.removeEventListener('abort', this.#leave);
    this.#leave();
  }

  readonly #leave = () => {
    this.#process?.child.kill('SIGKILL');
    this.#process = null;
  };

  async #next(reading: ReadingProcess, patienceMs: number) {
    const found = await nextMessage(reading, patienceMs);
    if (this.signal.aborted) throw new InterruptedError();
    return found;
  }

  async #take(): Promise<ReadingProcess> {
    if (this.#process) return this.#process;
    const started = start(this.limits);
    this.#process = started;
    const first = await this.#next(started, START_PATIENCE_MS);
    if (first && 'message' in first) return started;
    this.#leave();
    const why = first ? first.detail : 'did not start in time';
    throw new MutagreeError('reader-failed', `the process that reads replies ${why}`);
  }

  /** null: the reply takes more than the limits allow. */
  async #ask(message: ReadingMessage): Promise<unknown> {
    for (let attempt = 0; attempt < 2; attempt++) {
      if (this.signal.aborted) throw new InterruptedError();
      const taken = await this.#take();
      taken.child.ref();
      taken.child.channel?.ref();
      taken.child.send(message, () => {});
      const answer = await this.#next(taken, READING_PATIENCE_MS);
      if (answer && 'message' in answer) {
        // An idle process must not keep this one alive.
        taken.child.unref();
        taken.child.channel?.unref();
        return (answer.message as { answer: unknown }).answer;
      }
      this.#leave();
      // Another cause, such as a machine without memory, says nothing about this reply yet.
      if (answer?.overLimit) return null;
    }
    return null;
  }
}

export const processReader = (
  signal: AbortSignal,
  limits: ReadingLimits = { cpuMs: READING_CPU_MS, memoryMib: READING_MEMORY_MIB },
): ReplyReader => new ProcessReader(signal, limits);
