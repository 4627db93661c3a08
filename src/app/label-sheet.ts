import type { SheetRow } from '../labels/sheet-rows.ts';
import { sheetRows } from '../labels/sheet-rows.ts';
import { readSuggestions } from './labelling/machine-labels.ts';
import { refuseExisting, writeSheet } from './labelling/rater-files.ts';
import { readCodebook } from './labelling/read-codebook.ts';
import { readItems } from './labelling/read-items.ts';
import type { SettingsOf } from './settings/setting.ts';
import type { sheetSettings } from './settings/verb-settings.ts';
import { inUse, type UseOptions } from './surroundings.ts';

export type SheetSettings = SettingsOf<typeof sheetSettings>;

/**
 * Writes the sheet of one rater: an item a row, with columns to fill in.
 *
 * @returns the rows that were written
 * @throws ConfigError where the file is there already; DatasetError, StoreError
 */
export async function sheetOfItems(settings: SheetSettings, options: UseOptions = {}): Promise<readonly SheetRow[]> {
  return inUse(options, async () => {
    refuseExisting(settings.out);
    const codebook = await readCodebook(settings.codebook);
    const { items } = await readItems(codebook, settings);
    const suggestions =
      settings.suggestions === undefined ? null : await readSuggestions(settings.suggestions, codebook);
    const rows = sheetRows(items, new Map(), suggestions);
    await writeSheet(settings.out, rows);
    return rows;
  });
}
