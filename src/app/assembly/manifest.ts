import { RUN_SCHEMA_VERSION, type RunManifest } from '../../records/run-record.ts';
import type { StudyRun } from '../../records/study.ts';
import { commitAround } from '../git-commit.ts';
import { ownVersion } from '../own-version.ts';
import { isModelFile, recordedId } from '../settings/prices.ts';
import type { PreparedStudy } from '../study/prepare-study.ts';
import { identityOf } from '../study/study-plan.ts';
import type { TaskSandbox } from './open-task-sandbox.ts';

/** Without user and password, which are secrets; a model file has none. */
function endpointOf(model: string, baseUrl: string | undefined): string | null {
  if (baseUrl === undefined || isModelFile(model)) return null;
  const url = new URL(baseUrl);
  url.username = '';
  url.password = '';
  // An address that hides nothing stays as it was written.
  return url.href === new URL(baseUrl).href ? baseUrl : url.href;
}

/** The manifest of a run that begins; no secret is in it. */
export async function manifestOf(
  { config, dataset, imported, plan, prices, tasks }: PreparedStudy,
  { model, repeat }: StudyRun,
  { sandbox, description, images }: Pick<TaskSandbox, 'sandbox' | 'description' | 'images'>,
): Promise<RunManifest> {
  const now = new Date().toISOString();
  const commit = await commitAround(process.cwd());
  const samples = imported?.manifestOf(model);
  const { testModel = model, mutationModel = model } = config;
  const asked = new Set([model, testModel, mutationModel].map(recordedId));
  return {
    schemaVersion: RUN_SCHEMA_VERSION,
    status: 'running',
    createdAt: now,
    updatedAt: now,
    config: { ...identityOf(config), ...(samples ? { givenSamples: samples.files.sha256 } : {}) },
    seed: config.seed,
    dataset: { name: dataset.name, format: dataset.format, sha256: dataset.sha256, tasks: tasks.length },
    model: { id: model, endpoint: endpointOf(model, config.baseUrl) },
    sandbox: { name: sandbox.name, detail: description },
    ...(images ? { images } : {}),
    versions: {
      mutagree: ownVersion(),
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
    },
    git: commit === null ? null : { commit },
    samplesPerArm: samples?.size ?? config.variants * config.samples,
    arms: config.arms,
    scorer: config.scorer,
    k: config.k,
    stageMs: {},
    prices: Object.fromEntries(Object.entries(prices).filter(([id]) => asked.has(id))),
    ...(plan.runs.length > 1 ? { repeat } : {}),
    ...(samples ? { given: samples.files } : {}),
  };
}
