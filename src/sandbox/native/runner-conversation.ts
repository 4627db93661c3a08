import type { Readable, Writable } from 'node:stream';
import { FrameReader, framed } from '../frame-reader.ts';
import { WorkerDied } from '../pool/worker-died.ts';

/** What a runner needs of its process: a child process has it, and so has an attached container. */
export interface RunnerPipes {
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  kill(signal: 'SIGKILL'): boolean;
  once(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'close', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

/** Characters of stderr that are kept, the last ones: they say why a runner ended. */
const STDERR_CHARACTERS = 2000;

/** What is asked of one runner and answered, one question at a time, until its process ends. */
export class RunnerConversation<Message extends object, Answer> {
  readonly #process: RunnerPipes;
  readonly #reader = new FrameReader();
  readonly #ended: Promise<void>;
  #isOver = false;
  #stderr = '';
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;

  /** @throws WorkerDied where the process has no pipes */
  constructor(process: RunnerPipes) {
    this.#process = process;
    if (!process.stdin || !process.stdout) throw new WorkerDied('no pipes to the runner');
    process.stdin.on('error', () => {});
    process.stdout.on('error', () => {});
    process.stdout.on('data', (part: Buffer) => this.#read(part));
    process.stderr?.on('data', (part: Buffer) => {
      this.#stderr = (this.#stderr + part.toString('utf8')).slice(-STDERR_CHARACTERS);
    });
    this.#ended = new Promise((resolve) => {
      const end = (why: string) => {
        this.#isOver = true;
        this.#waiting?.reject(new WorkerDied(this.#stderr.trim() || why));
        this.#waiting = null;
        resolve();
      };
      process.once('error', (error) => end(error.message));
      process.once('close', (code, signal) => end(`ended with ${signal ?? `exit code ${code}`}`));
    });
  }

  #read(part: Buffer): void {
    if (this.#isOver) return;
    try {
      for (const frame of this.#reader.add(part)) {
        this.#waiting?.resolve(JSON.parse(frame.toString('utf8')) as Answer);
        this.#waiting = null;
      }
    } catch (error) {
      this.#stderr = `the runner says what is not an answer: ${(error as Error).message}`;
      this.#process.kill('SIGKILL');
    }
  }

  /** Whether the process has ended, or is to be. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Sends a message and gives its answer.
   *
   * @param patienceMs beyond every limit that the runner keeps itself: then it hangs, and is ended
   * @throws WorkerDied when the runner is gone
   */
  async ask(message: Message, patienceMs: number): Promise<Answer> {
    if (this.#isOver) throw new WorkerDied(this.#stderr.trim() || 'the runner has ended');
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), patienceMs);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#process.stdin?.write(framed(Buffer.from(JSON.stringify(message), 'utf8')));
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Nothing is asked any more; the process goes on until it is closed. */
  end(): void {
    this.#isOver = true;
  }

  /** Ends the process and everything in it; idempotent. */
  async close(): Promise<void> {
    this.end();
    this.#process.kill('SIGKILL');
    await this.#ended;
  }
}
