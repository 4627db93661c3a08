import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GivenFiles } from '../../core/given-samples.ts';
import type { NamedDataset } from '../../datasets/read-dataset.ts';
import { packageRoot } from '../../package-root.ts';
import type { RunManifest } from '../../records/run-record.ts';
import { RUN_SCHEMA_VERSION } from '../../records/run-record.ts';
import type { RunConfig } from '../settings/config.ts';
import { isModelFile, type PriceList, recordedId } from '../settings/prices.ts';
import { identityOf } from '../settings/run-identity.ts';
import { commitOf } from './git-commit.ts';

async function gitState(): Promise<RunManifest['git']> {
  const commit = await commitOf(process.cwd(), { above: true });
  return commit === null ? null : { commit };
}

function versions(): Record<string, string> {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  return { mutagree: version, node: process.versions.node, platform: `${process.platform}-${process.arch}` };
}

export interface ManifestParts {
  readonly config: RunConfig;
  /** The run's place among repeats, absent where it is the only one. */
  readonly repeat?: number;
  readonly prices: PriceList;
  readonly dataset: NamedDataset;
  readonly tasks: number;
  readonly sandbox: { readonly name: string; readonly detail: string };
  readonly images?: Readonly<Record<string, string>>;
  /** Where programs and tests are from, and how many an arm takes of them, where no model is asked. */
  readonly given?: { readonly files: GivenFiles; readonly size: number };
}

/** Without user and password, which are secrets; a model file has none. */
function endpointOf({ model, baseUrl }: RunConfig): string | null {
  if (baseUrl === undefined || isModelFile(model)) return null;
  const url = new URL(baseUrl);
  url.username = '';
  url.password = '';
  // An address that hides nothing stays as it was written.
  return url.href === new URL(baseUrl).href ? baseUrl : url.href;
}

/** Those of the models that this run asks. */
function pricesOf({ model, testModel = model, mutationModel = model }: RunConfig, prices: PriceList): PriceList {
  const ids = new Set([model, testModel, mutationModel].map(recordedId));
  return Object.fromEntries(Object.entries(prices).filter(([id]) => ids.has(id)));
}

/** The manifest of a run that begins; no secret is in it. */
export async function beginManifest({
  config,
  repeat,
  prices,
  dataset,
  tasks,
  sandbox,
  images,
  given,
}: ManifestParts): Promise<RunManifest> {
  const now = new Date().toISOString();
  return {
    schemaVersion: RUN_SCHEMA_VERSION,
    status: 'running',
    createdAt: now,
    updatedAt: now,
    config: { ...identityOf(config), ...(given ? { givenSamples: given.files.sha256 } : {}) },
    seed: config.seed,
    dataset: { name: dataset.name, format: dataset.format, sha256: dataset.sha256, tasks },
    model: { id: config.model, endpoint: endpointOf(config) },
    sandbox,
    ...(images ? { images } : {}),
    versions: versions(),
    git: await gitState(),
    samplesPerArm: given?.size ?? config.variants * config.samples,
    arms: config.arms,
    scorer: config.scorer,
    k: config.k,
    stageMs: {},
    prices: pricesOf(config, prices),
    ...(repeat === undefined ? {} : { repeat }),
    ...(given ? { given: given.files } : {}),
  };
}
