import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, StoreError } from '../core/errors.ts';
import { canonicalJson } from '../core/hash.ts';
import { manifestSchema, RUN_SCHEMA_VERSION } from '../records/manifest-schema.ts';
import type { RunManifest } from '../records/run-record.ts';
import type { RunStore } from '../records/run-store.ts';
import { writeOwnFile } from './atomic-file.ts';
import { assertOurs } from './claim-folder.ts';
import { inLocked } from './directory-lock.ts';
import { openLogs } from './open-logs.ts';
import { parseStored } from './parse-stored.ts';
import { readRegular } from './regular-file.ts';

export const MANIFEST_FILE = 'manifest.json';

/** A JSON file of a folder of ours, or null where there is none. @throws StoreError by its `code` */
export async function readOwnFile(path: string, code: string): Promise<string | null> {
  return readRegular(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new StoreError(code, `${path} cannot be read (${error.code})`, { cause: error });
  });
}

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
    let manifest: RunManifest = stored ? { ...wanted, createdAt: stored.createdAt, stageMs: stored.stageMs } : wanted;
    const save = () => writeOwnFile(directory, MANIFEST_FILE, `${JSON.stringify(manifest, null, 2)}\n`);
    // Before the logs: without it a folder is not known as ours.
    await save();
    const { log, close } = await openLogs(directory);
    return {
      directory,
      get manifest() {
        return manifest;
      },
      log,
      updateManifest: async (change) => {
        manifest = { ...manifest, ...change, updatedAt: new Date().toISOString() };
        await save();
      },
      writeFile: (name, text) => writeOwnFile(directory, name, text),
      close: () => close().then(release),
    };
  });
}
