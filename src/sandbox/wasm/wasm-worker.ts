import type { SandboxJob, SandboxResult, TestSuite } from '../../core/sandbox.ts';
import { jobMessage, type RunnerAnswer, toResult } from '../native/runner-protocol.ts';
import type { SandboxWorker } from '../pool/sandbox-pool.ts';
import { CandidateSeat } from './candidate-seat.ts';
import { explainResult } from './explain-detail.ts';
import type { WasmFrame } from './frames.ts';
import { InterpreterSeat } from './interpreter-seat.ts';
import { JudgeSeat, unknownQuestion } from './judge-seat.ts';
import type { Interpreters } from './wasm-process.ts';

/**
 * Two interpreters in two processes: a judge that runs nothing a model wrote, and one that runs programs, together with
 * a test where the judge cannot compare values. Each of them may end at any time: what it was working on is
 * done again, and what costs a process twice is an `error`; a run ends only where no interpreter starts any more.
 */
export class WasmWorker implements SandboxWorker {
  readonly #judge: JudgeSeat;
  readonly #candidates: InterpreterSeat;
  readonly #candidate: CandidateSeat;
  #spent = false;

  private constructor(interpreters: Interpreters) {
    this.#judge = new JudgeSeat(() => interpreters.start('judge'));
    this.#candidates = new InterpreterSeat(() => interpreters.start('candidate'));
    this.#candidate = new CandidateSeat(this.#candidates);
  }

  /** @throws WorkerDied when an interpreter does not start. */
  static async start(interpreters: Interpreters): Promise<WasmWorker> {
    const worker = new WasmWorker(interpreters);
    try {
      await Promise.all([worker.#judge.ready(), worker.#candidates.ready()]);
      return worker;
    } catch (error) {
      await worker.close();
      throw error;
    }
  }

  get spent(): boolean {
    return this.#spent;
  }

  async run(job: SandboxJob): Promise<SandboxResult> {
    try {
      return explainResult(await this.#run(job));
    } catch (error) {
      this.#spent = true;
      throw error;
    }
  }

  async #run(job: SandboxJob): Promise<SandboxResult> {
    const first = await this.#attempt(job);
    if (typeof first !== 'string') return first;
    // Killed by somebody else: as if nothing had been. Otherwise one of the tests is too much for the judge.
    const second = first === 'gone' ? await this.#attempt(job) : first;
    if (typeof second !== 'string') return second;
    return job.suite.tests.length === 1 ? withoutVerdict(second) : this.#runOneByOne(job);
  }

  /** The result, or what became of the judge. */
  async #attempt(job: SandboxJob): Promise<SandboxResult | string> {
    const { op: _, job: message } = jobMessage(job) as { op: string; job: unknown };
    const body = Buffer.from(JSON.stringify(message), 'utf8');
    const header = await this.#judge.run(body, job.suite, job.limits.memoryMib, (question) => this.#answer(question));
    await this.#candidates.abandon();
    if (typeof header === 'string') return header;
    const answer = header as unknown as RunnerAnswer & { cpuMs: number };
    if (!('ok' in answer)) return String(answer.error);
    const result = toResult(answer);
    return { ...result, cpuMs: answer.cpuMs + this.#candidates.takeCpuMs() };
  }

  async #answer(question: WasmFrame): Promise<{ header: object; body?: Buffer | undefined }> {
    const { header, body } = question;
    switch (header.op) {
      case 'batch':
        return this.#candidate.batch(header, body);
      case 'script':
      case 'together':
        return this.#candidate.whole(header, body);
      default:
        return unknownQuestion(question);
    }
  }

  /** Each test gets a job of its own, so that only the one that the judge cannot do is lost. */
  async #runOneByOne(job: SandboxJob): Promise<SandboxResult> {
    const results: SandboxResult[] = [];
    for (const test of job.suite.tests) {
      const suite: TestSuite = { ...job.suite, id: `${job.suite.id}/${test.id}`, tests: [test] };
      results.push(await this.#run({ ...job, suite }));
    }
    return {
      verdicts: results.flatMap(({ verdicts }) => verdicts),
      outputs: results.flatMap(({ outputs }) => outputs),
      details: results.flatMap(({ details }) => details),
      weak: results.flatMap(({ weak }) => weak),
      cpuMs: results.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    };
  }

  async close(): Promise<void> {
    this.#spent = true;
    await Promise.all([this.#judge.close(), this.#candidates.close()]);
  }
}

const LOSSES: Readonly<Record<string, string>> = {
  gone: 'the process of the judge was killed twice',
  stalled: 'the judge did not come to an end with this test',
};

/** The one test of a job, on which the judge has no word to say. */
function withoutVerdict(why: string): SandboxResult {
  const detail = LOSSES[why] ?? `the judge failed: ${why}`;
  return { verdicts: ['error'], outputs: [null], details: [detail], weak: [false], cpuMs: 0 };
}
