/**
 * The process that runs tests of a model's which the judge cannot decide by itself: one test at a time, beside the
 * program, which is in another process. It holds neither other tests nor any verdict, and is as locked as a candidate's.
 */

import { attempt } from './attempt.mjs';
import { receive, send } from './frames.mjs';
import { Line } from './line.mjs';

/** What a test may use beyond the program's limit. */
const TEST_MEBIBYTES = 256;

export class TesterRole {
  constructor(interpreter, cpuMs) {
    this.interpreter = interpreter;
    this.cpuMs = cpuMs;
    this.answers = [];
    this.line = new Line(interpreter, {
      take: () => this.answers.shift() ?? null,
      give: (question) => this.ask(question),
    });
  }

  bind(functions) {
    this.python = functions;
  }

  /** Asks the program; what a test leaves unread goes with it. Time in which it waits is not its own. */
  ask(question) {
    const message = this.interpreter.deadline.pausing(() => {
      send({ op: 'ask' }, question);
      return receive();
    });
    if (message === null || message.header.gone) this.line.close();
    else this.answers.push(message.body);
  }

  serve({ header, body }) {
    const { interpreter } = this;
    interpreter.limitMemory(header.memoryMib + TEST_MEBIBYTES);
    interpreter.deadline.start(header.timeoutMs);
    this.answers = [];
    this.line.open();
    const { output, ending } = attempt(interpreter, (message) => this.work(message, header), body);
    this.line.close();
    const how = ending ?? { kind: 'done' };
    send({ op: 'ended', cpuMs: this.cpuMs(), recycle: interpreter.bloated, ...how }, output);
    interpreter.restore();
  }

  work(message, { timeoutMs, wallMs }) {
    if (this.python.load_test(message) === null) return null;
    this.interpreter.deadline.start(timeoutMs, wallMs);
    return this.python.run_test(message);
  }
}
