import type { Progress } from '../core/progress.ts';

interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
}

/** How often a running stage is shown: often on a terminal (one line, rewritten), rarely in a log file. */
const TERMINAL_INTERVAL_MS = 100;
const LOG_INTERVAL_MS = 10_000;

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** Progress on stderr: stage, steps done, rate, time left and money spent in this session. */
export function terminalProgress({ write, isTerminal }: Output): Progress {
  let stage: string | null = null;
  let total: number | null = null;
  let done = 0;
  let startedAt = 0;
  let shownAt = 0;
  let spentUsd = 0;

  const line = () => {
    const elapsed = performance.now() - startedAt;
    const rate = done / (elapsed / 1000);
    const left =
      total !== null && done > 0 && done < total ? `, ${duration(((total - done) * elapsed) / done)} left` : '';
    const speed = done > 0 && elapsed > 1000 ? `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s` : '';
    const cost = spentUsd > 0 ? `, ${spentUsd.toPrecision(2)} USD so far` : '';
    return `${stage}: ${done}${total === null ? '' : `/${total}`}${speed}${left}${cost}`;
  };
  const show = () => {
    shownAt = performance.now();
    write(isTerminal ? `\r\x1b[K${line()}` : `${line()}\n`);
  };
  const end = () => {
    if (stage === null) return;
    const summary = `${stage}: ${done}${total === null || total === done ? '' : `/${total}`} in ${duration(performance.now() - startedAt)}`;
    write(isTerminal ? `\r\x1b[K${summary}\n` : `${summary}\n`);
    stage = null;
  };

  return {
    start(name, steps) {
      end();
      stage = name;
      total = steps;
      done = 0;
      startedAt = performance.now();
      shownAt = startedAt;
    },
    advance(steps = 1) {
      done += steps;
      if (performance.now() - shownAt >= (isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) show();
    },
    spend(usd) {
      spentUsd += usd;
    },
    note(message) {
      write(isTerminal ? `\r\x1b[K${message}\n` : `${message}\n`);
    },
    finish: end,
  };
}
