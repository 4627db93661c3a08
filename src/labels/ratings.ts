import { z } from 'zod';
import { DatasetError } from '../core/errors.ts';
import type { RawRecord } from '../core/raw-record.ts';

const oneLine = z.string().regex(/^[^\r\n]*\S[^\r\n]*$/, 'must be one line of text');

const label = z.strictObject({
  name: oneLine.refine((name) => !name.includes(';'), 'must hold no ";", which separates labels'),
  /** A number that raters may write instead of the name. */
  code: z.int().optional(),
  definition: z.string().default(''),
});

/** The labels from which raters choose: docs/dl-bench.md describes the schema. */
export const codebookSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be in lower case with hyphens, such as "data-type"'),
    title: oneLine,
    question: oneLine,
    items: z.enum(['tasks', 'failures']).default('tasks'),
    several: z.boolean().default(false),
    labels: z.array(label).min(2, 'must hold at least two labels'),
  })
  .superRefine(({ labels }, context) => {
    for (const key of ['name', 'code'] as const) {
      const values = labels.map((each) => each[key] && String(each[key]).toLowerCase());
      const at = values.findIndex((value, place) => value !== undefined && values.indexOf(value) < place);
      if (at < 0) continue;
      context.addIssue({ code: 'custom', path: ['labels', at, key], message: `repeats "${labels[at]?.[key]}"` });
    }
  });

export type Codebook = z.output<typeof codebookSchema>;

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function textAt({ value, file, line }: RawRecord, field: string, required = false): string {
  const text = value[field] ?? '';
  if (text !== '' || !required) return String(text).trim();
  throw new DatasetError('labels-field', { file, line, field }, field in value ? 'is empty' : 'is missing', {
    hint: 'A rater\'s sheet has the columns "id", "labels" and, if there is more to say, "note" (and "rater").',
  });
}

/** Names of labels, the first one foremost; written in any case or as codes, separated by ";". @throws DatasetError */
function readLabels(record: RawRecord, codebook: Codebook): readonly string[] {
  const { file, line, value } = record;
  const place = { file, line, field: 'labels' };
  const texts = textAt(record, 'labels', !('labels' in value)).split(';');
  const names = texts.flatMap((each) => {
    const text = each.trim();
    if (text === '') return [];
    const known = codebook.labels.find(({ name, code }) => same(name, text) || String(code ?? '') === text);
    if (known) return known.name;
    throw new DatasetError('label-unknown', place, `names "${text}", which is not a label of ${codebook.name}`, {
      hint: `Labels are ${codebook.labels.map(({ name }) => name).join('; ')}.`,
    });
  });
  const isRepeated = new Set(names).size < names.length;
  if (!isRepeated && (codebook.several || names.length <= 1)) return names;
  const problem = isRepeated ? 'holds a label twice' : 'holds several labels, and the codebook allows one';
  throw new DatasetError('labels-several', place, problem, { hint: 'Leave one of them, or each once.' });
}

/**
 * The ratings in records of any number of files.
 *
 * @param raterOf the rater of a file without the column `rater`
 * @throws DatasetError for a label that the codebook does not have, or an item that a rater labels twice
 */
export function readRatings(records: readonly RawRecord[], codebook: Codebook, raterOf: (file: string) => string) {
  const seen = new Set<string>();
  return records.map((record) => {
    const { file, line } = record;
    const rater = textAt(record, 'rater') || raterOf(file);
    const id = textAt(record, 'id', true);
    const key = JSON.stringify([rater, id]);
    if (seen.has(key)) {
      throw new DatasetError('label-twice', { file, line, field: 'id' }, `repeats "${id}" for rater ${rater}`, {
        hint: 'Leave one row for each item and rater; files of different raters need different names.',
      });
    }
    seen.add(key);
    return { id, rater, labels: readLabels(record, codebook), note: textAt(record, 'note') };
  });
}

export type Rating = ReturnType<typeof readRatings>[number];

/** How the labels of an item came about; `unlabelled` if no rater has decided. */
function statusOf(votes: readonly Pick<Rating, 'labels'>[], majority: readonly string[]) {
  const sets = new Set(votes.map(({ labels }) => JSON.stringify(labels.toSorted())));
  if (sets.size < 2) return votes.length === 0 ? 'unlabelled' : 'unanimous';
  return majority.length > 0 ? 'majority' : 'conflict';
}

/**
 * One result for each item, with the labels that more than half of its raters gave (the most frequent and foremost
 * first), else a conflict; its votes are those of raters who decided, in the order of the files.
 *
 * @param order names of the codebook's labels
 */
export function mergeRatings(ratings: readonly Rating[], order: readonly string[]) {
  return [...new Set(ratings.map(({ id }) => id))].map((id) => {
    const votes = ratings.flatMap(({ id: own, ...vote }) => (own === id && vote.labels.length > 0 ? [vote] : []));
    const count = (name: string) => votes.filter(({ labels }) => labels.includes(name)).length;
    const places = (name: string) => votes.reduce((sum, { labels }) => sum + Math.max(0, labels.indexOf(name)), 0);
    const labels = order
      .filter((name) => count(name) > votes.length / 2)
      .sort((a, b) => count(b) - count(a) || places(a) - places(b));
    return { id, labels, status: statusOf(votes, labels), votes };
  });
}

export type MergedLabels = ReturnType<typeof mergeRatings>[number];
