import type { Candidate } from '../../collect/candidates.ts';
import { readDataset } from '../../datasets/read-dataset.ts';
import { isNearDuplicate, shinglesOf } from '../../prompting/near-duplicate.ts';

/** A task of a known benchmark, as far as likeness needs it. */
interface KnownTask {
  readonly id: string;
  readonly texts: readonly ReadonlySet<string>[];
  /** `path::f`; null for tasks of no repository. */
  readonly place: string | null;
}

/** Shorter texts are like anything. */
const LEAST_RUNS = 8;

const shingles = (text: string | undefined) => {
  const found = shinglesOf(text ?? '');
  return found.size >= LEAST_RUNS ? [found] : [];
};

/** Tasks of benchmarks that exist. @throws DatasetError */
export async function readKnownTasks(files: readonly string[]): Promise<KnownTask[]> {
  const known: KnownTask[] = [];
  for (const file of files) {
    const { name, tasks, oracles } = await readDataset(file);
    for (const { id, prompt, repository } of tasks) {
      const reference = oracles.has(id) ? oracles.open(id).reference : undefined;
      const place = repository ? `${repository.path}::${repository.functionName}` : null;
      known.push({ id: `${name}: ${id}`, texts: [...shingles(prompt.text), ...shingles(reference)], place });
    }
  }
  return known;
}

/** Known tasks with nearly the same prompt or reference, or of the same function. */
export function resembling(
  { path, functionName, docstring }: Candidate,
  reference: string,
  known: readonly KnownTask[],
): string[] {
  const own = [...shingles(docstring), ...shingles(reference)];
  return known
    .filter(
      ({ texts, place }) =>
        place === `${path}::${functionName}` || texts.some((text) => own.some((each) => isNearDuplicate(text, each))),
    )
    .map(({ id }) => id);
}
