import { Listr, ListrLogger, ProcessOutput } from 'listr2';
import type { Progress } from '../core/progress.ts';
import { advanced, endLine, progressLine, type StageState } from './progress-line.ts';

const INTERVAL_MS = 100;

/** One line of the list. */
interface Entry {
  show(line: string): void;
  end(): void;
  /** Settled when its last frame is on the terminal. */
  readonly drawn: Promise<unknown>;
}

/** An entry of the list, drawn when `before` is: one is drawn at a time. */
function beginEntry(logger: ListrLogger, first: string, before: Promise<unknown>): Entry {
  let line = first;
  let setTitle: (line: string) => void = () => {};
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = () =>
    new Listr(
      [
        {
          title: line,
          task: (_context, task) => {
            setTitle = (text) => {
              task.title = text;
            };
            setTitle(line);
            return ended;
          },
        },
      ],
      // By itself it looks at stdout, which may be a file while this is a terminal.
      { registerSignalListeners: false, forceTTY: true, renderer: 'default', rendererOptions: { logger } },
    ).run();
  const show = (text: string) => {
    line = text;
    setTitle(text);
  };
  return { show, end, drawn: before.then(run).catch(() => {}) };
}

/**
 * Progress as a list of stages on a terminal: those that are done with their time, the one that runs with its rate, time
 * left and money spent in this session.
 */
export function listProgress(stream: NodeJS.WriteStream): Progress {
  const logger = new ListrLogger({ processOutput: new ProcessOutput(stream, stream) });
  let running: { state: StageState; readonly entry: Entry } | null = null;
  let spentUsd = 0;
  let shownAt = 0;
  let drawn: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  const refresh = () => {
    const now = performance.now();
    if (!running || now - shownAt < INTERVAL_MS) return;
    shownAt = now;
    running.entry.show(progressLine(running.state, now));
  };
  const end = () => {
    if (timer) clearInterval(timer);
    timer = null;
    running?.entry.show(endLine(running.state, performance.now()));
    running?.entry.end();
    running = null;
  };
  return {
    start(stage, total) {
      end();
      shownAt = performance.now();
      const state = { stage, total, done: 0, startedAt: shownAt, spentUsd };
      const entry = beginEntry(logger, progressLine(state, shownAt), drawn);
      drawn = entry.drawn;
      running = { state, entry };
      // While nothing ends, the time left must not stand still.
      timer = setInterval(refresh, 1000).unref();
    },
    advance(steps = 1) {
      if (!running) return;
      running.state = { ...advanced(running.state, steps, performance.now()), spentUsd };
      refresh();
    },
    spend(usd) {
      spentUsd += usd;
    },
    note(message) {
      end();
      drawn = drawn.then(() => stream.write(`${message}\n`));
    },
    async finish() {
      end();
      await drawn;
    },
  };
}
