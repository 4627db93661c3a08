/** The process that programs run in. Its interpreter goes back to the snapshot after each piece of work. */

import { attempt, split } from './attempt.mjs';
import { send } from './frames.mjs';

const LOADED = '+'.charCodeAt(0);
/** Of the answers to one batch: what does not fit is asked again, so that nobody holds all that a program says at once. */
const MOST_BYTES = 36 * 1024 * 1024;
const decoder = new TextDecoder();

/** Serves the parent until it closes its end. */
export class CandidateRole {
  constructor(interpreter, cpuMs) {
    this.interpreter = interpreter;
    this.cpuMs = cpuMs;
  }

  /** Once the snapshot is in place. */
  bind(functions) {
    this.python = functions;
  }

  serve({ header, body }) {
    this.interpreter.limitMemory(header.memoryMib);
    const parts = split(body, header.sizes);
    const ending = this[`on_${header.op}`](header, parts);
    send(
      {
        op: 'ended',
        cpuMs: this.cpuMs(),
        recycle: this.interpreter.bloated,
        left: this.interpreter.files.created > 0,
        ...ending.header,
      },
      ending.body,
    );
    this.interpreter.restore();
  }

  /** One program, many cells, each in a fresh module of the same interpreter; each answer is sent as it comes. */
  on_batch({ timeoutMs, laterMs }, [program, ...plans]) {
    const { interpreter, python } = this;
    let sent = 0;
    for (const [index, plan] of plans.entries()) {
      interpreter.deadline.start(index === 0 ? timeoutMs : laterMs);
      const loadAndRun = (input) => python.load(program) && python.run(input);
      const { output, ending } = attempt(interpreter, index === 0 ? loadAndRun : python.run, plan);
      if (ending) return { header: ending };
      send({ op: 'cell' }, output);
      sent += output.length;
      if (sent > MOST_BYTES) break;
    }
    return { header: { kind: 'done' } };
  }

  /** Program and test in this interpreter; the test comes in once the program has loaded. */
  on_together({ timeoutMs }, [program, test]) {
    const { interpreter, python } = this;
    interpreter.deadline.start(timeoutMs);
    const loadAndRun = (input) => {
      const loaded = python.load_together(input);
      return loaded?.[0] === LOADED ? python.run_together(test) : loaded;
    };
    const { output, ending } = attempt(interpreter, loadAndRun, program);
    return ending ? { header: ending } : { header: { kind: 'done', code: 0 }, body: output.subarray(1) };
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
