import { ConfigError } from '../core/errors.ts';
import { createRng } from '../core/random.ts';
import { csvText } from '../datasets/reading/csv-records.ts';
import { readRecords } from '../datasets/reading/read-records.ts';
import { type RaterAgreement, raterAgreement } from '../labels/agreement.ts';
import type { Codebook } from '../labels/codebook.ts';
import { type MergedLabels, mergeRatings, type Settlement } from '../labels/merge-ratings.ts';
import type { Suggestion } from '../labels/rating.ts';
import { readLabels, type SheetRow, sheetRows } from '../labels/sheet-rows.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { writeLines, writeText } from '../store/write-lines.ts';
import {
  joinIntoFile,
  readCodebook,
  readItems,
  readRaterFiles,
  refuseExisting,
  writeSheet,
} from './labelling/label-files.ts';
import { machineLabels, readSuggestions } from './labelling/machine-labels.ts';
import { useOf } from './settings/check-settings.ts';
import type { SettingsOf } from './settings/setting.ts';
import { mergeSettings, sheetSettings, suggestSettings } from './settings/verb-settings.ts';

export type SheetSettings = SettingsOf<typeof sheetSettings>;

/**
 * Writes the sheet of one rater: an item a row, with columns to fill in.
 *
 * @returns the rows that were written
 * @throws ConfigError if the file is there already; DatasetError, StoreError
 */
export const sheetOfItems = useOf('label sheet', sheetSettings, async (settings): Promise<readonly SheetRow[]> => {
  refuseExisting(settings.out);
  const codebook = await readCodebook(settings.codebook);
  const items = await readItems(codebook, settings);
  const { suggestions } = settings;
  const rows = sheetRows(items, new Map(), suggestions ? await readSuggestions(suggestions, codebook) : null);
  await writeSheet(settings.out, rows);
  return rows;
});

export type SuggestSettings = SettingsOf<typeof suggestSettings>;

/** What a machine says. */
export interface SuggestedLabels {
  readonly suggestions: readonly Suggestion[];
  /** By label, the codebook's order: how often it came first. */
  readonly counts: readonly { readonly label: string; readonly count: number }[];
}

/**
 * Machine labels of a task file or of failures: suggestions for raters, or the labels of a set that has none.
 *
 * @throws ConfigError, DatasetError, ModelError, StoreError, InterruptedError
 */
export const suggestLabels = useOf(
  'label suggest',
  suggestSettings,
  async (settings, context): Promise<SuggestedLabels> => {
    const { out, joined, dataset, failures, references } = settings;
    const codebook = await readCodebook(settings.codebook);
    await refuseInputs(
      [out, joined].flatMap((path) => path ?? []),
      [
        { what: 'task file', path: dataset },
        { what: 'file of failures', path: failures },
        { what: 'file of references', path: references },
        { what: 'codebook', path: settings.codebook },
      ],
    );
    if (out !== undefined && out === joined) {
      throw new ConfigError('outputs-equal', `${out} would be written twice`, { hint: 'Name two files.' });
    }
    const suggestions = await machineLabels(codebook, settings, context);
    if (out !== undefined) await writeLines(out, suggestions, 'named');
    const firsts = suggestions.map(({ id, labels }) => [id, labels.slice(0, 1).map(({ name }) => name)] as const);
    if (joined !== undefined) {
      const extra = { [`${codebook.field}_by`]: suggestions[0]?.by ?? '' };
      await joinIntoFile((dataset ?? failures) as string, joined, { codebook, labels: new Map(firsts), extra });
    }
    const count = (label: string) => firsts.filter(([, [first]]) => first === label).length;
    return { suggestions, counts: codebook.labels.map(({ name }) => ({ label: name, count: count(name) })) };
  },
);

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
  const records = file === undefined ? [] : await readRecords(file);
  return new Map(
    records.map((record) => {
      const labels = readLabels(record, 'settled', codebook);
      return [String(record.value['id'] ?? ''), { labels, note: String(record.value['settled_note'] ?? '') }];
    }),
  );
}

/** A table of the items without a majority, with every rater's labels and notes, to be settled. */
function conflictsCsv(items: readonly MergedLabels[], raters: readonly string[]): string {
  const rows = items
    .filter(({ status }) => status === 'conflict' || status === 'settled')
    .map(({ id, votes, status, labels, note }) => {
      const columns = raters.flatMap((rater) => {
        const vote = votes.find((each) => each.rater === rater);
        return [
          [rater, (vote?.labels ?? []).join('; ')],
          [`${rater} note`, vote?.note ?? ''],
        ];
      });
      const settled = status === 'settled' ? labels.join('; ') : '';
      return { id, settled, settled_note: note, ...Object.fromEntries(columns) };
    });
  const head = ['id', 'settled', 'settled_note', ...raters.flatMap((rater) => [rater, `${rater} note`])];
  return rows.length > 0 ? csvText(rows) : `${head.join(',')}\n`;
}

/** Nothing that is read is written over. @throws ConfigError, too if one of the two files of a join is missing */
async function requirePaths({ raters, settled, join, out, conflicts, joined, codebook }: MergeSettings): Promise<void> {
  if ((join === undefined) !== (joined === undefined)) {
    throw new ConfigError(
      'join-half',
      'joining labels needs two files: the one that was labelled and the one to write',
      { hint: 'Name both.' },
    );
  }
  await refuseInputs(
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
export const mergeLabels = useOf('label merge', mergeSettings, async (settings): Promise<MergeOutcome> => {
  const { out, conflicts, join, joined, seed } = settings;
  await requirePaths(settings);
  const codebook = await readCodebook(settings.codebook);
  const sheets = await readRaterFiles(settings.raters, codebook);
  const names = codebook.labels.map(({ name }) => name);
  const items = mergeRatings(sheets, names, await readSettled(settings.settled, codebook));
  const rng = createRng(seed).fork('raters');
  const agreement = raterAgreement(items, { labels: names, several: codebook.several, rng });
  if (out !== undefined) await writeLines(out, items, 'named');
  const raters = sheets.map(({ rater }) => rater);
  if (conflicts !== undefined) await writeText(conflicts, conflictsCsv(items, raters), 'named');
  if (join === undefined || joined === undefined) return { items, agreement, joinedRecords: null };
  const labels = new Map(items.map((item) => [item.id, item.labels]));
  return { items, agreement, joinedRecords: await joinIntoFile(join, joined, { codebook, labels }) };
});
