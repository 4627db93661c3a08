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
  /** Earlier states, oldest first, for the rate. */
  readonly marks?: readonly { readonly at: number; readonly done: number }[];
}

/** The rate and the time left are those of so long. */
const WINDOW_MS = 60_000;
const MARK_EVERY_MS = 1000;

/** The stage some steps further. */
export function advanced(state: StageState, steps: number, now: number): StageState {
  const marks = state.marks ?? [{ at: state.startedAt, done: 0 }];
  const done = state.done + steps;
  const isNew = now - (marks.at(-1)?.at ?? 0) >= MARK_EVERY_MS;
  return { ...state, done, marks: isNew ? [...withinWindow(marks, now), { at: now, done }] : marks };
}

/** The marks of the last minute, and the one before them, where it begins. */
function withinWindow(marks: NonNullable<StageState['marks']>, now: number): NonNullable<StageState['marks']> {
  const firstInside = marks.findIndex(({ at }) => at > now - WINDOW_MS);
  return marks.slice(firstInside === -1 ? -1 : Math.max(0, firstInside - 1));
}

/** Steps a millisecond over the last minute, or since the start where that is shorter. */
function recentRate({ done, startedAt, marks = [] }: StageState, now: number): number {
  const [before = { at: startedAt, done: 0 }] = withinWindow(marks, now);
  return (done - before.done) / Math.max(now - before.at, 1);
}

/** Such as `execute: 51/132, 5.1/s, 16 s left, 0.012 USD so far`; rate and time left are those of the last minute. */
export function progressLine(state: StageState, now: number): string {
  const { stage, total, done, startedAt, spentUsd } = state;
  const isOpen = total !== null && done > 0 && done < total;
  const rate = recentRate(state, now);
  const left = isOpen && rate > 0 ? `, ${duration((total - done) / rate)} left` : '';
  const stalled = isOpen && rate === 0 ? ', none in the last minute' : '';
  const perSecond = rate * 1000;
  const shown = perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond);
  const speed = rate > 0 && now - startedAt > 1000 ? `, ${shown}/s` : '';
  const cost = spentUsd > 0 ? `, ${spentUsd.toPrecision(2)} USD so far` : '';
  return `${stage}: ${countOf({ done, total })}${speed}${left}${stalled}${cost}`;
}

/** The result of a stage, such as `execute: 132 in 22.0 s`. */
export function endLine({ stage, total, done, startedAt }: StageState, now: number): string {
  const count = total === done ? String(done) : countOf({ done, total });
  return `${stage}: ${count} in ${duration(now - startedAt)}`;
}

function countOf({ done, total }: Pick<StageState, 'done' | 'total'>): string {
  return `${done}${total === null ? '' : `/${total}`}`;
}
