import { SandboxError } from '../../core/errors.ts';
import type { SandboxJob, SandboxResult, Verdict } from '../../core/sandbox.ts';
import { WorkerDied } from '../framed-process.ts';
import { judgeJob, type RunnerAnswer, type RunnerMessage } from '../native/native-sandbox.ts';
import type { SandboxWorker } from '../pool/sandbox-pool.ts';
import type { InterpreterProcess, StartInterpreter, WasmFrame } from './wasm-process.ts';

/** Why a process gives no frame: it took too long, was killed by somebody else, or ended by its own doing. */
type Silence = 'timeout' | 'killed' | 'crashed';

/** For one frame. */
interface Patience {
  readonly cpuMs: number;
  readonly wallMs: number;
}

const POLL_MS = 50;

/** The place of one interpreter process; what is silent is replaced. */
class InterpreterSeat {
  #process: InterpreterProcess | null = null;
  #closed = false;
  /** CPU milliseconds of processes that took too long. */
  lostMs = 0;

  constructor(private readonly start: () => Promise<InterpreterProcess>) {}

  /** A process that waits for work. @throws WorkerDied when none starts. */
  async ready(): Promise<InterpreterProcess> {
    if (!this.#process || this.#process.spent) this.#process = await this.start();
    if (this.#closed) await this.#process.close();
    return this.#process;
  }

  /** The next frame of the process that was ready, also where it has died since. */
  async receive({ cpuMs, wallMs }: Patience): Promise<WasmFrame | Silence> {
    const process = this.#process;
    if (!process) return 'crashed';
    const deadline = performance.now() + wallMs;
    const before = process.cpuMs ?? 0;
    let spent = 0;
    try {
      while (spent <= cpuMs && performance.now() <= deadline) {
        const frame = await process.hear(POLL_MS);
        if (frame) return frame;
        spent = (process.cpuMs ?? before) - before;
      }
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      await this.replace();
      return error.ownDoing ? 'crashed' : 'killed';
    }
    this.lostMs += spent;
    await this.replace();
    return 'timeout';
  }

  async replace(): Promise<void> {
    const old = this.#process;
    this.#process = null;
    await old?.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#process?.close();
  }
}

const MISSING_MODULE = /^(?:ModuleNotFound|Import)Error: No module named '([^']+)'/;
/** By what is not there, the messages that say so. */
const LACKING = {
  threads: /can't start new thread/,
  processes: /does not support processes|has no attribute '(?:fork|execv\w*|posix_spawn|kill)'/,
  sockets: /Address family not supported|\[Errno -4\]/,
  'some system calls': /\[Errno 52\]/,
  signals: /^NotImplementedError: (?:signals|add_signal)/,
};

/** A size between 2^31 and 2^63: with a 64-bit interpreter an allocation that fails, here a number out of range. */
const TOO_LARGE_FOR_32_BITS = /^OverflowError: cannot fit 'int' into an index-sized integer/;

function explain(detail: string): string {
  const module = MISSING_MODULE.exec(detail)?.[1];
  const lacking = Object.entries(LACKING).find(([, pattern]) => pattern.test(detail))?.[0];
  if (module)
    return `${detail} (module '${module}' is not available in the wasm sandbox; use --sandbox bubblewrap or docker)`;
  return lacking ? `${detail} (${lacking} are not available in the wasm sandbox)` : detail;
}

/** Explains features that this sandbox lacks, and names a lack of memory. */
export function explainResult(result: SandboxResult): SandboxResult {
  const verdicts: Verdict[] = [...result.verdicts];
  const details = result.details.map((detail, index) => {
    if (detail === null) return null;
    if (verdicts[index] === 'error' && TOO_LARGE_FOR_32_BITS.test(detail)) verdicts[index] = 'out-of-memory';
    return verdicts[index] === 'error' ? explain(detail) : detail;
  });
  return { ...result, verdicts, details };
}

/** What a judge computes between two questions is bounded; beyond this something is wrong with it. */
const JUDGE_PATIENCE: Patience = { cpuMs: 5_000, wallMs: 180_000 };
const QUESTIONS = new Set(['batch', 'script', 'together']);
const KINDS = new Set<unknown>(['done', 'timeout', 'out-of-memory', 'died']);
/** An interpreter stops by itself at 36 MiB and the answer that passes them (`runner/wasm/candidate-role.mjs`). */
const MOST_BYTES = 120 * 1024 * 1024;

/** Beyond the interpreter's own limits (`runner/wasm/deadline.mjs`): then it is in a loop that nothing inside can stop. */
const programPatience = (limitMs: number): Patience => ({ cpuMs: limitMs * 1.5 + 100, wallMs: limitMs * 4 + 1500 });

/** How a piece of work ended, as the judge is told: the fields that are known, where they are of their type. */
function endingFrom({ kind, detail, code, complete, stderrTail, left }: Readonly<Record<string, unknown>>) {
  return {
    op: 'ended',
    kind: KINDS.has(kind) ? kind : 'died',
    detail: typeof detail === 'string' ? detail.slice(0, 500) : 'the program ended',
    code: typeof code === 'number' ? code : 1,
    complete: complete === true,
    stderrTail: typeof stderrTail === 'string' ? stderrTail : '',
    left: left === true,
  };
}

const CRASHED = endingFrom({ detail: 'the program crashed the interpreter' });
const FLOODED = endingFrom({ detail: 'the program sent more than it was asked for' });
const ENDINGS: Readonly<Record<Silence, WasmFrame['header']>> = {
  crashed: CRASHED,
  killed: { ...endingFrom({}), kind: 'killed' },
  timeout: endingFrom({ kind: 'timeout' }),
};

/**
 * Two interpreters in two processes: a judge that runs nothing a model wrote, and one that runs programs, together with
 * a test where the judge cannot compare values. A program's process may end at any time; without its judge a worker is spent.
 */
export class WasmWorker implements SandboxWorker {
  readonly #judge: InterpreterSeat;
  readonly #programs: InterpreterSeat;
  /** CPU milliseconds of programs. */
  #cpuMs = 0;
  #spent = false;

  private constructor(start: StartInterpreter) {
    this.#judge = new InterpreterSeat(() => start('judge'));
    this.#programs = new InterpreterSeat(() => start('candidate'));
  }

  /** @throws WorkerDied when an interpreter does not start. */
  static async start(start: StartInterpreter): Promise<WasmWorker> {
    const worker = new WasmWorker(start);
    try {
      await Promise.all([worker.#judge.ready(), worker.#programs.ready()]);
      return worker;
    } catch (error) {
      await worker.close();
      throw error;
    }
  }

  get spent(): boolean {
    return this.#spent;
  }

  /** @throws SandboxError `tests-unsupported` where tests need libraries beside the program */
  async run(job: SandboxJob): Promise<SandboxResult> {
    if (job.suite.tests.some(({ body }) => body.kind === 'in-process')) {
      throw new SandboxError('tests-unsupported', `the wasm sandbox cannot run the official tests of ${job.id}`, {
        hint: 'Use --sandbox docker with the image of the benchmark ("mutagree images list"), or bubblewrap.',
      });
    }
    this.#cpuMs = this.#programs.lostMs = this.#judge.lostMs = 0;
    const endless: number[] = [];
    try {
      const result = await judgeJob(job, (message) => this.#ask({ ...message, endless }, job.limits.memoryMib));
      const cpuMs = result.cpuMs + this.#cpuMs + this.#programs.lostMs + this.#judge.lostMs;
      return explainResult({ ...result, cpuMs });
    } catch (error) {
      this.#spent = true;
      throw error;
    }
  }

  /** @param message `endless`: tests whose comparison took too long, of which this adds what it finds */
  async #ask(message: RunnerMessage & { endless: number[] }, memoryMib: number): Promise<RunnerAnswer> {
    const judge = await this.#judge.ready();
    judge.say({ op: 'job', memoryMib }, Buffer.from(JSON.stringify(message), 'utf8'));
    for (let compared: unknown; ; ) {
      const frame = await this.#judge.receive(JUDGE_PATIENCE);
      if (frame === 'timeout') {
        if (typeof compared !== 'number') throw new WorkerDied('the judge did not come to an end with this test');
        message.endless.push(compared);
        return this.#ask(message, memoryMib);
      }
      if (typeof frame === 'string') throw new WorkerDied(`the process of the judge was ${frame}`);
      const { op, recycle } = frame.header;
      if (op === 'result' && recycle) await this.#judge.replace();
      if (op === 'result') return frame.header as unknown as RunnerAnswer;
      compared = op === 'comparing' ? frame.header['test'] : undefined;
      if (op === 'comparing') continue;
      if (!QUESTIONS.has(op)) throw new WorkerDied(`the judge says "${op}"`);
      judge.say(await this.#runProgram(frame, judge));
    }
  }

  /**
   * A script, program and test together, or plans one after the other: passes on what comes, and gives how it ended. A
   * program that broke out of its interpreter and says more than it was asked is ended.
   */
  async #runProgram({ header, body }: WasmFrame, judge: InterpreterProcess): Promise<WasmFrame['header']> {
    const programs = this.#programs;
    const patience = programPatience(Number(header['timeoutMs']));
    const most = (header['sizes'] as readonly number[]).length;
    (await programs.ready()).say(header, body);
    for (let cells = 0, bytes = 0; ; cells++) {
      const frame = await programs.receive(patience);
      if (typeof frame === 'string') return ENDINGS[frame];
      const { op, cpuMs, recycle } = frame.header;
      if (op === 'ended') {
        if (typeof cpuMs === 'number') this.#cpuMs += cpuMs;
        if (recycle) await programs.replace();
        return endingFrom(frame.header);
      }
      bytes += frame.body.length;
      if (op !== 'cell' || cells === most || bytes > MOST_BYTES) {
        await programs.replace();
        return bytes > MOST_BYTES ? FLOODED : CRASHED;
      }
      judge.say({ op }, frame.body);
    }
  }

  async close(): Promise<void> {
    this.#spent = true;
    await Promise.all([this.#judge.close(), this.#programs.close()]);
  }
}
