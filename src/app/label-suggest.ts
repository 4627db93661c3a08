import { ConfigError } from '../core/errors.ts';
import type { Suggestion } from '../labels/rating.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { writeLines } from '../store/write-lines.ts';
import { joinIntoFile } from './labelling/join-file.ts';
import { machineLabels } from './labelling/machine-labels.ts';
import { readCodebook } from './labelling/read-codebook.ts';
import type { SettingsOf } from './settings/setting.ts';
import type { suggestSettings } from './settings/verb-settings.ts';
import { inUse, type UseOptions } from './surroundings.ts';

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
export async function suggestLabels(settings: SuggestSettings, options: UseOptions = {}): Promise<SuggestedLabels> {
  return inUse(options, async (around) => {
    const { out, joined, dataset, failures, references } = settings;
    const codebook = await readCodebook(settings.codebook);
    const outputs = [out, joined].flatMap((path) => path ?? []);
    await refuseInputs(outputs, [
      { what: 'task file', path: dataset },
      { what: 'file of failures', path: failures },
      { what: 'file of references', path: references },
      { what: 'codebook', path: settings.codebook },
    ]);
    if (out !== undefined && out === joined) {
      throw new ConfigError('outputs-equal', `${out} would be written twice`, { mend: 'Name two files.' });
    }
    const suggestions = await machineLabels(codebook, settings, around);
    const first = new Map(suggestions.map(({ id, labels }) => [id, labels[0]?.name ?? '']));
    if (out !== undefined) await writeLines(out, suggestions, 'named');
    if (joined !== undefined) {
      const labels = new Map(
        suggestions.map(({ id, labels: ranked }) => [id, ranked.slice(0, 1).map(({ name }) => name)]),
      );
      const by = suggestions[0]?.by ?? '';
      await joinIntoFile((dataset ?? failures) as string, joined, {
        codebook,
        labels,
        beside: { [`${codebook.field}_by`]: by },
      });
    }
    const count = (label: string) => [...first.values()].filter((name) => name === label).length;
    return { suggestions, counts: codebook.labels.map(({ name }) => ({ label: name, count: count(name) })) };
  });
}
