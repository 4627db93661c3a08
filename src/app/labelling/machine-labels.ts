import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../core/errors.ts';
import { parseRecords } from '../../datasets/reading/read-records.ts';
import { type Codebook, labelNamed } from '../../labels/codebook.ts';
import { askForLabels } from '../../labels/model-rater.ts';
import type { LabelItem, Suggestion } from '../../labels/rating.ts';
import { packageRoot } from '../../package-root.ts';
import { predictStages, type StageWeights } from '../../prompting/stage-classifier.ts';
import { openJudge } from '../assembly/open-judge.ts';
import { classify } from '../classify-failures.ts';
import type { Context } from '../context.ts';
import type { SettingsOf } from '../settings/setting.ts';
import type { suggestSettings } from '../settings/verb-settings.ts';
import { readItems } from './label-files.ts';

type MachineSettings = SettingsOf<typeof suggestSettings>;

const STAGE_WEIGHTS = 'data/prompting/stage-classifier.json';
/** Of the kinds of a failure. */
const SUGGESTED = 3;

async function stagesOf(items: readonly LabelItem[], { signal }: Context): Promise<Suggestion[]> {
  const weights = JSON.parse(await readFile(join(packageRoot(), STAGE_WEIGHTS), 'utf8')) as StageWeights;
  return items.map(({ id, parts }) => {
    signal.throwIfAborted();
    const ranked = predictStages(parts[0]?.text ?? '', weights);
    const labels = ranked.map(({ stage, probability }) => ({ name: stage, probability }));
    return { id, labels, by: 'stage classifier', evidence: [] };
  });
}

async function bugKindsOf(settings: MachineSettings, { signal, env }: Context): Promise<Suggestion[]> {
  const { failures, references } = settings;
  const classified = await classify({ failures, references }, { signal, env });
  const byId = new Map(classified.failures.map((each) => [each.id, each]));
  return [...byId.values()].map(({ id, labels, evidence }) => ({
    id,
    labels: labels.slice(0, SUGGESTED).map(({ name, score }) => ({ name, probability: score })),
    by: 'rules for kinds of bug',
    evidence: evidence.filter(({ label }) => label === labels[0]?.label).map(({ text }) => text),
  }));
}

async function askAll(items: readonly LabelItem[], codebook: Codebook, settings: MachineSettings, context: Context) {
  const { progress, signal } = context;
  const model = await openJudge(
    { model: settings.model as string, baseUrl: settings.baseUrl },
    context,
    ({ message }) => progress.note(`no label from the model: ${message}`),
  );
  const found: Suggestion[] = [];
  progress.start('labels', items.length);
  for (const item of items) {
    const suggestion = await askForLabels(item, codebook, { model, signal });
    if (suggestion) found.push(suggestion);
    progress.advance();
  }
  return found;
}

/**
 * What a machine says of every item: a model where one is named; else the stage classifier for `stage`, the rules for
 * `bug-kind`.
 *
 * @throws ConfigError where nothing here knows the labels of the codebook
 */
export async function machineLabels(
  codebook: Codebook,
  settings: MachineSettings,
  context: Context,
): Promise<Suggestion[]> {
  const items = await readItems(codebook, settings);
  if (settings.model !== undefined) return askAll(items, codebook, settings, context);
  if (codebook.name === 'stage') return stagesOf(items, context);
  if (codebook.name === 'bug-kind') return bugKindsOf(settings, context);
  throw new ConfigError('label-machine', `nothing here knows the labels of the codebook ${codebook.name}`, {
    hint: 'Name a model, which is asked by the definitions of the codebook.',
  });
}

const line = z.object({
  id: z.string(),
  labels: z.array(z.object({ name: z.string(), probability: z.number() })).min(1),
  by: z.string(),
  evidence: z.array(z.string()).default([]),
});

/** Suggestions as `suggestLabels` writes them, by id. @throws DatasetError */
export async function readSuggestions(file: string, codebook: Codebook): Promise<ReadonlyMap<string, Suggestion>> {
  const records = await parseRecords(file, line);
  return new Map(
    records
      .filter(({ labels }) => labels.every(({ name }) => labelNamed(codebook, name) !== null))
      .map((suggestion) => [suggestion.id, suggestion]),
  );
}
