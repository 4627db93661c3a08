import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll } from 'vitest';
import type { RawRecord } from '../../src/core/raw-record.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Records by the name of their file in a folder beside this one. */
function recordsIn(folder: string): Readonly<Record<string, readonly [JsonObject, JsonObject]>> {
  const files = new URL(`${folder}/`, import.meta.url);
  const records = (file: string) => readJsonLines(new URL(file, files)) as unknown as [JsonObject, JsonObject];
  return Object.fromEntries(readdirSync(files).map((file) => [file.replace('.jsonl', ''), records(file)]));
}

/**
 * Two valid records of each format, by its name in the registry. Those of DS-1000 and ClassEval are ours, in the shape
 * of the authors' files and without their libraries, so that they run anywhere.
 */
export const exampleRecords = recordsIn('examples');

const forms = recordsIn('forms');

/** A plain task with tests of each kind, in one list. */
export const [plainTestedRecord = {}] = forms['plain-tested'] ?? [];

/** ReCode's partial and perturbed form of a human-eval record, as `create_partial_code`, `ptb_entry` and `perturb_nlaug` of its perturb.py write them. */
export const recodeRecords: readonly JsonObject[] = forms['recode'] ?? [];

/** MBPP's sanitized form of a record. */
export const [sanitizedMbppRecord = {}] = forms['mbpp-sanitized'] ?? [];

/** HumanEval-R: human-eval's fields with a perturbed prompt, and the original one beside it. */
export const humanEvalRRecords: readonly JsonObject[] = forms['human-eval-r'] ?? [];

/** Problems in the shape of DS-1000, which are ours: without libraries a gap in a nested body, several lines, and a prompt that is a program. */
export const ds1000Plain: readonly JsonObject[] = forms['ds-1000-plain'] ?? [];
export const ds1000Library: readonly JsonObject[] = forms['ds-1000-library'] ?? [];

/** The two records of a format. */
export const examplesOf = (format: string) => exampleRecords[format] as readonly [JsonObject, JsonObject];

/** What a format makes of records that stand in a file, one a line. */
export const loadFrom =
  <T>(format: { readonly load: (records: readonly RawRecord[]) => T }, file: string) =>
  (...values: readonly JsonObject[]) =>
    format.load(values.map((value, at) => ({ value, file, line: at + 1 })));

/** The records of a JSONL file, packed or not. */
export function readJsonLines<T = Record<string, unknown>>(path: string | URL): T[] {
  const bytes = readFileSync(path);
  const lines = `${String(path).endsWith('.gz') ? gunzipSync(bytes) : bytes}`.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as T);
}

/** Records as the text of a JSONL file. */
export const asJsonLines = (records: readonly JsonObject[]): string =>
  `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;

/** Writes a file into a folder of its own that is removed after the test file, and returns its path. */
export async function temporaryFile(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mutagree-datasets-'));
  folders.push(folder);
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true }))));
