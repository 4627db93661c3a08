/** F1 of each class, their mean, their mean weighted by the class's size, and the share of right answers. */
export interface F1Scores {
  readonly each: readonly number[];
  readonly macro: number;
  readonly weighted: number;
  readonly accuracy: number;
}

/** A class that is neither true nor predicted anywhere counts as 0, as scikit-learn's `f1_score` has it. */
export function f1Scores(truth: readonly number[], predicted: readonly number[], classes: number): F1Scores {
  const each = Array.from({ length: classes }, (_, label) => {
    let hits = 0;
    let either = 0;
    truth.forEach((actual, at) => {
      if (actual === label && predicted[at] === label) hits++;
      either += Number(actual === label) + Number(predicted[at] === label);
    });
    return either === 0 ? 0 : (2 * hits) / either;
  });
  const sizes = each.map((_, label) => truth.filter((actual) => actual === label).length);
  const right = truth.filter((actual, at) => predicted[at] === actual).length;
  return {
    each,
    macro: each.reduce((sum, value) => sum + value, 0) / classes,
    weighted: each.reduce((sum, value, label) => sum + value * (sizes[label] ?? 0), 0) / truth.length,
    accuracy: right / truth.length,
  };
}
