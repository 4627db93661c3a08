import type { Sandbox, SandboxJob, SandboxOptions, SandboxResult } from '../../core/sandbox.ts';
import { SandboxPool, type SandboxWorker } from '../pool/sandbox-pool.ts';
import { WorkerDied } from '../pool/worker-died.ts';
import { RunnerConversation, type RunnerPipes } from './runner-conversation.ts';
import { jobMessage, type RunnerAnswer, type RunnerMessage, suiteMessage, toResult } from './runner-protocol.ts';

/** A started runner with its pipes on stdin and stdout. */
export interface RunnerProcess {
  readonly process: RunnerPipes;
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
  readonly #conversation: RunnerConversation<RunnerMessage, RunnerAnswer>;
  readonly #suites = new Set<string>();

  constructor(runner: RunnerProcess) {
    this.#runner = runner;
    this.#conversation = new RunnerConversation(runner.process);
  }

  get spent(): boolean {
    return this.#conversation.isOver;
  }

  async run(job: SandboxJob): Promise<SandboxResult> {
    const answer = await this.#conversation.ask([...this.#announced(job), jobMessage(job)], patienceMs(job));
    if ('error' in answer) {
      this.#conversation.end();
      throw new WorkerDied(answer.error);
    }
    if (answer.ok.recycle) this.#conversation.end();
    return toResult(answer);
  }

  /** What the runner has to know before the job. */
  #announced({ suite }: SandboxJob): RunnerMessage[] {
    if (this.#suites.has(suite.id)) return [];
    const messages: RunnerMessage[] = [];
    if (this.#suites.size >= MOST_SUITES) {
      const oldest = this.#suites.values().next().value as string;
      this.#suites.delete(oldest);
      messages.push({ op: 'forget', id: oldest });
    }
    this.#suites.add(suite.id);
    return [...messages, suiteMessage(suite)];
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
