/** The process that candidates run in. It knows no test: it is given programs and calls, and answers with values. */

import { attempt, split } from './attempt.mjs';
import { receive, send } from './frames.mjs';
import { Line } from './line.mjs';

const OUT_OF_MEMORY = 'o'.charCodeAt(0);
/** Exit code of a cell that its guards stopped (`candidate_side.py`). */
const LEFT = 40;
/** Of the answers to one batch: what does not fit is asked again, so that nobody holds all that a program says at once. */
const MOST_BYTES = 36 * 1024 * 1024;
const decoder = new TextDecoder();

/** Serves the parent until it closes its end. */
export class CandidateRole {
  constructor(interpreter, cpuMs) {
    this.interpreter = interpreter;
    this.cpuMs = cpuMs;
    this.line = new Line(interpreter, {
      take: () => this.nextQuestion(),
      give: (answer) => send({ op: 'said' }, answer),
      startCell: () => this.startCell(),
    });
  }

  /** Once the snapshot is in place. */
  bind(functions) {
    this.python = functions;
  }

  /** Time in which the program waited for its next call is not its own. */
  nextQuestion() {
    const message = this.interpreter.deadline.pausing(receive);
    return message === null || message.header.op !== 'say' ? null : message.body;
  }

  /** Every cell of a conversation has the whole limit, as long as there are no more of them than were asked for. */
  startCell() {
    this.cells++;
    if (this.cells <= this.session.maxCells) this.interpreter.deadline.start(this.session.timeoutMs);
  }

  serve({ header, body }) {
    // What was said to a program that had ended already.
    if (header.op === 'say' || header.op === 'hang-up') return;
    this.interpreter.limitMemory(header.memoryMib);
    const parts = split(body, header.sizes);
    const ending = this[`on_${header.op}`](header, parts);
    this.line.close();
    send({ op: 'ended', cpuMs: this.cpuMs(), recycle: this.interpreter.bloated, ...ending.header }, ending.body);
    this.interpreter.restore();
  }

  /**
   * One program, many cells; each answer is sent as it comes. Every cell starts from the snapshot, unless the program's
   * text shows that it keeps its state to itself, and nobody asked for more. What its guards stop runs again from the
   * snapshot, without guards, and so do all cells after it. Ends early, as done, when enough was said.
   */
  on_batch({ timeoutMs, alone }, [program, ...plans]) {
    const { interpreter } = this;
    let contained = false;
    let used = 0;
    let apart = alone;
    let sent = 0;
    const loadAndRun = (plan) => (input) => {
      const load = apart ? this.python.load_alone : this.python.load;
      contained = decoder.decode(load(input)) === 'contained';
      // What shares nothing is read once, not for every cell.
      apart ||= !contained;
      return this.python.run(plan);
    };
    for (let index = 0; index < plans.length && sent < MOST_BYTES; ) {
      const plan = plans[index];
      const fresh = used === 0;
      interpreter.deadline.start(timeoutMs);
      const { output, ending } = fresh
        ? attempt(interpreter, loadAndRun(plan), program)
        : attempt(interpreter, this.python.run, plan);
      if (contained && ending?.exitCode === LEFT) {
        apart = true;
        interpreter.restore();
        used = 0;
        continue;
      }
      const outOfMemory = ending?.kind === 'out-of-memory' || output?.[0] === OUT_OF_MEMORY;
      // Garbage of earlier cells may have taken the memory.
      const again = outOfMemory && !fresh;
      if (!again) {
        if (ending) return { header: ending };
        send({ op: 'cell', follows: !fresh }, output.subarray(1));
        sent += output.length;
        index++;
      }
      used++;
      if (again || outOfMemory || apart || !contained) {
        interpreter.restore();
        used = 0;
      }
    }
    return { header: { kind: 'done' } };
  }

  on_session(session, [program]) {
    this.session = session;
    this.cells = 0;
    this.line.open();
    this.interpreter.deadline.start(session.timeoutMs);
    const { ending } = attempt(this.interpreter, this.python.converse, program);
    return { header: ending ?? { kind: 'done' } };
  }

  on_script({ timeoutMs }, [program, stdin]) {
    const { interpreter } = this;
    interpreter.stdin = stdin;
    interpreter.deadline.start(timeoutMs);
    const { output, ending } = attempt(interpreter, this.python.script, program);
    const { stdout, stderr } = interpreter;
    const tail = decoder.decode(stderr.bytes().slice(-2000));
    const exited = ending === undefined ? { kind: 'done', code: Number(decoder.decode(output)) } : ending;
    return {
      header: { ...exited, complete: stdout.kept === stdout.written, stderrTail: tail },
      body: stdout.bytes(),
    };
  }
}
