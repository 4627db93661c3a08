/** How often workers are asked whether they sleep, in milliseconds, and how often in a row they must say so. */
const LOOK_MS = 100;
const LOOKS = 3;

/** What can tell whether it only waits. */
export interface MaySleep {
  /** Whether it has slept since it was asked last; absent where that cannot be told. */
  readonly asleep?: () => boolean;
}

/**
 * Which of the busy workers only wait: for the end of a sleep, on a pipe, stopped. They are looked at while `watch` is
 * on, and woken or asleep reported through `changed`.
 */
export class Sleepers {
  readonly #changed: () => void;
  readonly #looks = new Map<MaySleep, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Busy workers that sleep. */
  get count(): number {
    let count = 0;
    for (const looks of this.#looks.values()) if (looks >= LOOKS) count++;
    return count;
  }

  /** A worker began with a job. */
  add(worker: MaySleep): void {
    this.#looks.set(worker, 0);
  }

  /** It is through with it. */
  remove(worker: MaySleep): void {
    this.#looks.delete(worker);
  }

  /** Whether it matters who sleeps. */
  watch(on: boolean): void {
    if (on === (this.#timer !== undefined)) return;
    if (on) this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
    else {
      clearInterval(this.#timer);
      this.#timer = undefined;
      // What was seen then says nothing of later.
      for (const worker of this.#looks.keys()) this.#looks.set(worker, 0);
    }
  }

  #look(): void {
    for (const [worker, looks] of this.#looks) this.#looks.set(worker, worker.asleep?.() ? looks + 1 : 0);
    this.#changed();
  }
}
