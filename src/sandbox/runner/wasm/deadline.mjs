const LOOSE_FACTOR = 4;
const LOOSE_MS = 1000;

/** Thrown through the interpreter, past all Python code, when a cell is over its time. */
export class OutOfTime extends Error {}

/**
 * Watches the time of a cell: CPU time of the process and wall time both have to be over the limit, or wall time alone
 * over a looser one. The interpreter asks between bytecodes, in long loops of the regular expression engine and of big
 * integers, and when it reads the clock.
 */
export class Deadline {
  constructor({ now, cpuUsage }) {
    this.now = now;
    this.cpuMs = () => {
      const { user, system } = cpuUsage();
      return (user + system) / 1000;
    };
    this.clear();
  }

  start(timeoutMs) {
    this.timeoutMs = timeoutMs;
    this.wallMs = timeoutMs * LOOSE_FACTOR + LOOSE_MS;
    this.wallStart = this.now();
    this.cpuStart = this.cpuMs();
    this.next = this.wallStart + timeoutMs;
  }

  clear() {
    this.next = Number.POSITIVE_INFINITY;
  }

  check() {
    const now = this.now();
    if (now < this.next) return;
    const cpu = this.cpuMs() - this.cpuStart;
    if (cpu >= this.timeoutMs || now - this.wallStart > this.wallMs) throw new OutOfTime();
    this.next = now + Math.max(1, this.timeoutMs - cpu);
  }
}
