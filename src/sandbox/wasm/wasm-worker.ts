import type { SandboxJob, SandboxResult, TestSuite } from '../../core/sandbox.ts';
import { jobMessage, type RunnerAnswer, suiteMessage, toResult } from '../runner-protocol.ts';
import { type SandboxWorker, WorkerDied } from '../sandbox-pool.ts';
import { CandidateSeat } from './candidate-seat.ts';
import { explainResult } from './explain-detail.ts';
import type { WasmFrame } from './frames.ts';
import type { ImageCache } from './image-cache.ts';
import type { WasmProcess } from './wasm-process.ts';

/** A judge that computes longer than this without a question is in a test that cannot be stopped from inside. */
const JUDGE_PATIENCE_MS = 20_000;
const MOST_SUITES = 64;

/** Two interpreters in two processes: a judge that no candidate touches, and one that runs candidates. */
export class WasmWorker implements SandboxWorker {
  readonly #images: ImageCache;
  readonly #seat: CandidateSeat;
  readonly #suites = new Set<string>();
  #judge: WasmProcess;
  #spent = false;

  private constructor(images: ImageCache, seat: CandidateSeat, judge: WasmProcess) {
    this.#images = images;
    this.#seat = seat;
    this.#judge = judge;
  }

  /** @throws WorkerDied when an interpreter does not start. */
  static async start(images: ImageCache): Promise<WasmWorker> {
    const seat = new CandidateSeat(() => images.start('candidate'));
    try {
      const [judge] = await Promise.all([images.start('judge'), seat.ready()]);
      return new WasmWorker(images, seat, judge);
    } catch (error) {
      await seat.close();
      throw error;
    }
  }

  get spent(): boolean {
    return this.#spent;
  }

  async run(job: SandboxJob): Promise<SandboxResult> {
    try {
      const result = await this.#run(job);
      return explainResult(result ?? (await this.#runOneByOne(job)));
    } catch (error) {
      this.#spent = true;
      throw error;
    }
  }

  /** The result, or null when a test stopped the judge for good. */
  async #run(job: SandboxJob): Promise<SandboxResult | null> {
    this.#announce(job.suite);
    const { op: _, job: message } = jobMessage(job) as { op: string; job: unknown };
    const { memoryMib, timeoutMs } = job.limits;
    this.#judge.send({ op: 'job', suite: job.suite.id, memoryMib }, Buffer.from(JSON.stringify(message), 'utf8'));
    for (;;) {
      const frame = await this.#judge.receive(JUDGE_PATIENCE_MS + timeoutMs * 5);
      if (frame === null) {
        await this.#replaceJudge();
        return null;
      }
      if (frame.header.op === 'result') return await this.#finish(frame);
      await this.#answer(frame);
    }
  }

  async #finish({ header }: WasmFrame): Promise<SandboxResult> {
    const answer = header as unknown as RunnerAnswer & { cpuMs: number; recycle: boolean };
    if (answer.recycle) await this.#replaceJudge();
    if (!('ok' in answer)) throw new WorkerDied(String(answer.error));
    const result = toResult(answer);
    return { ...result, cpuMs: answer.cpuMs + this.#seat.takeCpuMs() };
  }

  async #answer({ header, body }: WasmFrame): Promise<void> {
    const judge = this.#judge;
    const reply = (answer: object, data?: Buffer) => judge.send({ op: 'answer', ...answer }, data);
    if (header.op === 'batch' || header.op === 'script') {
      const done = await this.#seat[header.op](header, body);
      reply(done.header, done.body);
    } else if (header.op === 'session') {
      await this.#seat.open(header, body);
      reply({});
    } else if (header.op === 'say') {
      const said = await this.#seat.say(body);
      reply({ gone: said === null }, said ?? undefined);
    } else if (header.op === 'hang-up') {
      reply(await this.#seat.hangUp());
    } else {
      throw new WorkerDied(`the judge asks "${header.op}": ${String(header['message'] ?? '')}`);
    }
  }

  /** One of the tests never ends inside the judge: each gets a job of its own, so that only that one is lost. */
  async #runOneByOne(job: SandboxJob): Promise<SandboxResult> {
    const verdicts: SandboxResult['verdicts'][number][] = [];
    const outputs: (string | null)[] = [];
    const details: (string | null)[] = [];
    const weak: boolean[] = [];
    let cpuMs = 0;
    for (const test of job.suite.tests) {
      const suite: TestSuite = { ...job.suite, id: `${job.suite.id}/${test.id}`, tests: [test] };
      const result = job.suite.tests.length === 1 ? null : await this.#run({ ...job, suite });
      verdicts.push(result?.verdicts[0] ?? 'timeout');
      outputs.push(result?.outputs[0] ?? null);
      details.push(result ? (result.details[0] ?? null) : 'the test itself took too long');
      weak.push(result?.weak[0] ?? false);
      cpuMs += result?.cpuMs ?? 0;
    }
    return { verdicts, outputs, details, weak, cpuMs };
  }

  #announce(suite: TestSuite): void {
    if (this.#suites.has(suite.id)) return;
    if (this.#suites.size >= MOST_SUITES) this.#suites.delete(this.#suites.values().next().value as string);
    this.#suites.add(suite.id);
    this.#judge.send({ op: 'suite', id: suite.id }, Buffer.from(JSON.stringify(suiteMessage(suite)), 'utf8'));
  }

  async #replaceJudge(): Promise<void> {
    const old = this.#judge;
    this.#suites.clear();
    await old.end();
    this.#judge = await this.#images.start('judge');
  }

  async close(): Promise<void> {
    this.#spent = true;
    await Promise.all([this.#judge.end(), this.#seat.close()]);
  }
}
