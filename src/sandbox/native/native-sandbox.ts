import type { Readable, Writable } from 'node:stream';
import type { Sandbox, SandboxJob, SandboxOptions, SandboxResult } from '../../core/sandbox.ts';
import { SandboxPool, type SandboxWorker } from '../pool/sandbox-pool.ts';
import { WorkerDied } from '../pool/worker-died.ts';
import { watchSleep } from './process-activity.ts';
import { FrameStream, jobMessage, type RunnerAnswer, suiteMessage, toResult } from './runner-protocol.ts';

/** What a runner needs of its process: a child process has it, and so has an attached container. */
export interface RunnerPipes {
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  kill(signal: 'SIGKILL'): boolean;
  once(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'close', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

/** A started runner with its pipes on stdin and stdout. */
export interface RunnerProcess {
  readonly process: RunnerPipes;
  /** Of the process above all that run for it; absent where they are not below this process. */
  readonly pid?: number | undefined;
  /** Removes what the launch made on the host; after the process ended. */
  cleanUp(): Promise<void>;
}

/** How one kind of native sandbox starts the Python runner. */
export type LaunchRunner = () => Promise<RunnerProcess>;

/** Suites that a runner keeps; it is told which to forget. */
const MOST_SUITES = 64;

/** Beyond every limit that the runner enforces itself: then it hangs, and is replaced. */
function patienceMs({ suite, limits }: SandboxJob): number {
  return 60_000 + (suite.tests.length + 1) * (limits.timeoutMs * 24 + 15_000);
}

class NativeWorker implements SandboxWorker {
  readonly #runner: RunnerProcess;
  readonly #frames: FrameStream;
  readonly #suites = new Set<string>();
  readonly #ended: Promise<void>;
  readonly asleep: () => boolean;
  #spent = false;
  #stderr = '';
  #waiting: { resolve(answer: RunnerAnswer): void; reject(error: Error): void } | null = null;

  constructor(runner: RunnerProcess) {
    this.#runner = runner;
    this.asleep = watchSleep(runner.pid);
    const { process } = runner;
    if (!process.stdin || !process.stdout) throw new WorkerDied('no pipes to the runner');
    this.#frames = new FrameStream(process.stdout, process.stdin, {
      onAnswer: (answer) => {
        const waiting = this.#waiting;
        this.#waiting = null;
        waiting?.resolve(answer);
      },
      onBroken: (why) => {
        this.#stderr = why;
        process.kill('SIGKILL');
      },
    });
    process.stderr?.on('data', (part: Buffer) => {
      this.#stderr = (this.#stderr + part.toString('utf8')).slice(-2000);
    });
    this.#ended = new Promise((resolve) => {
      const end = (why: string) => {
        this.#spent = true;
        this.#waiting?.reject(new WorkerDied(this.#stderr.trim() || why));
        this.#waiting = null;
        resolve();
      };
      process.once('error', (error) => end(error.message));
      process.once('close', (code, signal) => end(`ended with ${signal ?? `exit code ${code}`}`));
    });
  }

  get spent(): boolean {
    return this.#spent;
  }

  async run(job: SandboxJob): Promise<SandboxResult> {
    if (this.#spent) throw new WorkerDied(this.#stderr.trim() || 'the runner has ended');
    const answer = await new Promise<RunnerAnswer>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      const timer = setTimeout(() => this.#runner.process.kill('SIGKILL'), patienceMs(job));
      const stopTimer = () => clearTimeout(timer);
      this.#waiting = {
        resolve: (value) => {
          stopTimer();
          resolve(value);
        },
        reject: (error) => {
          stopTimer();
          reject(error);
        },
      };
      this.#announce(job);
      this.#frames.send(jobMessage(job));
    });
    if ('error' in answer) {
      this.#spent = true;
      throw new WorkerDied(answer.error);
    }
    this.#spent ||= answer.ok.recycle;
    return toResult(answer);
  }

  #announce({ suite }: SandboxJob): void {
    if (this.#suites.has(suite.id)) return;
    if (this.#suites.size >= MOST_SUITES) {
      const oldest = this.#suites.values().next().value as string;
      this.#suites.delete(oldest);
      this.#frames.send({ op: 'forget', id: oldest });
    }
    this.#suites.add(suite.id);
    this.#frames.send(suiteMessage(suite));
  }

  async close(): Promise<void> {
    this.#spent = true;
    this.#runner.process.kill('SIGKILL');
    await this.#ended;
    await this.#runner.cleanUp();
  }
}

/** A pool of native runners. */
export function openNativeSandbox(name: string, launch: LaunchRunner, { jobs }: SandboxOptions): Sandbox {
  return new SandboxPool({ name, size: jobs, startWorker: async () => new NativeWorker(await launch()) });
}
