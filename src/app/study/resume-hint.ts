import { BudgetError, ModelError, SandboxError, StoreError } from '../../core/errors.ts';
import { readStudyManifest } from '../../store/load-study.ts';
import { readManifest } from '../../store/run-directory.ts';

/** Store errors that running again can mend, once there is room: the others say that the folder cannot be used as it is. */
const PASSING = /^store-(?:enospc|edquot|efbig|eio|emfile|enfile)$/;

/** What goes on where a run stopped; null where the same command would end in the same way. */
function resumptionAfter(error: unknown, signal: AbortSignal): string | null {
  if (signal.aborted) return 'the same command';
  if (error instanceof BudgetError) return 'the same command with a higher limit';
  if (error instanceof ModelError || error instanceof SandboxError) return 'the same command';
  if (error instanceof StoreError && PASSING.test(error.code)) return 'the same command';
  return null;
}

/** Where something is kept that the same command, or the same with one setting raised, goes on from; null where nowhere. */
export async function resumptionIn(directory: string, error: unknown, signal: AbortSignal): Promise<string | null> {
  const resumption = resumptionAfter(error, signal);
  return resumption !== null && (await holdsRun(directory)) ? resumption : null;
}

/** Whether there is a run or a study of ours to go on from. */
async function holdsRun(directory: string): Promise<boolean> {
  try {
    return (await readManifest(directory)) !== null || (await readStudyManifest(directory)) !== null;
  } catch {
    return false;
  }
}
