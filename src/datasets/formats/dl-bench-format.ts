import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { type DatasetFormat, github } from '../dataset-format.ts';
import { normalisedName } from '../images/setup-image.ts';
import { parseRecord } from '../reading/parse-record.ts';
import {
  dlBenchLabels,
  ownerName,
  type RepositoryFields,
  repositoryDate,
  repositoryFormat,
  repositoryPath,
} from './dl-bench-task.ts';
import { filledText, label, pythonName } from './record-task.ts';

/** A path, or the id of a test, without the line that it points to and without a slash in front. */
const withoutAnchor = (text: string) =>
  text
    .trim()
    .replace(/#L\d+(?:-L?\d+)?$/, '')
    .replace(/^\.?\/+/, '');

const place = filledText.transform(withoutAnchor).pipe(repositoryPath);

/** The authors split at white space: a file, a class or a function each. */
const testList = z
  .union([filledText.transform((text) => text.trim().split(/\s+/)), z.array(filledText)])
  .transform((specs) => specs.map(withoutAnchor))
  .refine((specs) => specs.length > 0, { error: 'is an empty list; expected the ids of tests' });

const text = z.string().nullish();
const shared = { stage: text, task: text, data: text, repo: filledText, class: ownerName };

/** Files are called `processed_….txt` and `processed_….json`; the id is the shared part, and never empty. */
const idOf = (file: string) => (file.replace(/^.*\//, '') || file).replace(/(?<=.)\.(?:txt|json)$/i, '');

const row = z.object({
  ...shared,
  filename: filledText,
  function: pythonName,
  'ground Truth': place,
  test_cases: testList,
  prompt: filledText,
});

const task = z.object({
  ...shared,
  id: label.nullish(),
  filename: filledText.nullish(),
  function_name: pythonName,
  ground_truth: place,
  test: testList,
  prompt: z.string().nullish(),
});

/** A row of the table under the names of the harness's files. */
function inTable({ function: name, 'ground Truth': path, test_cases: nodes, ...rest }: z.output<typeof row>) {
  return { ...rest, id: null, function_name: name, ground_truth: path, test: nodes };
}

function fieldsOf(raw: RawRecord): RepositoryFields {
  const fields = 'test_cases' in raw.value ? inTable(parseRecord(row, raw)) : parseRecord(task, raw);
  const { repo, prompt, class: className, filename, function_name: functionName, ground_truth: path } = fields;
  const owned = className ? `${className}.${functionName}` : functionName;
  const id = fields.id ?? (filename ? idOf(filename) : `${repo}/${owned}`);
  const image = { kind: 'named', name: `dl-bench-${normalisedName(repo)}` } as const;
  return {
    id,
    promptText: prompt ?? '',
    target: { image, path, functionName, className, wholeRoot: true, pytestArgs: [], plugin: null },
    labels: dlBenchLabels(raw.value),
    date: repositoryDate(raw),
    nodes: fields.test,
    // As the authors' harness gives one evaluation (`timeout_s: 300` of its registry).
    timeoutMs: 300_000,
  };
}

/** DL-Bench as its authors publish it: the table of all tasks, and the JSON files of their harness. */
export const dlBenchFormat: DatasetFormat = {
  name: 'dl-bench',
  title: 'DL-Bench',
  source: github('alirezadaghigh99/DL-Bench', 'AGPL-3.0'),
  recognises: (value) =>
    ('ground Truth' in value && 'test_cases' in value) ||
    ('ground_truth' in value && 'function_name' in value && 'test' in value),
  ...repositoryFormat(fieldsOf),
};
