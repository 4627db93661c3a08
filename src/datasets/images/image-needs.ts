import type { RawRecord } from '../../core/raw-record.ts';
import type { RepositoryImage } from '../../core/repository.ts';
import { datasetFormats } from '../index.ts';
import { parseRecord } from '../reading/parse-record.ts';
import { readRecords } from '../reading/read-records.ts';
import { imageFor, imageRequest } from './setup-image.ts';

/** The image for a record's tests: by its own set-up, or the one that its format names. */
export type ImageNeed = Exclude<RepositoryImage, { readonly kind: 'folder' }>;

/** The image for one record; null if any Python suffices. @throws DatasetError `dataset-field` */
function imageNeed(raw: RawRecord): ImageNeed | null {
  const { setup } = raw.value;
  if (setup !== null && typeof setup === 'object') {
    return { kind: 'recipe', recipe: imageFor(parseRecord(imageRequest, raw)) };
  }
  const format = datasetFormats.find((each) => each.recognises(raw.value));
  // A record of a repository names its image by the repository.
  const { image } = format?.name === 'dl-bench' ? (format.load([raw]).tasks[0]?.repository ?? {}) : {};
  const name = image?.kind === 'named' ? image.name : format?.image;
  return name === undefined ? null : { kind: 'named', name };
}

/** The needs of a task file's records, each once, in the file's order. @throws DatasetError if a set-up is wrong */
export async function imageNeedsOf(file: string): Promise<readonly ImageNeed[]> {
  const byName = new Map<string, ImageNeed>();
  for (const raw of await readRecords(file)) {
    const need = imageNeed(raw);
    if (need) byName.set(need.kind === 'named' ? need.name : need.recipe.image, need);
  }
  return [...byName.values()];
}
