import { appendFile } from 'node:fs/promises';
import { compareStudies, type IncomparableSides } from '../analysis/comparison/compare-sides.ts';
import { conditionOutcomes } from '../analysis/comparison/conditions.ts';
import { type GateOptions, regressionGates } from '../analysis/comparison/regression-gate.ts';
import { ConfigError } from '../core/errors.ts';
import type { Study } from '../records/study.ts';
import { plainText } from '../reporters/columns.ts';
import { sideName } from '../reporters/names.ts';
import { toStoreError } from '../store/files.ts';
import { loadStudy } from '../store/study-directory.ts';
import { type UseOptions, withContext } from './context.ts';

/**
 * Paired differences of two runs or studies, or of the models of one study; from their directories alone.
 *
 * @param secondDirectory absent: the models of the first are compared with each other
 * @returns the comparable parts, at least one, and why the rest cannot be compared
 * @throws ConfigError `not-comparable`; StoreError
 */
export function compare(firstDirectory: string, secondDirectory?: string, options: UseOptions = {}) {
  return withContext(options, async () => {
    const first = await loadStudy(firstDirectory);
    const second = secondDirectory === undefined ? null : await loadStudy(secondDirectory);
    const { comparisons, refused } = compareStudies(first, second);
    if (comparisons.length === 0 && refused.length === 0) {
      throw second
        ? noSharedModel(first, second)
        : new ConfigError('not-comparable', `${firstDirectory} holds one model: there is nothing to compare it with`, {
            hint: 'Name a second run directory: mutagree compare A B.',
          });
    }
    if (comparisons.length === 0) throw notComparable(refused);
    return { comparisons, refused };
  });
}

export type RunComparison = Awaited<ReturnType<typeof compare>>;

/** Compares a new model, prompt or setting with a base, for use in CI. */
export function regression(base: string, next: string, gate: GateOptions, options: UseOptions = {}) {
  return withContext(options, async () => {
    const [first, second] = [await loadStudy(base), await loadStudy(next)];
    const { gates, refused } = regressionGates(first, second, gate);
    // Parts that cannot be compared must not pass a gate.
    if (refused.length > 0) throw notComparable(refused);
    if (gates.length === 0) throw noSharedModel(first, second);
    return gates;
  });
}

/** Adds a gate's Markdown to a file, such as the summary of a job. @throws StoreError */
export async function appendSummary(file: string, text: string): Promise<void> {
  await appendFile(file, `${text}\n`).catch((cause: unknown) => Promise.reject(toStoreError(file, cause)));
}

function noSharedModel(...studies: readonly [Study, Study]): ConfigError {
  const [first, second] = studies.map((study) =>
    conditionOutcomes(study)
      .map(({ model }) => model)
      .join(', '),
  );
  return new ConfigError('not-comparable', `no model is in both: ${first} there, ${second} here`, {
    hint: 'Compare runs of a single model each, or studies that share a model.',
  });
}

function notComparable(refused: readonly IncomparableSides[]): ConfigError {
  const reasons = refused.map(
    ({ first, second, reasons }) =>
      `${sideName(first)} and ${sideName(second)}\n${reasons.map((reason) => `    ${plainText(reason)}`).join('\n')}`,
  );
  return new ConfigError('not-comparable', `these are not comparable:\n  ${reasons.join('\n  ')}`, {
    hint: 'A paired comparison needs finished runs over the same tasks of the same file, at the same sample budget.',
  });
}
