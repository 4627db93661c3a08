/**
 * The process that holds tests and verdicts; no candidate ever runs in it. Python asks for candidates through one
 * descriptor, and the parent passes the questions on.
 *
 * A test that could leave something behind runs in the judge itself, but what it left is undone afterwards: memory goes
 * back to the state before the job, and the job starts over. All answers so far are given again from a record, so that
 * it comes to the same place, and now the test's result is among them.
 */

import { OutOfTime } from './deadline.mjs';
import { receive, send } from './frames.mjs';

/** What the judge may use beyond a candidate's limit. */
const JUDGE_MEBIBYTES = 512;
const NONE = new Uint8Array(0);

/** Thrown through the interpreter to start a job over. */
class StartOver extends Error {}

export class JudgeRole {
  constructor(interpreter, cpuMs) {
    this.interpreter = interpreter;
    this.cpuMs = cpuMs;
    this.suites = new Map();
    this.remembered = new Set();
    this.question = NONE;
    this.answer = NONE;
    this.reset();
    interpreter.openLine(
      (view) => this.read(view),
      (bytes) => this.write(bytes),
    );
  }

  bind(functions) {
    this.python = functions;
  }

  reset() {
    this.record = [];
    this.rewind();
  }

  rewind() {
    this.at = 0;
    /** Where in the record the guarded block or isolated test stands that the judge is in. */
    this.within = null;
    this.isolating = false;
    this.question = NONE;
    this.answer = NONE;
  }

  serve({ header, body }) {
    if (header.op === 'suite') {
      this.suites.set(header.id, { body, isolated: this.compile(body) });
      return;
    }
    const suite = this.suites.get(header.suite);
    const { interpreter } = this;
    if (suite.isolated && !this.remembered.has(header.suite)) this.remember();
    this.reset();
    interpreter.limitMemory(header.memoryMib + JUDGE_MEBIBYTES);
    send({ op: 'result', recycle: interpreter.bloated, ...this.run(body, header.suite) });
  }

  compile(body) {
    const output = this.python.add_suite(body);
    if (output === null) throw new Error('a suite cannot be compiled');
    return new TextDecoder().decode(output) === 'isolated';
  }

  /** Takes the snapshot that isolated tests come back to; it holds every suite so far. */
  remember() {
    const { interpreter } = this;
    interpreter.snapshot(interpreter.saved.stack);
    this.remembered = new Set(this.suites.keys());
  }

  run(job, suiteId) {
    for (;;) {
      const output = this.attempt(job);
      if (output !== null) return { ...JSON.parse(new TextDecoder().decode(output)), cpuMs: this.cpuMs() };
      this.interpreter.restore();
      if (!this.remembered.has(suiteId)) this.compile(this.suites.get(suiteId).body);
      this.rewind();
    }
  }

  /** The job's result, or null where it has to start over. */
  attempt(job) {
    try {
      const output = this.python.run_job(job);
      if (output === null) throw new Error('the judge raised');
      return output;
    } catch (problem) {
      if (problem instanceof StartOver) return null;
      if (this.within === null) throw problem;
      // The test stopped the interpreter: out of time, out of stack, or by ending its own process.
      const ended = problem instanceof OutOfTime ? 'timeout' : 'died';
      this.record.length = this.within;
      this.record.push({ header: { known: true, ended, detail: 'the test ended its own process' }, body: NONE });
      return null;
    } finally {
      this.interpreter.deadline.clear();
    }
  }

  read(view) {
    const part = this.answer.subarray(0, view.length);
    view.set(part);
    this.answer = this.answer.subarray(part.length);
    return part.length;
  }

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
    const header = JSON.parse(new TextDecoder().decode(all.subarray(8, headerEnd)));
    const { header: found, body } = this.reply(header, all.subarray(headerEnd));
    this.answer = framed(found, body);
  }

  reply(header, body) {
    if (header.op === 'unguard') return this.leave();
    if (header.op === 'isolated') {
      this.record[this.within] = { header: { known: true }, body: body.slice() };
      throw new StartOver();
    }
    if (this.isolating) return this.outside(header, body);
    const place = this.at++;
    const known = this.record[place];
    if (header.op === 'guard' || header.op === 'isolate')
      return known?.header.known ? known : this.enter(header, place);
    if (known) return known;
    const answer = this.outside(header, body);
    this.record.push(answer);
    return answer;
  }

  enter(header, place) {
    this.within = place;
    this.isolating = header.op === 'isolate';
    this.record[place] ??= { header: { known: false }, body: NONE };
    this.interpreter.deadline.start(header.timeoutMs);
    return this.record[place];
  }

  leave() {
    this.within = null;
    this.interpreter.deadline.clear();
    return { header: {}, body: NONE };
  }

  outside(header, body) {
    return this.interpreter.deadline.pausing(() => {
      send(header, body);
      const answer = receive();
      if (answer === null) throw new Error('the parent is gone');
      return answer;
    });
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
