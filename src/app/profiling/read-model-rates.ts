import { DatasetError } from '../../core/errors.ts';
import { jsonRecords } from '../../datasets/reading/json-records.ts';
import { readBytes } from '../../datasets/reading/read-bytes.ts';

/** Model -> share of its records that passed, of a file with `model` and `status` per line. @throws DatasetError */
export async function readModelRates(file: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, { passed: number; all: number }>();
  for (const { value, line } of jsonRecords((await readBytes(file)).content, file)) {
    const [model, status] = [value['model'], value['status']];
    if (typeof model !== 'string' || typeof status !== 'string') {
      const field = typeof model === 'string' ? 'status' : 'model';
      throw new DatasetError('field-wrong', { file, line, field }, 'is missing or not text', {
        mend: 'An outcome is one JSON object per line with model and status ("pass" or anything else).',
      });
    }
    const own = counts.get(model) ?? { passed: 0, all: 0 };
    counts.set(model, { passed: own.passed + (status === 'pass' ? 1 : 0), all: own.all + 1 });
  }
  return new Map([...counts].map(([model, { passed, all }]) => [model, passed / all]));
}
