import type { Progress } from '../core/progress.ts';
import { advanced, endLine, progressLine, type StageState } from './progress-line.ts';

interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
}

/** How often a running stage is shown: often on a terminal (one line, rewritten), rarely in a log file. */
const TERMINAL_INTERVAL_MS = 100;
const LOG_INTERVAL_MS = 10_000;

/** Progress on stderr in plain lines: stage, steps done, rate, time left and money spent in this session. */
export function terminalProgress({ write, isTerminal }: Output): Progress {
  let state: StageState | null = null;
  let shownAt = 0;
  let spentUsd = 0;
  const show = (line: string, end: '' | '\n') => write(isTerminal ? `\r\x1b[K${line}${end}` : `${line}\n`);
  const interval = isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
  const refresh = () => {
    const now = performance.now();
    if (!state || now - shownAt < interval) return;
    shownAt = now;
    show(progressLine(state, now), '');
  };
  let timer: NodeJS.Timeout | null = null;
  const end = () => {
    if (timer) clearInterval(timer);
    timer = null;
    if (state) show(endLine(state, performance.now()), '\n');
    state = null;
  };
  return {
    start(stage, total) {
      end();
      const now = performance.now();
      state = { stage, total, done: 0, startedAt: now, spentUsd };
      shownAt = now;
      // The remaining time must keep changing while no work ends.
      timer = setInterval(refresh, Math.max(interval, 1000)).unref();
    },
    advance(steps = 1) {
      if (!state) return;
      state = { ...advanced(state, steps, performance.now()), spentUsd };
      refresh();
    },
    spend(usd) {
      spentUsd += usd;
    },
    note: (message) => show(message, '\n'),
    finish: end,
  };
}
