import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError, unknownName } from '../core/errors.ts';
import { createRng } from '../core/random.ts';
import { readDataset } from '../datasets/read-dataset.ts';
import { csvText, readRecords } from '../datasets/reading/read-records.ts';
import { raterAgreement } from '../labels/agreement.ts';
import { type Codebook, codebookSchema, mergeRatings, readRatings } from '../labels/ratings.ts';
import { packageRoot } from '../package-root.ts';
import { writeLines, writeText } from '../store/files.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { fittedStages } from './assembly/compose.ts';
import { classify, readFailures } from './classify-failures.ts';
import type { Context } from './context.ts';
import { useOf } from './settings/check-settings.ts';
import { readYaml } from './settings/read-config.ts';
import type { SettingsOf } from './settings/setting.ts';
import { type itemSettings, mergeSettings, sheetSettings, suggestSettings } from './settings/verb-settings.ts';

/** Codebooks that come with mutagree, as files of `data/codebooks`. */
export const CODEBOOKS = ['stage', 'ml-task', 'data-type', 'bug-kind'] as const;

const KIND = {
  what: 'codebook',
  hint: `docs/dl-bench.md has the fields of a codebook; the bundled ones are ${CODEBOOKS.join(', ')}.`,
};

/** A bundled codebook by name, or one of a YAML file. @throws ConfigError naming file and field */
export async function readCodebook(nameOrPath: string): Promise<Codebook> {
  const isBundled = (CODEBOOKS as readonly string[]).includes(nameOrPath);
  if (!isBundled && !/[/\\.]/.test(nameOrPath) && !existsSync(nameOrPath)) {
    throw unknownName('codebook', nameOrPath, CODEBOOKS);
  }
  const file = isBundled ? join(packageRoot(), 'data', 'codebooks', `${nameOrPath}.yaml`) : nameOrPath;
  const parsed = codebookSchema.safeParse(await readYaml(file, KIND));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.length ? ` field "${issue.path.join('.')}"` : '';
  throw new ConfigError('codebook-invalid', `${file}${field}: ${issue?.message}`, { hint: KIND.hint });
}

/** Of a cell. */
const MOST_CHARACTERS = 32_000;

type SheetRow = Readonly<Record<string, string>>;

type ItemSettings = Omit<SettingsOf<typeof itemSettings>, 'codebook'>;

/** The texts of each item that a codebook's raters look at, by id. @throws ConfigError if a file of the other kind is named */
async function readItems({ name, items }: Codebook, settings: ItemSettings): Promise<ReadonlyMap<string, SheetRow>> {
  const { dataset, failures } = settings;
  const isOfTasks = items === 'tasks';
  const [file, other] = isOfTasks ? [dataset, failures] : [failures, dataset];
  if (file === undefined || other !== undefined) {
    const failureFile = 'a file of failures: id, prompt, generated, pytest_output';
    const hint = `Name ${isOfTasks ? 'a task file or a bundled set' : failureFile}.`;
    throw new ConfigError('label-items', `the codebook ${name} labels ${items}`, { hint });
  }
  if (isOfTasks) {
    const { tasks, references } = await readDataset(file);
    return new Map(tasks.map(({ id, prompt }) => [id, { prompt: prompt.text, reference: references.get(id) ?? '' }]));
  }
  const found = new Map<string, SheetRow>();
  for (const { failure } of await readFailures(file, settings)) {
    const { id, prompt, generated: program, reference = '', pytestOutput } = failure;
    const row = { prompt, program, reference, 'test output': pytestOutput };
    const known = found.get(id);
    // A file may hold a failure twice, with labels of two people.
    if (known && JSON.stringify(known) !== JSON.stringify(row)) {
      throw new ConfigError('label-items', `${file} holds two different records with the id "${id}"`, {
        hint: 'Give each its own id, so that labels join.',
      });
    }
    found.set(id, row);
  }
  return found;
}

/**
 * Writes the sheet of one rater: an item a row, with columns to fill in.
 *
 * @returns the rows that were written
 * @throws ConfigError if the file is there already; DatasetError, StoreError
 */
export const sheetOfItems = useOf('label sheet', sheetSettings, async (settings) => {
  const { out } = settings;
  const items = await readItems(await readCodebook(settings.codebook), settings);
  const rows = [...items].map(([id, texts]) => {
    const shown = Object.entries(texts).map(([column, text]) => {
      // No spreadsheet cuts it, or takes it for a formula.
      const cut = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} […]` : text;
      return [column, cut.replace(/^[=+\-@\t\r]/, "'$&")];
    });
    return { id, labels: '', note: '', ...Object.fromEntries(shown) } as SheetRow & { readonly id: string };
  });
  if (!/\.csv$/i.test(out)) {
    throw new ConfigError('sheet-kind', `${out} is not a .csv file by its name`, { hint: 'End it in .csv.' });
  }
  if (existsSync(out)) {
    throw new ConfigError('sheet-exists', `${out} exists and may contain someone's work`, {
      hint: 'Name another file (--out), or move that one away.',
    });
  }
  await writeText(out, csvText(rows), 'named');
  return rows;
});

/** A machine's labels of an item, the most probable first, with the reason. */
type Suggestion = Awaited<ReturnType<typeof bugKindsOf>>[number];

async function stagesOf(items: ReadonlyMap<string, SheetRow>, { signal }: Context): Promise<Suggestion[]> {
  const predict = await fittedStages();
  return [...items].map(([id, { prompt = '' }]) => {
    signal.throwIfAborted();
    const labels = predict(prompt).map(({ stage: name, probability }) => ({ name, probability }));
    return { id, labels, by: 'stage classifier', evidence: [] };
  });
}

async function bugKindsOf({ failures, references }: ItemSettings, { signal, env }: Context) {
  const classified = await classify({ failures, references }, { signal, env });
  return classified.failures.map(({ id, labels, evidence }) => ({
    id,
    labels: labels.slice(0, 3).map(({ name, score }) => ({ name, probability: score })),
    by: 'rules for kinds of bug',
    evidence: evidence.filter(({ label }) => label === labels[0]?.label).map(({ text }) => text),
  }));
}

/**
 * Machine labels of a task file or of failures, for raters to compare with: by the stage classifier, or the rules for kinds
 * of bug.
 *
 * @throws ConfigError for a codebook whose labels neither knows; DatasetError, StoreError, InterruptedError
 */
export const suggestLabels = useOf('label suggest', suggestSettings, async (settings, context) => {
  const { out, dataset, failures, references } = settings;
  const codebook = await readCodebook(settings.codebook);
  const inputs = { 'task file': dataset, 'file of failures': failures, 'file of references': references };
  await refuseInputs([out], { ...inputs, codebook: settings.codebook });
  const items = await readItems(codebook, settings);
  if (codebook.name !== 'stage' && codebook.name !== 'bug-kind') {
    throw new ConfigError('label-machine', `nothing here knows the labels of the codebook ${codebook.name}`, {
      hint: 'Machines know the codebooks stage and bug-kind.',
    });
  }
  const machine = codebook.name === 'stage' ? stagesOf(items, context) : bugKindsOf(settings, context);
  const byId = new Map((await machine).map((each) => [each.id, each]));
  const suggestions = [...byId.values()];
  if (out !== undefined) await writeLines(out, suggestions, 'named');
  const count = (label: string) => suggestions.filter(({ labels }) => labels[0]?.name === label).length;
  // By label, in the codebook's order: how often it came first.
  return { suggestions, counts: codebook.labels.map(({ name }) => ({ label: name, count: count(name) })) };
});

/** Majority, conflicts and agreement of several raters. @throws ConfigError, DatasetError, StoreError */
export const mergeLabels = useOf('label merge', mergeSettings, async ({ out, raters, seed, ...settings }) => {
  await refuseInputs([out], { 'sheet of a rater': raters, codebook: settings.codebook });
  const codebook = await readCodebook(settings.codebook);
  const records = await Promise.all(raters.map(readRecords));
  const nameOf = (file: string) => basename(file).replace(/\.(?:csv|jsonl?)(?:\.gz)?$/i, '');
  const labels = codebook.labels.map(({ name }) => name);
  const items = mergeRatings(readRatings(records.flat(), codebook, nameOf), labels);
  const rng = createRng(seed).fork('raters');
  if (out !== undefined) await writeLines(out, items, 'named');
  return { items, agreement: raterAgreement(items, { labels, several: codebook.several, rng }) };
});

/** The merged labels of several raters. */
export type MergeOutcome = Awaited<ReturnType<typeof mergeLabels>>;
