import type { Readable, Writable } from 'node:stream';

/** The worker's process ended or stopped answering: no word about the candidate. */
export class WorkerDied extends Error {
  /** @param ownDoing whether by what it ran, and not by a signal from elsewhere */
  constructor(
    message: string,
    readonly ownDoing = false,
  ) {
    super(message);
  }
}

/** What is needed of a process: a child process has it, and so has an attached container. */
export interface RunnerPipes {
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  kill(signal: 'SIGKILL'): boolean;
  once(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'close', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

/** Most bytes of one frame: less than the longest string. */
const MOST_BYTES = 256 * 1024 * 1024;
const HEAD = 4;

/** One frame of these parts: a little-endian 32-bit length, then they. */
export function framed(...parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(parts.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([head, ...parts]);
}

/** Cuts a stream into frames. */
export class FrameReader {
  #parts: Buffer[] = [];
  #held = 0;

  /** The frames that are whole now. @throws RangeError at one that is too long */
  *add(part: Buffer): Generator<Buffer> {
    this.#parts.push(part);
    this.#held += part.length;
    while (this.#held >= HEAD) {
      if ((this.#parts[0] as Buffer).length < HEAD) this.#parts = [Buffer.concat(this.#parts)];
      const end = HEAD + (this.#parts[0] as Buffer).readUInt32LE(0);
      if (end > MOST_BYTES) throw new RangeError(`${end} bytes, and ${MOST_BYTES} at most`);
      if (this.#held < end) return;
      const all = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
      const rest = all.subarray(end);
      this.#parts = rest.length > 0 ? [rest] : [];
      this.#held = rest.length;
      yield all.subarray(HEAD, end);
    }
  }
}

/** Characters of stderr that are kept, the last ones: they say why a process ended. */
const STDERR_CHARACTERS = 2000;
/** A signal by which a process dies of its own doing; any other is somebody's, and says nothing of the program. */
const OWN_SIGNALS = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGFPE']);

/** A process that is sent frames and sends frames, until it ends. */
export class FramedProcess {
  readonly #process: RunnerPipes;
  readonly #input: Writable;
  readonly #reader = new FrameReader();
  readonly #frames: Buffer[] = [];
  readonly #ended: Promise<void>;
  #death: WorkerDied | null = null;
  #stderr = '';
  #wake: (() => void) | null = null;

  /** @throws WorkerDied where the process has no pipes */
  constructor(process: RunnerPipes, input = process.stdin, output = process.stdout) {
    if (!input || !output) throw new WorkerDied('no pipes to the runner');
    this.#process = process;
    this.#input = input;
    input.on('error', () => {});
    output.on('error', () => {});
    output.on('data', (part: Buffer) => this.#collect(part));
    process.stderr?.on('data', (part: Buffer) => {
      this.#stderr = (this.#stderr + part.toString('utf8')).slice(-STDERR_CHARACTERS);
    });
    this.#ended = new Promise((resolve) => {
      const end = (why: string, ownDoing: boolean) => {
        this.#death ??= new WorkerDied(this.#stderr.trim() || why, ownDoing);
        this.#wake?.();
        resolve();
      };
      process.once('error', (error) => end(error.message, false));
      process.once('close', (code, signal) =>
        end(`ended with ${signal ?? `exit code ${code}`}`, signal ? OWN_SIGNALS.has(signal) : code === 134),
      );
    });
  }

  #collect(part: Buffer): void {
    if (this.#death) return;
    try {
      for (const frame of this.#reader.add(part)) this.#frames.push(frame);
    } catch (error) {
      this.fail((error as Error).message);
    }
    if (this.#death || this.#frames.length > 0) this.#wake?.();
  }

  /** Whether the process has ended, or is to. */
  get spent(): boolean {
    return this.#death !== null;
  }

  send(...parts: readonly Uint8Array[]): void {
    this.#input.write(framed(...parts));
  }

  /** The next frame, or null when none came in time. @throws WorkerDied */
  async receive(patienceMs: number): Promise<Buffer | null> {
    if (this.#frames.length === 0 && !this.#death) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patienceMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = null;
    }
    const frame = this.#frames.shift();
    if (frame) return frame;
    if (this.#death) throw this.#death;
    return null;
  }

  /**
   * Sends a message as JSON and gives its answer.
   *
   * @param patienceMs beyond every limit that a runner keeps itself: then it hangs, and is ended
   * @throws WorkerDied if the process has ended
   */
  async ask<Answer>(message: object, patienceMs: number): Promise<Answer> {
    if (this.#death) throw this.#death;
    this.send(Buffer.from(JSON.stringify(message), 'utf8'));
    const frame = await this.receive(patienceMs);
    if (frame === null) throw this.fail(`the runner says nothing for ${patienceMs} ms`);
    try {
      return JSON.parse(frame.toString('utf8')) as Answer;
    } catch (error) {
      throw this.fail(`the runner sent an invalid answer: ${(error as Error).message}`);
    }
  }

  /** Ends a process that does not keep to the protocol, or cannot be used again; how it is dead. */
  fail(message: string): WorkerDied {
    this.#death ??= new WorkerDied(message, true);
    this.#process.kill('SIGKILL');
    return this.#death;
  }

  /** Ends it and everything in it; idempotent. */
  async close(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }
}
