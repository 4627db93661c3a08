import { ConfigError } from '../../core/errors.ts';
import { readDataset } from '../../datasets/read-dataset.ts';
import type { Codebook } from '../../labels/codebook.ts';
import type { LabelItem } from '../../labels/rating.ts';
import type { FailedProgram } from '../../taxonomy/failed-program.ts';
import { readFailures } from '../classification/read-failures.ts';
import type { SettingsOf } from '../settings/setting.ts';
import type { itemSettings } from '../settings/verb-settings.ts';

/** Where the things to label are. */
type ItemSettings = Omit<SettingsOf<typeof itemSettings>, 'codebook'>;

/** Things to label, with what a machine may judge them by. */
export interface LabelItems {
  readonly items: readonly LabelItem[];
  /** By id; empty where tasks are labelled. */
  readonly failures: ReadonlyMap<string, FailedProgram>;
}

function failureItem({ id, prompt, generated, reference, pytestOutput }: FailedProgram): LabelItem {
  return {
    id,
    parts: [
      { title: 'Prompt', text: prompt, isCode: false },
      { title: 'Program', text: generated, isCode: true },
      ...(reference === undefined ? [] : [{ title: 'Reference', text: reference, isCode: true }]),
      { title: 'Test output', text: pytestOutput, isCode: true },
    ],
  };
}

async function taskItems(dataset: string): Promise<LabelItem[]> {
  const { tasks, records, oracles } = await readDataset(dataset);
  return tasks.map(({ id, prompt }, at) => {
    const given = records[at]?.['reference'];
    const reference =
      (oracles.has(id) ? oracles.open(id).reference : undefined) ?? (typeof given === 'string' ? given : null);
    const prompted = { title: 'Prompt', text: prompt.text, isCode: false };
    return {
      id,
      parts: reference === null ? [prompted] : [prompted, { title: 'Reference', text: reference, isCode: true }],
    };
  });
}

/** The items, each once: a file may hold a failure twice with labels of two people. @throws ConfigError `label-items` */
function distinctItems(items: readonly LabelItem[], file: string): LabelItem[] {
  const seen = new Map<string, string>();
  return items.filter(({ id, parts }) => {
    const known = seen.get(id);
    const own = JSON.stringify(parts);
    if (known !== undefined && known !== own) {
      throw new ConfigError('label-items', `${file} holds two different records with the id "${id}"`, {
        mend: 'Give each its own id, so that labels join.',
      });
    }
    seen.set(id, own);
    return known === undefined;
  });
}

/** What a codebook's raters look at. @throws ConfigError where the file of the other kind is named; DatasetError */
export async function readItems(
  codebook: Codebook,
  { dataset, failures, references }: ItemSettings,
): Promise<LabelItems> {
  const isTasks = codebook.items === 'tasks';
  const given = isTasks ? dataset : failures;
  if (given === undefined || (isTasks ? failures : dataset) !== undefined) {
    throw new ConfigError('label-items', `the codebook ${codebook.name} labels ${codebook.items}`, {
      mend: isTasks
        ? 'Name a task file or a bundled set.'
        : 'Name a file of failures: id, prompt, generated, pytest_output.',
    });
  }
  if (isTasks) {
    const items = await taskItems(given);
    return { items, failures: new Map() };
  }
  const read = await readFailures(given, references === undefined ? {} : { references });
  const items = distinctItems(
    read.map(({ failure }) => failureItem(failure)),
    given,
  );
  return { items, failures: new Map(read.map(({ failure }) => [failure.id, failure])) };
}
