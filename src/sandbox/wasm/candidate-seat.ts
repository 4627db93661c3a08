import type { WasmFrame } from './frames.ts';
import type { Ending, InterpreterSeat } from './interpreter-seat.ts';

interface Answer {
  readonly header: object;
  readonly body: Buffer;
}

const GONE: Ending = { kind: 'died', detail: 'the program ended', code: 1, complete: false, stderrTail: '' };
/** An interpreter stops by itself at 36 MiB and the answer that passes them (`runner/wasm/candidate-role.mjs`). */
const MOST_BYTES = 128 * 1024 * 1024;
const FLOODED: Ending = { ...GONE, detail: 'the program said more than it was asked for' };

/** What the judge asks of programs: all cells of a plan, one run as a script, or a conversation. */
export class CandidateSeat {
  readonly #seat: InterpreterSeat;
  /** How the conversation that is open, or was last, ended. */
  #ending: Ending | null = GONE;
  #sessionTimeoutMs = 0;

  constructor(seat: InterpreterSeat) {
    this.#seat = seat;
  }

  /**
   * Runs plans one after the other; gives their outcomes up to the one that ended it, or until there are enough for one
   * answer. Whoever broke out of an interpreter and says more is ended.
   */
  async batch(header: WasmFrame['header'], body: Buffer): Promise<Answer> {
    await this.#seat.begin(header, body);
    const outcomes: Buffer[] = [];
    let bytes = 0;
    const plans = (header['sizes'] as readonly number[]).length - 1;
    /** Of each outcome: whether another cell had gone before in the same state of the interpreter. */
    const follows: boolean[] = [];
    for (;;) {
      const expected = outcomes.length < plans ? 'cell' : 'ended';
      const step = await this.#seat.next(Number(header['timeoutMs']), expected);
      if ('ending' in step) {
        const sizes = outcomes.map((outcome) => outcome.length);
        return { header: { ...step.ending, outcomes: sizes, follows }, body: Buffer.concat(outcomes) };
      }
      bytes += step.frame.body.length;
      if (bytes > MOST_BYTES) {
        await this.#seat.abandon();
        return { header: { ...FLOODED, outcomes: [], follows: [] }, body: Buffer.alloc(0) };
      }
      outcomes.push(step.frame.body);
      follows.push(step.frame.header['follows'] === true);
    }
  }

  /** A script that somebody killed from outside runs again, once. */
  async script(header: WasmFrame['header'], body: Buffer): Promise<Answer> {
    const first = await this.#script(header, body);
    const { ending, body: output } = first.ending.kind === 'killed' ? await this.#script(header, body) : first;
    return { header: ending, body: output };
  }

  async #script(header: WasmFrame['header'], body: Buffer): Promise<{ ending: Ending; body: Buffer }> {
    await this.#seat.begin(header, body);
    return this.#seat.ending(Number(header['timeoutMs']));
  }

  async open(header: WasmFrame['header'], body: Buffer): Promise<void> {
    this.#ending = null;
    this.#sessionTimeoutMs = Number(header['timeoutMs']);
    await this.#seat.begin({ ...header, op: 'session' }, body);
  }

  /** One question of a conversation; null once the candidate is gone. */
  async say(body: Buffer): Promise<Buffer | null> {
    if (this.#ending) return null;
    this.#seat.tell({ op: 'say' }, body);
    const step = await this.#seat.next(this.#sessionTimeoutMs, 'said');
    if ('frame' in step) return step.frame.body;
    this.#ending = step.ending;
    return null;
  }

  async hangUp(): Promise<Ending> {
    if (!this.#ending) this.#seat.tell({ op: 'hang-up' });
    while (!this.#ending) {
      const step = await this.#seat.next(this.#sessionTimeoutMs, 'said');
      if ('ending' in step) this.#ending = step.ending;
    }
    return this.#ending;
  }
}
