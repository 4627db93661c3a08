/** The process that programs run in. Its interpreter goes back to the snapshot after each piece of work. */

import { OutOfTime } from './deadline.mjs';
import { send } from './frames.mjs';
import { Denied, Exited } from './imports.mjs';

const LOADED = '+'.charCodeAt(0);
/** The exit code of a process whose next cell is one for another process, as `channel.py` has it. */
const FULL = 42;
/** Of the answers to one batch: what does not fit is asked again, so that nobody holds all that a program says at once. */
const MOST_BYTES = 36 * 1024 * 1024;
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

/** Serves the parent until it closes its end. */
export class CandidateRole {
  constructor(interpreter, python, cpuMs) {
    Object.assign(this, { interpreter, python, cpuMs });
  }

  /** Sends what a piece of work gives, in one frame or several, and how it ended. */
  serve({ header, body }) {
    const { interpreter } = this;
    interpreter.limitMemory(header.memoryMib);
    let at = 0;
    const parts = header.sizes.map((size) => {
      at += size;
      return body.subarray(at - size, at);
    });
    const ending = this[`on_${header.op}`](header, parts);
    const left = interpreter.files.created > 0;
    send({ op: 'ended', cpuMs: this.cpuMs(), recycle: interpreter.bloated, left, ...ending });
    interpreter.restore();
  }

  /** `{output}` of a call into the interpreter, or `{ending}` where the call did not come back. */
  attempt(timeoutMs, call, input) {
    const { interpreter } = this;
    interpreter.deadline.start(timeoutMs);
    try {
      const output = call(input);
      if (output !== null) return { output };
      return { ending: interpreter.memoryRefused ? { kind: 'out-of-memory' } : endingOf(new Error('no value')) };
    } catch (problem) {
      return { ending: endingOf(problem) };
    } finally {
      interpreter.deadline.clear();
    }
  }

  /** One program, many cells, each in a fresh module of the same interpreter; each answer is sent as it comes. */
  on_batch({ timeoutMs, laterMs }, [program, ...plans]) {
    const { python } = this;
    let sent = 0;
    for (const [index, plan] of plans.entries()) {
      const loadAndRun = (input) => python.load(program) && python.run(input);
      const [limitMs, call] = index === 0 ? [timeoutMs, loadAndRun] : [laterMs, python.run];
      const { output, ending } = this.attempt(limitMs, call, plan);
      if (ending) return ending;
      send({ op: 'cell' }, output);
      sent += output.length;
      if (sent > MOST_BYTES) break;
    }
    return { kind: 'done', code: FULL };
  }

  /** Program and test in this interpreter; the test comes in once the program has loaded. */
  on_together({ timeoutMs }, [program, test]) {
    const { python } = this;
    const loadAndRun = (input) => {
      const loaded = python.load_together(input);
      return loaded?.[0] === LOADED ? python.run_together(test) : loaded;
    };
    const { output, ending } = this.attempt(timeoutMs, loadAndRun, program);
    if (output) send({ op: 'cell' }, output.subarray(1));
    return ending ?? { kind: 'done', code: 0 };
  }

  on_script({ timeoutMs }, [program, stdin]) {
    const { stdout, stderr } = this.interpreter;
    this.interpreter.stdin = stdin;
    const { output, ending } = this.attempt(timeoutMs, this.python.script, program);
    send({ op: 'cell' }, stdout.bytes());
    const exited = ending ?? { kind: 'done', code: Number(decoder.decode(output)) };
    const stderrTail = decoder.decode(stderr.bytes().slice(-2000));
    return { ...exited, complete: stdout.kept === stdout.written, stderrTail };
  }
}
