import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DatasetError } from '../../../core/errors.ts';
import { type KeyLine, parseJudgements, type ReadSheet } from './score.ts';

const keyLine = z.object({
  item: z.int(),
  mutator: z.string(),
  set: z.string(),
  task: z.string(),
  planted: z.string().nullable(),
});

function parseKey(text: string, file: string): KeyLine[] {
  return text
    .trim()
    .split('\n')
    .map((line, at) => {
      try {
        return keyLine.parse(JSON.parse(line));
      } catch {
        throw new DatasetError('review-key-invalid', { file, line: at + 1 }, 'is not a line of a key', {
          mend: 'Keys are written by --review and not meant to be changed; draw the sheets anew into an empty folder.',
        });
      }
    });
}

/**
 * The sheets of a folder with their judgements: `key-K.jsonl`, and `judgement-JUDGE-K.tsv` for each judge. Sheets that
 * nobody has judged are left out.
 *
 * @throws DatasetError naming file and line; whatever reading files throws
 */
export async function readReview(folder: string): Promise<readonly ReadSheet[]> {
  const names = await readdir(folder);
  const sheets = names.flatMap((name) => /^key-(\d+)\.jsonl$/.exec(name)?.[1] ?? []);
  const read: ReadSheet[] = [];
  for (const sheet of sheets.toSorted((a, b) => Number(a) - Number(b))) {
    const judged = names.flatMap((name) => {
      const judge = /^judgement-(.+)-(\d+)\.tsv$/.exec(name);
      return judge?.[2] === sheet ? [[judge[1] ?? '', join(folder, name)] as const] : [];
    });
    if (judged.length === 0) continue;
    const judgements = await Promise.all(
      judged.map(async ([judge, file]) => [judge, parseJudgements(await readFile(file, 'utf8'), file)] as const),
    );
    const file = join(folder, `key-${sheet}.jsonl`);
    read.push({ sheet, key: parseKey(await readFile(file, 'utf8'), file), judgements: Object.fromEntries(judgements) });
  }
  return read;
}
