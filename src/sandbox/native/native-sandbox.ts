import type { Sandbox, SandboxJob, SandboxOptions, SandboxResult } from '../../core/sandbox.ts';
import { SandboxPool, type SandboxWorker } from '../pool/sandbox-pool.ts';
import { RunnerConversation, type RunnerPipes } from './runner-conversation.ts';
import { judgeJob, type RunnerAnswer, type RunnerMessage, toResult } from './runner-protocol.ts';

/** A started runner with its pipes on stdin and stdout. */
export interface RunnerProcess {
  readonly process: RunnerPipes;
  /** Removes what the launch made on the host; after the process ended. */
  cleanUp(): Promise<void>;
}

/** How one kind of native sandbox starts the Python runner. */
export type LaunchRunner = () => Promise<RunnerProcess>;

/** Beyond every limit that the runner enforces itself: then it hangs, and is replaced. */
function patienceMs({ suite, limits }: SandboxJob): number {
  return 60_000 + (suite.tests.length + 1) * (limits.timeoutMs * 24 + 15_000);
}

class NativeWorker implements SandboxWorker {
  readonly #runner: RunnerProcess;
  readonly #conversation: RunnerConversation<RunnerMessage, RunnerAnswer>;

  constructor(runner: RunnerProcess) {
    this.#runner = runner;
    this.#conversation = new RunnerConversation(runner.process);
  }

  get spent(): boolean {
    return this.#conversation.isOver;
  }

  async run(job: SandboxJob): Promise<SandboxResult> {
    try {
      const judged = await judgeJob(job, (message) => this.#conversation.ask(message, patienceMs(job)));
      if (judged.recycle) this.#conversation.end();
      return toResult(judged);
    } catch (error) {
      this.#conversation.end();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#conversation.close();
    await this.#runner.cleanUp();
  }
}

/** A pool of native runners. */
export function openNativeSandbox(name: string, launch: LaunchRunner, { jobs }: SandboxOptions): Sandbox {
  return new SandboxPool({ name, size: jobs, startWorker: async () => new NativeWorker(await launch()) });
}
