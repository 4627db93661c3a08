import type { WasmFrame } from './frames.ts';
import type { Ending, InterpreterSeat } from './interpreter-seat.ts';

interface Answer {
  readonly header: object;
  readonly body: Buffer;
}

/** An interpreter stops by itself at 36 MiB and the answer that passes them (`runner/wasm/candidate-role.mjs`). */
const MOST_BYTES = 128 * 1024 * 1024;
const FLOODED: Ending = {
  kind: 'died',
  detail: 'the program said more than it was asked for',
  code: 1,
  complete: false,
  stderrTail: '',
  left: false,
};

/** The judge's questions about programs: cells of the value lane, program and test together, or a script. */
export class CandidateSeat {
  readonly #seat: InterpreterSeat;

  constructor(seat: InterpreterSeat) {
    this.#seat = seat;
  }

  /**
   * Runs plans one after the other; gives their answers up to the one that ended it, or until there are enough for one
   * message. A program that broke out of its interpreter and says more is ended.
   */
  async batch(header: WasmFrame['header'], body: Buffer): Promise<Answer> {
    await this.#seat.begin(header, body);
    const outcomes: Buffer[] = [];
    let bytes = 0;
    const plans = (header['sizes'] as readonly number[]).length - 1;
    for (;;) {
      const expected = outcomes.length < plans ? 'cell' : 'ended';
      const step = await this.#seat.next(Number(header['timeoutMs']), expected);
      if ('ending' in step) {
        const sizes = outcomes.map((outcome) => outcome.length);
        return { header: { ...step.ending, outcomes: sizes }, body: Buffer.concat(outcomes) };
      }
      bytes += step.frame.body.length;
      if (bytes > MOST_BYTES) {
        await this.#seat.abandon();
        return { header: { ...FLOODED, outcomes: [] }, body: Buffer.alloc(0) };
      }
      outcomes.push(step.frame.body);
    }
  }

  /** A script, or program and test together; if a signal from elsewhere killed it, it runs once more. */
  async whole(header: WasmFrame['header'], body: Buffer): Promise<Answer> {
    const first = await this.#once(header, body);
    const { ending, body: output } = first.ending.kind === 'killed' ? await this.#once(header, body) : first;
    return { header: ending, body: output };
  }

  async #once(header: WasmFrame['header'], body: Buffer): Promise<{ ending: Ending; body: Buffer }> {
    await this.#seat.begin(header, body);
    return this.#seat.ending(Number(header['timeoutMs']));
  }
}
