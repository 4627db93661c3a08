import type { Condition } from '../../core/analysis/conditions.ts';

/** One short name a condition; the temperature where a model was asked at several. */
export function columnNames(conditions: readonly Condition[]): readonly string[] {
  return conditions.map(({ model, temperature }) => {
    const isOnly = conditions.filter((other) => other.model === model).length === 1;
    return isOnly || temperature === null ? model : `${model}, T = ${temperature}`;
  });
}
