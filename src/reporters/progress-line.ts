import { duration } from './figures.ts';

/** How far a stage is; times in milliseconds of one clock. */
export interface StageState {
  readonly stage: string;
  /** null: unknown. */
  readonly total: number | null;
  readonly done: number;
  readonly startedAt: number;
  /** In this session, over all stages. */
  readonly spentUsd: number;
}

/** Such as `execute: 51/132, 5.1/s, 16 s left, 0.012 USD so far`. */
export function progressLine({ stage, total, done, startedAt, spentUsd }: StageState, now: number): string {
  const elapsed = now - startedAt;
  const rate = done / (elapsed / 1000);
  const isOpen = total !== null && done > 0 && done < total;
  const left = isOpen ? `, ${duration(((total - done) * elapsed) / done)} left` : '';
  const speed = done > 0 && elapsed > 1000 ? `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s` : '';
  const cost = spentUsd > 0 ? `, ${spentUsd.toPrecision(2)} USD so far` : '';
  return `${stage}: ${countOf({ done, total })}${speed}${left}${cost}`;
}

/** What a stage came to, such as `execute: 132 in 22.0 s`. */
export function endLine({ stage, total, done, startedAt }: StageState, now: number): string {
  const count = total === done ? String(done) : countOf({ done, total });
  return `${stage}: ${count} in ${duration(now - startedAt)}`;
}

function countOf({ done, total }: Pick<StageState, 'done' | 'total'>): string {
  return `${done}${total === null ? '' : `/${total}`}`;
}
