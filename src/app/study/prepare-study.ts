import { basename } from 'node:path';
import { parseFailureLimit } from '../../analysis/calls/failure-limit.ts';
import { ConfigError } from '../../core/errors.ts';
import type { ImportedTask } from '../../core/imported-samples.ts';
import type { Task } from '../../core/task.ts';
import { readDataset } from '../../datasets/read-dataset.ts';
import { type ImportedStudy, readImportedStudy } from '../../datasets/samples/imported/read-imported.ts';
import { selectTasks } from '../../pipeline/1-load-tasks.ts';
import type { ImportedSamples } from '../../pipeline/deps.ts';
import { samplesByVariant, usualSize } from '../../pipeline/imported-samples.ts';
import type { RunManifest } from '../../records/run-record.ts';
import { partsOf, prepareExamples } from '../assembly/compose.ts';
import type { Context } from '../context.ts';
import { parseThreshold } from '../settings/check-settings.ts';
import { modelsOf, type StudyConfig, type StudySettings } from '../settings/config.ts';
import { endpointUrl, modelFile, priceList, requirePrices } from '../settings/prices.ts';
import { MODELS_OF_SAMPLES, readStudyConfig } from '../settings/read-config.ts';
import { valuesOf } from '../settings/setting.ts';
import { planStudy } from './study-plan.ts';

const DRAWS = 20;
const UNNAMED = 'samples';

/** The wanted models of the file, by the names that they have in reports. */
function chosenModels(config: StudyConfig, study: ImportedStudy): ReadonlyMap<string, string | null> {
  const wanted = modelsOf(config).filter((id) => id !== MODELS_OF_SAMPLES);
  const [only] = study.models;
  // A file of one model without a name may be given one.
  if (only === null) return new Map([[wanted[0] ?? UNNAMED, null]]);
  const known = study.models.filter((id): id is string => id !== null);
  const unknown = wanted.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    throw new ConfigError('samples-model-unknown', `the samples have no model "${unknown}"`, {
      hint: `They have ${known.slice(0, 10).join(', ')}.`,
    });
  }
  return new Map((wanted.length > 0 ? wanted : known).map((id) => [id, id]));
}

/**
 * Reads the samples, tests and wordings of a study that asks no model; null where one is asked.
 *
 * @param all the whole set; `tasks` those of the run
 */
async function prepareImported(config: StudyConfig, all: readonly Task[], tasks: readonly Task[]) {
  const { samplesFile, testsFile, variantsFile } = config;
  if (samplesFile === undefined) return null;
  if (testsFile === undefined) {
    throw new ConfigError('tests-missing', 'samples that exist need tests that exist', {
      hint: 'Name their file with --tests FILE.',
    });
  }
  // A pass@k above 1 needs samples of one plan.
  if (config.k.some((each) => each !== 1)) {
    throw new ConfigError('samples-settings', '--k above 1: not for samples that exist (--samples FILE)', {
      hint: 'Leave that out, or let a model be asked.',
    });
  }
  const paths = { samples: samplesFile, tests: testsFile, variants: variantsFile };
  const study = await readImportedStudy(paths, all);
  const models = chosenModels(config, study);
  const wantedIds = new Set(tasks.map(({ id }) => id));
  const tasksOf = (model: string): ReadonlyMap<string, ImportedTask> =>
    new Map([...study.of(models.get(model) ?? null)].filter(([taskId]) => wantedIds.has(taskId)));
  const [first, ...others] = models.keys();
  const empty = [...models.keys()].find((model) => tasksOf(model).size === 0);
  if (first === undefined || empty !== undefined) {
    throw new ConfigError('samples-no-task', `${empty ?? 'the file'} has no sample of a task of this run`, {
      hint: 'Choose other tasks, or other models of the file.',
    });
  }
  // All runs of a study have arms of one size.
  const everyTask = [...models.keys()].flatMap((model) => [...tasksOf(model).values()]);
  const size = config.programsPerArm ?? usualSize(everyTask.map(samplesByVariant));
  return {
    study,
    /** A run each. */
    models: [first, ...others] as const,
    samplesOf: (model: string): ImportedSamples => ({
      tasks: tasksOf(model),
      plan: { size, draws: config.draws ?? DRAWS },
    }),
    manifestOf: (model: string): { readonly files: NonNullable<RunManifest['given']>; readonly size: number } => {
      const wordings = [...tasksOf(model).values()].flatMap(samplesByVariant);
      const shortWordings = wordings.filter((own) => own.length < size).length;
      const counts = { ...study.counts(models.get(model) ?? null, tasks), shortWordings };
      const names = { samples: basename(samplesFile), tests: basename(testsFile) };
      return { files: { sha256: study.sha256, ...names, format: study.format, counts }, size };
    },
  };
}

/**
 * All that can be wrong with the settings, short of the models themselves, is found here, before anything is written or
 * asked.
 */
export async function prepareStudy({ config: file, ...settings }: StudySettings, env: Context['env'] = {}) {
  const own = await readStudyConfig(valuesOf(settings), file);
  parseFailureLimit(String(own.maxFailures));
  const baseUrl = endpointUrl(own, env);
  const asked = baseUrl === undefined ? own : { ...own, baseUrl };
  const { prompt, shownTest } = asked;
  const dataset = await readDataset(asked.dataset, valuesOf({ prompt, shownTest }));
  const tasks = selectTasks(dataset.tasks, asked);
  const imported = await prepareImported(asked, dataset.tasks, tasks);
  const config = imported ? { ...asked, model: [...imported.models] } : asked;
  const { testModel = [], mutationModel = [], ablate, batch, arms } = config;
  const models = imported ? [] : [...new Set([modelsOf(config), testModel, mutationModel].flat())];
  const parts = partsOf(config);
  const prices = priceList(models, config);
  if (config.maxCost !== undefined) requirePrices(models, prices, 'a limit of cost');
  const missing = (['self-agreement', 'mutation-ensemble'] as const).filter((arm) => !arms.includes(arm));
  if (ablate && missing.length > 0) {
    throw new ConfigError('ablation-arms', 'an ablation needs the arms self-agreement and mutation-ensemble', {
      hint: `Add ${missing.join(' and ')} to --arms.`,
    });
  }
  const local = batch ? models.find((id) => modelFile(id) !== undefined) : undefined;
  if (local !== undefined) {
    throw new ConfigError('batch-impossible', `--batch and ${local} exclude each other`, {
      hint: 'Leave --batch out: a model file has no batches.',
    });
  }
  return {
    config,
    dataset,
    tasks,
    parts,
    imported,
    prices,
    examples: await prepareExamples(config, parts.prompting),
    threshold: config.failUnder ? parseThreshold(config.failUnder) : null,
    plan: planStudy(config, dataset, imported?.study),
  };
}

export type PreparedStudy = Awaited<ReturnType<typeof prepareStudy>>;
