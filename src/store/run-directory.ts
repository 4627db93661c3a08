import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, StoreError } from '../core/errors.ts';
import { canonicalJson } from '../core/hash.ts';
import { LOG_SCHEMAS } from '../records/log-schemas.ts';
import { manifestSchema, RUN_SCHEMA_VERSION, type RunManifest } from '../records/run-record.ts';
import type { LogName, RunLog, RunLogs, RunStore } from '../records/run-store.ts';
import { assertOurs, claimFolder } from './claim-folder.ts';
import { inLocked } from './directory-lock.ts';
import { type JsonlLogOptions, openLog } from './jsonl-log.ts';
import { keepManifest, parseStored, readOwnFile } from './stored-file.ts';

export const LOG_NAMES = Object.keys(LOG_SCHEMAS) as readonly LogName[];

/** They cost money, and are flushed to the disk one by one. */
const DURABLE: ReadonlySet<LogName> = new Set(['replies', 'batches']);

export const keyOfRecord = (record: { readonly id: string } | { readonly key: string }): string =>
  'key' in record ? record.key : record.id;

/** Opens or creates logs of a folder. @throws StoreError */
export async function openLogs(directory: string, names: readonly LogName[] = LOG_NAMES) {
  const logs = new Map<LogName, Awaited<ReturnType<typeof openLog<never>>>>();
  const close = async () => {
    for (const log of logs.values()) await log.close();
  };
  try {
    for (const name of names) {
      const options = { keyOf: keyOfRecord, durable: DURABLE.has(name), schema: LOG_SCHEMAS[name] };
      logs.set(name, await openLog(join(directory, `${name}.jsonl`), options as unknown as JsonlLogOptions<never>));
    }
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
  return { log: <K extends LogName>(name: K) => logs.get(name) as unknown as RunLog<RunLogs[K]>, close };
}

export const MANIFEST_FILE = 'manifest.json';

/** The manifest of a run directory, or null where there is none. @throws StoreError when it cannot be read as one. */
export async function readManifest(directory: string): Promise<RunManifest | null> {
  const path = join(directory, MANIFEST_FILE);
  const text = await readOwnFile(path, 'manifest-unreadable');
  if (text === null) return null;
  const broken = { code: 'manifest-broken', hint: 'Restore it, or use another folder.' };
  const value = parseStored(text, path, z.unknown(), broken);
  const { schemaVersion, dataset } = z.looseObject({}).safeParse(value).data ?? {};
  if (typeof schemaVersion !== 'number' || typeof dataset !== 'object') {
    throw new StoreError('manifest-foreign', `${path} is not a manifest of a run of mutagree`, {
      hint: 'Name another folder; nothing was changed.',
    });
  }
  if (schemaVersion !== RUN_SCHEMA_VERSION) {
    const problem = `${path} has schema version ${schemaVersion}; this mutagree reads ${RUN_SCHEMA_VERSION}`;
    throw new StoreError('manifest-version', problem, {
      hint: 'Use the mutagree version that wrote it (see "versions" in the file).',
    });
  }
  return parseStored(text, path, manifestSchema, broken);
}

const shown = (value: unknown) => canonicalJson(value ?? null);

/** Names of the settings in which two runs differ; more tokens are no difference: only cut replies are asked for again. */
export function differingFields(before: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>) {
  const isRaised = (field: string) => field === 'maxTokens' && Number(now[field]) > Number(before[field]);
  const fields = Object.keys({ ...before, ...now });
  return fields.filter((field) => !isRaised(field) && shown(before[field]) !== shown(now[field]));
}

/** Refuses to go on in the directory of another run. The fields that may differ (speed, keys) are not in `identity`. */
function assertSameRun(directory: string, stored: RunManifest, wanted: RunManifest): void {
  const fieldsOf = ({ config, dataset, model }: RunManifest): Record<string, unknown> => {
    return { ...config, dataset: dataset.sha256, model: model.id };
  };
  const [before, now] = [fieldsOf(stored), fieldsOf(wanted)];
  const differing = differingFields(before, now);
  if (differing.length === 0) return;
  const listed = differing.map((field) => `${field}: ${shown(before[field])} there, ${shown(now[field])} now`);
  throw new ConfigError('run-differs', `${directory} holds another run (${listed.join('; ')})`, {
    hint: `Use the same settings to resume it (--max-tokens may be raised), or choose another folder with --out; --recording ${directory} takes over its replies there where the requests are the same.\nThe same run is extended by --ablate and --efficiency, a study also by more models and --repeats.`,
  });
}

/** Creates or resumes a run. @throws ConfigError `run-differs`, `folder-not-ours`; StoreError */
export async function openRunDirectory(directory: string, wanted: RunManifest): Promise<RunStore> {
  await assertOurs(directory, [MANIFEST_FILE]);
  return inLocked(directory, async (release) => {
    const stored = await readManifest(directory);
    if (stored) assertSameRun(directory, stored, wanted);
    const manifest = stored ? { ...wanted, createdAt: stored.createdAt, stageMs: stored.stageMs } : wanted;
    // Before the logs: without it a folder is not known as ours.
    const kept = await keepManifest<RunManifest>(directory, MANIFEST_FILE, manifest);
    const { log, close } = await openLogs(directory);
    return Object.assign(kept, { log, close: () => close().then(release) });
  });
}

/** A folder of replies without a run, open for one process. */
export type ReplyStore = Awaited<ReturnType<typeof openReplyStore>>;

/** A run's folder keeps its replies in the same files; so did folders of replies before they were marked. */
async function claimReplies(directory: string): Promise<void> {
  const names = new Set(await readdir(directory).catch(() => []));
  const isKnown = names.has(MANIFEST_FILE) || (names.has('replies.jsonl') && names.has('calls.jsonl'));
  if (!isKnown) await claimFolder(directory, 'replies');
}

/** Opens or creates a folder of replies. @throws StoreError when locked, broken or not writable. */
export async function openReplyStore(directory: string) {
  await claimReplies(directory);
  return inLocked(directory, async (release) => {
    const { log, close } = await openLogs(directory, ['replies', 'failures', 'calls']);
    return { log, close: () => close().finally(release) };
  });
}
