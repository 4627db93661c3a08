import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { ConfigError, DatasetError } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { parseRecord } from '../../datasets/reading/parse-record.ts';
import { unreadable } from '../../datasets/reading/read-file.ts';
import { readRecords } from '../../datasets/reading/read-records.ts';

/** A patch as somebody wrote it. */
export interface Patch {
  /** File or model; with a number if there are several of one name. */
  readonly name: string;
  /** Unified, as git writes it. Bytes: a patch may change files in any encoding. */
  readonly diff: Buffer;
}

const PATCH_FILE = /\.(?:diff|patch)$/i;
const prediction = z.object({
  instance_id: z.string(),
  model_name_or_path: z.string().default('model'),
  model_patch: z.string().nullable(),
});

/** A file may hold predictions by instance, too: `{"id": {"model_patch": …}}`. */
function predictionsOf(record: RawRecord): z.output<typeof prediction>[] {
  const inner = Object.values(record.value);
  const isKeyed = inner.length > 0 && inner.every((each) => typeof each === 'object' && each !== null);
  const records = isKeyed ? inner.map((value) => ({ ...record, value: value as RawRecord['value'] })) : [record];
  return records.map((each) => parseRecord(prediction, each));
}

async function readPredictions(file: string, instance: string | undefined): Promise<Patch[]> {
  const all = (await readRecords(file)).flatMap(predictionsOf);
  const ids = [...new Set(all.map(({ instance_id: id }) => id))];
  if (instance === undefined && ids.length > 1) {
    throw new DatasetError('patches-instances', { file }, `holds patches of ${ids.length} instances`, {
      hint: `Name the one that the tree is of, such as --instance ${ids[0]}.`,
    });
  }
  if (instance !== undefined && !ids.includes(instance)) {
    throw new DatasetError('patches-instances', { file }, `has no patch of the instance ${instance}`, {
      hint: `It holds ${ids.slice(0, 5).join(', ')}.`,
    });
  }
  return all
    .filter(({ instance_id: id }) => instance === undefined || id === instance)
    .map(({ model_name_or_path: name, model_patch: diff }) => ({ name, diff: Buffer.from(diff ?? '') }));
}

async function readDiff(file: string, name = basename(file)): Promise<Patch> {
  const diff = await readFile(file).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  return { name, diff };
}

/** Each name once. */
function numbered(patches: readonly Patch[]): Patch[] {
  return patches.map(({ name, diff }, at) => {
    const time = patches.slice(0, at + 1).filter((each) => each.name === name).length;
    return { name: time === 1 ? name : `${name} #${time}`, diff };
  });
}

/**
 * The patches of a folder (`.diff`, `.patch`, those of folders in it too), of such a file, or of SWE-bench predictions
 * as JSON or JSON lines.
 *
 * @param instance takes only predictions of this `instance_id`
 */
export async function readPatches(path: string, instance?: string): Promise<readonly Patch[]> {
  const found = await stat(path).catch(() => null);
  if (!found) {
    throw new ConfigError('patches-missing', `there is no file or folder ${path}`, {
      hint: 'Name a folder of .diff files, or SWE-bench predictions (.jsonl, .json), with --patches.',
    });
  }
  if (!found.isDirectory()) {
    return numbered(PATCH_FILE.test(path) ? [await readDiff(path)] : await readPredictions(path, instance));
  }
  const names = (await readdir(path, { recursive: true })).filter((name) => PATCH_FILE.test(name)).sort();
  if (names.length === 0) {
    throw new ConfigError('patches-missing', `${path} holds no .diff or .patch file`, {
      hint: 'Put a patch a file there, or name the file of the predictions itself.',
    });
  }
  return Promise.all(names.map((name) => readDiff(join(path, name), name)));
}
