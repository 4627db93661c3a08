/** The process that candidates run in. It knows no test: it is given programs and calls, and answers with values. */

import { OutOfTime } from './deadline.mjs';
import { receive, send } from './frames.mjs';
import { Denied, Exited } from './imports.mjs';

const OUT_OF_MEMORY = 'o'.charCodeAt(0);
const NEW_CELL = 0xffffffff;
const MAX_MESSAGE = 64 * 1024 * 1024;
const decoder = new TextDecoder();

/** What stopped a call into the interpreter, as the judge hears it. */
function endingOf(problem) {
  if (problem instanceof OutOfTime) return { kind: 'timeout' };
  if (problem instanceof Exited) {
    return { kind: 'died', detail: `the program ended its own process (exit code ${problem.code & 0xff})` };
  }
  if (problem instanceof Denied) return { kind: 'died', detail: `${problem.message} in the wasm sandbox` };
  if (problem instanceof RangeError) return { kind: 'died', detail: 'RecursionError: the stack is exhausted' };
  return { kind: 'died', detail: 'the program crashed the interpreter', recycle: true };
}

/** The two ends of a conversation: what Python writes to the line goes to the parent, and the other way round. */
class JudgeLine {
  constructor(deadline) {
    this.deadline = deadline;
    this.reset();
  }

  reset() {
    this.incoming = new Uint8Array(0);
    this.outgoing = new Uint8Array(0);
    this.cells = 0;
    this.open = false;
  }

  begin(timeoutMs, maxCells) {
    this.reset();
    this.open = true;
    this.timeoutMs = timeoutMs;
    this.maxCells = maxCells;
  }

  read(view) {
    if (!this.open) return 0;
    if (this.incoming.length === 0) {
      const message = this.deadline.pausing(receive);
      if (message === null || message.header.op !== 'say') {
        this.open = false;
        return 0;
      }
      this.incoming = new Uint8Array(4 + message.body.length);
      new DataView(this.incoming.buffer).setUint32(0, message.body.length, true);
      this.incoming.set(message.body, 4);
    }
    const part = this.incoming.subarray(0, view.length);
    view.set(part);
    this.incoming = this.incoming.subarray(part.length);
    return part.length;
  }

  write(bytes) {
    if (!this.open) return;
    const all = new Uint8Array(this.outgoing.length + bytes.length);
    all.set(this.outgoing);
    all.set(bytes, this.outgoing.length);
    this.outgoing = all;
    while (this.outgoing.length >= 4) {
      const size = new DataView(this.outgoing.buffer, this.outgoing.byteOffset).getUint32(0, true);
      if (size === NEW_CELL) {
        this.outgoing = this.outgoing.slice(4);
        this.cells++;
        if (this.cells <= this.maxCells) this.deadline.start(this.timeoutMs);
        continue;
      }
      if (size > MAX_MESSAGE) throw new Exited(1);
      if (this.outgoing.length < 4 + size) return;
      send({ op: 'said' }, this.outgoing.subarray(4, 4 + size));
      this.outgoing = this.outgoing.slice(4 + size);
    }
  }
}

/** Serves the parent until it closes its end. */
export class CandidateRole {
  constructor(interpreter, cpuMs) {
    this.interpreter = interpreter;
    this.cpuMs = cpuMs;
    this.line = new JudgeLine(interpreter.deadline);
    interpreter.openLine(
      (view) => this.line.read(view),
      (bytes) => this.line.write(bytes),
    );
  }

  /** Once the snapshot is in place. */
  bind(functions) {
    this.python = functions;
  }

  serve(message) {
    const { header, body } = message;
    this.interpreter.limitMemory(header.memoryMib);
    const parts = split(body, header.sizes);
    const ending = this[`on_${header.op}`](header, parts);
    this.line.reset();
    send({ op: 'ended', cpuMs: this.cpuMs(), recycle: this.interpreter.bloated, ...ending.header }, ending.body);
    this.interpreter.restore();
  }

  /** Calls into the interpreter; `{output}`, or `{ending}` where it did not come back. */
  attempt(call, input) {
    try {
      const output = call(input);
      if (output === null) {
        return { ending: this.interpreter.memoryRefused ? { kind: 'out-of-memory' } : endingOf(new Error('no value')) };
      }
      return { output };
    } catch (problem) {
      return { ending: endingOf(problem) };
    } finally {
      this.interpreter.deadline.clear();
    }
  }

  /** One program, many cells; each answer is sent as it comes. */
  on_batch({ timeoutMs }, [program, ...plans]) {
    const { interpreter } = this;
    let contained = false;
    let used = 0;
    const loadAndRun = (plan) => (input) => {
      contained = decoder.decode(this.python.load(input)) === 'contained';
      return this.python.run(plan);
    };
    for (let index = 0; index < plans.length; ) {
      const plan = plans[index];
      const fresh = used === 0;
      interpreter.deadline.start(timeoutMs);
      const { output, ending } = fresh ? this.attempt(loadAndRun(plan), program) : this.attempt(this.python.run, plan);
      const outOfMemory = ending?.kind === 'out-of-memory' || output?.[0] === OUT_OF_MEMORY;
      // Garbage of earlier cells may have taken the memory.
      const again = outOfMemory && !fresh;
      if (!again) {
        if (ending) return { header: ending };
        send({ op: 'cell' }, output.subarray(1));
        index++;
      }
      used++;
      if (again || outOfMemory || !contained) {
        interpreter.restore();
        used = 0;
      }
    }
    return { header: { kind: 'done' } };
  }

  on_session({ timeoutMs, maxCells }, [program]) {
    this.line.begin(timeoutMs, maxCells);
    this.interpreter.deadline.start(timeoutMs);
    const { ending } = this.attempt(this.python.converse, program);
    return { header: ending ?? { kind: 'done' } };
  }

  on_script({ timeoutMs }, [program, stdin]) {
    const { interpreter } = this;
    interpreter.stdin = stdin;
    interpreter.deadline.start(timeoutMs);
    const { output, ending } = this.attempt(this.python.script, program);
    const { stdout, stderr } = interpreter;
    const tail = decoder.decode(stderr.bytes().slice(-2000));
    const exited = ending === undefined ? { kind: 'done', code: Number(decoder.decode(output)) } : ending;
    return {
      header: { ...exited, complete: stdout.kept === stdout.written, stderrTail: tail },
      body: stdout.bytes(),
    };
  }
}

/** The parts of a body, by their lengths. */
function split(body, sizes) {
  let at = 0;
  return sizes.map((size) => {
    const part = body.subarray(at, at + size);
    at += size;
    return part;
  });
}
