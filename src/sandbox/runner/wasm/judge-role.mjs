/**
 * The process that holds tests and verdicts. It runs neither programs nor tests: Python reads the tests as data, and
 * asks for programs through one descriptor, which leads to the parent.
 */

import { readBytes, send, writeBytes } from './frames.mjs';

/** What the judge may use beyond a candidate's limit. */
const JUDGE_MEBIBYTES = 512;

export class JudgeRole {
  constructor(interpreter, cpuMs) {
    this.interpreter = interpreter;
    this.cpuMs = cpuMs;
    interpreter.openLine(readBytes, writeBytes);
  }

  bind(functions) {
    this.python = functions;
  }

  serve({ header, body }) {
    const { interpreter } = this;
    interpreter.limitMemory(header.memoryMib + JUDGE_MEBIBYTES);
    const output = this.python.run_job(body);
    if (output === null) throw new Error('the judge raised');
    const answer = JSON.parse(new TextDecoder().decode(output));
    if (answer.ok) Object.assign(answer.ok, { cpuMs: this.cpuMs(), recycle: interpreter.bloated });
    send({ op: 'result', ...answer });
  }
}
