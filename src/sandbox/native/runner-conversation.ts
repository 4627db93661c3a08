import { FramedProcess, type RunnerPipes } from '../framed-process.ts';
import { WorkerDied } from '../pool/worker-died.ts';

/** Questions to one runner and their answers, one at a time, until its process ends. */
export class RunnerConversation<Message extends object, Answer> {
  readonly #process: FramedProcess;
  #ended = false;

  /** @throws WorkerDied where the process has no pipes */
  constructor(process: RunnerPipes) {
    this.#process = new FramedProcess(process);
  }

  /** Whether the process has ended, or is to be. */
  get spent(): boolean {
    return this.#ended || this.#process.death !== null;
  }

  /**
   * Sends a message and gives its answer.
   *
   * @param patienceMs beyond every limit that the runner keeps itself: then it hangs, and is ended
   * @throws WorkerDied when the runner is gone
   */
  async ask(message: Message, patienceMs: number): Promise<Answer> {
    if (this.spent) throw this.#process.death ?? new WorkerDied('the runner has ended');
    this.#process.send(Buffer.from(JSON.stringify(message), 'utf8'));
    const frame = await this.#process.receive(patienceMs);
    if (frame === null) throw this.#process.fail(`the runner says nothing for ${patienceMs} ms`);
    try {
      return JSON.parse(frame.toString('utf8')) as Answer;
    } catch (error) {
      throw this.#process.fail(`the runner sent an invalid answer: ${(error as Error).message}`);
    }
  }

  /** Sends no more questions; the process runs until it is closed. */
  end(): void {
    this.#ended = true;
  }

  /** Ends the process and everything in it; idempotent. */
  async close(): Promise<void> {
    this.end();
    await this.#process.end();
  }
}
