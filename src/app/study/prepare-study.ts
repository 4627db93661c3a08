import { parseFailureLimit } from '../../analysis/calls/failure-limit.ts';
import { ConfigError } from '../../core/errors.ts';
import { readDataset } from '../../datasets/read-dataset.ts';
import { selectTasks } from '../../pipeline/1-load-tasks.ts';
import { prepareExamples } from '../assembly/build-examples.ts';
import { partsOf } from '../assembly/compose.ts';
import type { Context } from '../context.ts';
import { modelsOf, type StudySettings } from '../settings/config.ts';
import { endpointUrl, isModelFile, priceList, requirePrices } from '../settings/prices.ts';
import { readStudyConfig } from '../settings/read-config.ts';
import { valuesOf } from '../settings/setting.ts';
import { parseThreshold } from '../settings/thresholds.ts';
import { prepareImported } from './imported-study.ts';
import { planStudy } from './study-plan.ts';

/**
 * All that can be wrong with the settings, short of the models themselves, is found here, before anything is written or
 * asked.
 */
export async function prepareStudy({ config: file, ...settings }: StudySettings, env: Context['env'] = {}) {
  const own = await readStudyConfig(valuesOf(settings), file);
  parseFailureLimit(String(own.maxFailures));
  const baseUrl = endpointUrl(own, env);
  const asked = baseUrl === undefined ? own : { ...own, baseUrl };
  const dataset = await readDataset(asked.dataset, {
    ...(asked.prompt ? { prompt: asked.prompt } : {}),
    ...(asked.shownTest ? { shownTest: asked.shownTest } : {}),
  });
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
  const local = batch ? models.find(isModelFile) : undefined;
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
