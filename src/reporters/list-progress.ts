import { Listr, ListrLogger, ProcessOutput } from 'listr2';
import type { Progress } from '../core/progress.ts';
import { advanced, endLine, progressLine, type StageState } from './progress-line.ts';

const INTERVAL_MS = 100;

interface Running {
  state: StageState;
  /** Ends the stage's entry of the list. */
  end(): void;
  show(line: string): void;
}

/**
 * Progress as a list of stages on a terminal: those that are done with their time, the one that runs with its rate, time
 * left and money spent in this session.
 */
export function listProgress(stream: NodeJS.WriteStream): Progress {
  const logger = new ListrLogger({ processOutput: new ProcessOutput(stream, stream) });
  let running: Running | null = null;
  let spentUsd = 0;
  let shownAt = 0;
  // One entry is drawn at a time: the next waits for the last frame of the one before.
  let drawn: Promise<unknown> = Promise.resolve();

  const begin = (state: StageState): Running => {
    let title: (line: string) => void = () => {};
    let line = progressLine(state, state.startedAt);
    let end: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    drawn = drawn
      .then(() =>
        new Listr(
          [
            {
              title: line,
              task: (_context, task) => {
                title = (text) => {
                  task.title = text;
                };
                title(line);
                return ended;
              },
            },
          ],
          // By itself it looks at stdout, which may be a file while this is a terminal.
          { registerSignalListeners: false, forceTTY: true, renderer: 'default', rendererOptions: { logger } },
        ).run(),
      )
      .catch(() => {});
    const show = (text: string) => {
      line = text;
      title(text);
    };
    return { state, end, show };
  };
  const refresh = () => {
    const now = performance.now();
    if (!running || now - shownAt < INTERVAL_MS) return;
    shownAt = now;
    running.show(progressLine(running.state, now));
  };
  let timer: NodeJS.Timeout | null = null;
  const end = () => {
    if (timer) clearInterval(timer);
    timer = null;
    running?.show(endLine(running.state, performance.now()));
    running?.end();
    running = null;
  };
  return {
    start(stage, total) {
      end();
      shownAt = performance.now();
      running = begin({ stage, total, done: 0, startedAt: shownAt, spentUsd });
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
