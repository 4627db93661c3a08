/** Log-odds of every kind without any clue, and what each clue adds; both in the order of the labels. */
export interface ClueModel {
  readonly bias: readonly number[];
  /** Clue -> one weight per label. */
  readonly weights: Readonly<Record<string, readonly number[]>>;
}

/** Chances from log-odds. */
export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Probability of every kind, in the order of the labels. */
export function clueProbabilities(model: ClueModel, strengths: ReadonlyMap<string, number>): number[] {
  const scores = [...model.bias];
  for (const [name, strength] of strengths) {
    const weights = model.weights[name];
    if (weights) for (const [at, weight] of weights.entries()) scores[at] = (scores[at] ?? 0) + strength * weight;
  }
  return softmax(scores);
}
