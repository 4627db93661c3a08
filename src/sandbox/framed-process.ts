import type { Readable, Writable } from 'node:stream';
import { FrameReader, framed } from './frame-reader.ts';
import { WorkerDied } from './pool/worker-died.ts';

/** What is needed of a process: a child process has it, and so has an attached container. */
export interface RunnerPipes {
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  kill(signal: 'SIGKILL'): boolean;
  once(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'close', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

/** Characters of stderr that are kept, the last ones: they say why a process ended. */
const STDERR_CHARACTERS = 2000;
/** A signal by which a process dies of its own doing; any other is somebody's, and says nothing of the program. */
const OWN_SIGNALS = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGFPE']);

/** A process ended, or had to be. */
export class ProcessDeath extends WorkerDied {
  constructor(
    message: string,
    /** Whether by what it ran, and not by a signal from elsewhere. */
    readonly ownDoing: boolean,
  ) {
    super(message);
  }
}

/** A process that is sent frames and sends frames, until it ends. */
export class FramedProcess {
  readonly #process: RunnerPipes;
  readonly #input: Writable;
  readonly #reader = new FrameReader();
  readonly #frames: Buffer[] = [];
  readonly #ended: Promise<void>;
  #death: ProcessDeath | null = null;
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
        this.#death ??= new ProcessDeath(this.#stderr.trim() || why, ownDoing);
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

  get death(): ProcessDeath | null {
    return this.#death;
  }

  send(...parts: readonly Uint8Array[]): void {
    this.#input.write(framed(...parts));
  }

  /** The next frame, or null when none came in time. @throws ProcessDeath */
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

  /** Ends a process that does not keep to the protocol; how it is dead. */
  fail(message: string): ProcessDeath {
    this.#death ??= new ProcessDeath(message, true);
    this.#process.kill('SIGKILL');
    return this.#death;
  }

  /** Ends it and everything in it; idempotent. */
  async end(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }
}
