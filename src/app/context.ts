import { setMaxListeners } from 'node:events';
import { endedBy } from '../core/ended-by.ts';
import { InterruptedError } from '../core/errors.ts';
import type { Progress } from '../core/progress.ts';

/** Events that a use of the library reports while it works. */
export type UseEvent =
  /** A stage begins; `total` steps, null where that is not known. The one before has ended. */
  | { readonly kind: 'stage'; readonly stage: string; readonly total: number | null }
  /** More steps of the stage are done. */
  | { readonly kind: 'advance'; readonly steps: number }
  /** The last stage has ended. */
  | { readonly kind: 'stages-end' }
  /** Money that was just spent. */
  | { readonly kind: 'spend'; readonly usd: number }
  /** A line for people that stays. */
  | { readonly kind: 'note'; readonly text: string }
  /** A line that must not be missed. */
  | { readonly kind: 'warning'; readonly text: string };

/** Options of every use of the library besides its settings. */
export interface UseOptions {
  /** Ends the work early: the call rejects with an InterruptedError, and stored results stay. */
  readonly signal?: AbortSignal;
  /** Hears how far the work is, in the order in which things happen; nothing is printed. */
  readonly onEvent?: (event: UseEvent) => void;
  /** Where keys and addresses of endpoints are looked up (`OPENAI_API_KEY`); the environment of the process by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** All that a use may read of its process, and where it tells how far it is. */
export interface Context {
  readonly progress: Progress;
  warn(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Does one use of the program. @throws InterruptedError where `signal` ended it */
export async function withContext<T>(
  { signal, onEvent: tell = () => {}, env = process.env }: UseOptions,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  // A signal of its own for each use: one listener per call under way, and thousands are normal here.
  const own = signal ? endedBy([signal]).signal : new AbortController().signal;
  setMaxListeners(0, own);
  const context: Context = {
    progress: {
      start: (stage, total) => tell({ kind: 'stage', stage, total }),
      advance: (steps = 1) => tell({ kind: 'advance', steps }),
      spend: (usd) => tell({ kind: 'spend', usd }),
      note: (text) => tell({ kind: 'note', text }),
      finish: () => tell({ kind: 'stages-end' }),
    },
    warn: (text) => tell({ kind: 'warning', text }),
    env,
    signal: own,
  };
  try {
    return await work(context);
  } catch (error) {
    const isAbort = error instanceof Error && error.name === 'AbortError';
    throw own.aborted && isAbort ? new InterruptedError() : error;
  }
}
