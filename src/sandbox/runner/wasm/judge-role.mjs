/**
 * The process that holds tests and verdicts. It runs neither programs nor tests: Python reads the tests as data, and
 * asks for candidates and testers through one descriptor; the parent passes the questions on.
 */

import { receive, send } from './frames.mjs';

/** What the judge may use beyond a candidate's limit. */
const JUDGE_MEBIBYTES = 512;
const NONE = new Uint8Array(0);

export class JudgeRole {
  constructor(interpreter, cpuMs) {
    this.interpreter = interpreter;
    this.cpuMs = cpuMs;
    this.question = NONE;
    this.answer = NONE;
    interpreter.openLine(
      (view) => this.read(view),
      (bytes) => this.write(bytes),
    );
  }

  bind(functions) {
    this.python = functions;
  }

  serve({ header, body }) {
    const { interpreter } = this;
    interpreter.limitMemory(header.memoryMib + JUDGE_MEBIBYTES);
    const output = header.op === 'suite' ? this.python.add_suite(body) : this.python.run_job(body);
    if (output === null) throw new Error('the judge raised');
    const result = JSON.parse(new TextDecoder().decode(output));
    send({ op: 'result', recycle: interpreter.bloated, ...result, cpuMs: this.cpuMs() });
  }

  read(view) {
    const part = this.answer.subarray(0, view.length);
    view.set(part);
    this.answer = this.answer.subarray(part.length);
    return part.length;
  }

  /** A question may come in pieces; the answer to it is there when it is whole. */
  write(bytes) {
    const all = new Uint8Array(this.question.length + bytes.length);
    all.set(this.question);
    all.set(bytes, this.question.length);
    this.question = all;
    if (all.length < 8) return;
    const view = new DataView(all.buffer);
    const total = view.getUint32(0, true);
    if (all.length < 8 + total) return;
    const headerEnd = 8 + view.getUint32(4, true);
    this.question = NONE;
    send(JSON.parse(new TextDecoder().decode(all.subarray(8, headerEnd))), all.subarray(headerEnd));
    const answer = receive();
    if (answer === null) throw new Error('the parent is gone');
    this.answer = framed(answer.header, answer.body);
  }
}

function framed(header, body) {
  const head = new TextEncoder().encode(JSON.stringify(header));
  const frame = new Uint8Array(8 + head.length + body.length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, head.length + body.length, true);
  view.setUint32(4, head.length, true);
  frame.set(head, 8);
  frame.set(body, 8 + head.length);
  return frame;
}
