import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mutator, Variant } from '../../../core/mutation.ts';
import type { Task } from '../../../core/task.ts';
import { writeText } from '../../../store/write-lines.ts';
import { drawReview } from './draw-review.ts';
import { readReview } from './read-review.ts';
import { type ReadingScore, scoreReadings } from './score.ts';
import { renderKey, renderSheet } from './sheet.ts';

/** What became of a review: sheets to be read, or what their readers found. */
export type ReviewOutcome =
  | { readonly kind: 'drawn'; readonly sheets: number; readonly items: number; readonly planted: number }
  | { readonly kind: 'scored'; readonly score: ReadingScore };

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The score of a folder whose sheets somebody has judged; null where none is there. @throws DatasetError, ConfigError */
export async function scoreReview(folder: string): Promise<ReviewOutcome | null> {
  if (!(await exists(join(folder, 'key-1.jsonl')))) return null;
  const sheets = await readReview(folder);
  return sheets.length === 0 ? null : { kind: 'scored', score: scoreReadings(sheets) };
}

/**
 * Writes `sheet-K.md`, which readers see, and `key-K.jsonl`, which only the scorer sees, in place of those that nobody
 * has judged.
 *
 * @param folder one of ours
 * @throws StoreError
 */
export async function writeReview(
  folder: string,
  tasks: readonly Task[],
  variants: readonly Variant[],
  options: {
    readonly set: string;
    readonly seed: number;
    readonly items: number;
    readonly mutators: readonly Mutator[];
  },
): Promise<ReviewOutcome> {
  const sheets = drawReview(tasks, variants, options);
  for (const name of await readdir(folder)) if (/^(?:sheet|key)-\d+\./.test(name)) await rm(join(folder, name));
  for (const [at, items] of sheets.entries()) {
    await writeText(join(folder, `sheet-${at + 1}.md`), renderSheet(items), 'ours');
    await writeText(join(folder, `key-${at + 1}.jsonl`), renderKey(items), 'ours');
  }
  const all = sheets.flat();
  const planted = all.filter((item) => item.planted !== null).length;
  return { kind: 'drawn', sheets: sheets.length, items: all.length - planted, planted };
}
