import { ConfigError } from '../core/errors.ts';
import { createRng } from '../core/random.ts';
import { csvText } from '../datasets/reading/csv-records.ts';
import { type RaterAgreement, raterAgreement } from '../labels/agreement.ts';
import type { Codebook } from '../labels/codebook.ts';
import { type MergedLabels, mergeRatings, type Settlement } from '../labels/merge-ratings.ts';
import { readLabels } from '../labels/sheet-rows.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { writeLines, writeText } from '../store/write-lines.ts';
import { joinIntoFile } from './labelling/join-file.ts';
import { readRaterFiles, tableRecords } from './labelling/rater-files.ts';
import { readCodebook } from './labelling/read-codebook.ts';
import type { SettingsOf } from './settings/setting.ts';
import type { mergeSettings } from './settings/verb-settings.ts';
import { inUse, type UseOptions } from './surroundings.ts';

/** Sheets of several raters, and what to make of them. */
export type MergeSettings = SettingsOf<typeof mergeSettings>;

/** What several raters say together. */
export interface MergeOutcome {
  readonly items: readonly MergedLabels[];
  readonly agreement: RaterAgreement;
  /** Records of `join` that got labels; null without it. */
  readonly joinedRecords: number | null;
}

async function readSettled(file: string | undefined, codebook: Codebook): Promise<ReadonlyMap<string, Settlement>> {
  if (file === undefined) return new Map();
  const records = await tableRecords(file);
  return new Map(
    records.map((record) => {
      const labels = readLabels(record, 'settled', codebook);
      return [String(record.value['id'] ?? ''), { labels, note: String(record.value['settled_note'] ?? '') }];
    }),
  );
}

function conflictRows(items: readonly MergedLabels[], raters: readonly string[]): Record<string, string>[] {
  return items
    .filter(({ status }) => status === 'conflict' || status === 'settled')
    .map(({ id, votes, status, labels, note }) => {
      const byRater = new Map(votes.map((vote) => [vote.rater, vote]));
      const columns = raters.flatMap((rater) => [
        [rater, (byRater.get(rater)?.labels ?? []).join('; ')],
        [`${rater} note`, byRater.get(rater)?.note ?? ''],
      ]);
      return {
        id,
        settled: status === 'settled' ? labels.join('; ') : '',
        settled_note: note,
        ...Object.fromEntries(columns),
      };
    });
}

function requirePair({ join, joined }: MergeSettings): void {
  if ((join === undefined) === (joined === undefined)) return;
  throw new ConfigError('join-half', 'joining labels needs two files: the one that was labelled and the one to write', {
    mend: 'Name both.',
  });
}

/** What is read is never written over. */
function refuse({ raters, settled, join, out, conflicts, joined, codebook }: MergeSettings): Promise<void> {
  return refuseInputs(
    [out, conflicts, joined].flatMap((path) => path ?? []),
    [
      ...raters.map((path) => ({ what: 'sheet of a rater', path })),
      { what: 'file of settled labels', path: settled },
      { what: 'file that was labelled', path: join },
      { what: 'codebook', path: codebook },
    ],
  );
}

/**
 * Majority, conflicts and agreement of several raters; writes what files are named.
 *
 * @throws ConfigError, DatasetError, StoreError
 */
export async function mergeLabels(settings: MergeSettings, options: UseOptions = {}): Promise<MergeOutcome> {
  return inUse(options, async () => {
    const { out, conflicts, join, joined, seed = 0 } = settings;
    requirePair(settings);
    await refuse(settings);
    const codebook = await readCodebook(settings.codebook);
    const sheets = await readRaterFiles(settings.raters, codebook);
    const names = codebook.labels.map(({ name }) => name);
    const items = mergeRatings(sheets, names, await readSettled(settings.settled, codebook));
    const agreement = raterAgreement(items, {
      labels: names,
      several: codebook.several,
      rng: createRng(seed).fork('raters'),
    });
    if (out !== undefined) await writeLines(out, items, 'named');
    const raters = sheets.map(({ rater }) => rater);
    if (conflicts !== undefined) {
      const rows = conflictRows(items, raters);
      const head = ['id', 'settled', 'settled_note', ...raters.flatMap((rater) => [rater, `${rater} note`])];
      await writeText(conflicts, rows.length > 0 ? csvText(rows) : `${head.join(',')}\n`, 'named');
    }
    const labels = new Map(items.map((item) => [item.id, item.labels]));
    const joinedRecords =
      join === undefined || joined === undefined ? null : await joinIntoFile(join, joined, { codebook, labels });
    return { items, agreement, joinedRecords };
  });
}
