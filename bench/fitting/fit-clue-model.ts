import { BUG_KINDS, type BugLabel } from '../../src/taxonomy/bug-kinds.ts';
import { type ClueModel, softmax } from '../../src/taxonomy/clue-model.ts';
import type { Clue } from '../../src/taxonomy/clues/clue.ts';

/** A labelled failure as the model sees it. */
export interface ClueCase {
  /** Clue -> strength of its sighting. */
  readonly strengths: ReadonlyMap<string, number>;
  readonly label: BugLabel;
  readonly secondLabel: BugLabel | null;
}

export interface ClueModelOptions {
  /** How much the rules' log-odds count before any data. */
  readonly scale: number;
  /** How firmly the weights stay there; in units of cases. */
  readonly firmness: number;
  /** What the second label counts; the first one counts 1. */
  readonly secondWeight: number;
}

const LABELS = BUG_KINDS.map(({ label }) => label);
/** Added to every label's count, so that a kind without an example keeps a chance. */
const SMOOTHING = 0.5;
/** The biases may move freely beside the weights. */
const BIAS_FIRMNESS = 1;
/** Steps of gradient descent. */
const STEPS = 80;

/** The rules alone: every kind as likely as any other, each clue worth its own log-odds. */
export function unfittedModel(clues: readonly Clue[], scale: number): ClueModel {
  return {
    bias: LABELS.map(() => 0),
    weights: Object.fromEntries(
      clues.map(({ name, speaksFor }) => [name, LABELS.map((label) => scale * (speaksFor[label] ?? 0))]),
    ),
  };
}

function add(to: Float64Array, at: number, value: number): void {
  to[at] = (to[at] as number) + value;
}

interface Row {
  readonly active: readonly (readonly [column: number, strength: number])[];
  readonly targets: readonly number[];
  readonly weight: number;
}

/**
 * Multinomial logistic regression whose weights have the rules' log-odds as their prior mean, so that few examples
 * adjust the rules instead of replacing them (a Gaussian prior around expert weights; MAP by accelerated gradient
 * steps, each as long as the curvature of its own parameter allows).
 */
export function fitClueModel(cases: readonly ClueCase[], clues: readonly Clue[], options: ClueModelOptions): ClueModel {
  const { scale, firmness, secondWeight } = options;
  const columns = new Map(clues.map(({ name }, at) => [name, at]));
  const rows = cases.map(({ strengths, label, secondLabel }): Row => {
    const targets = LABELS.map((other) => (other === label ? 1 : other === secondLabel ? secondWeight : 0));
    const active = [...strengths].flatMap(([name, strength]) => {
      const column = columns.get(name);
      return column === undefined ? [] : [[column, strength] as const];
    });
    return { active, targets, weight: targets.reduce((sum, target) => sum + target, 0) };
  });
  const size = LABELS.length;
  const counts = LABELS.map((_, at) => rows.reduce((sum, { targets }) => sum + (targets[at] ?? 0), SMOOTHING));
  const total = counts.reduce((sum, count) => sum + count, 0);
  // Parameters: one row of labels a clue, and the biases as the last row.
  const center = Float64Array.from([
    ...clues.flatMap(({ speaksFor }) => LABELS.map((label) => scale * (speaksFor[label] ?? 0))),
    ...counts.map((count) => Math.log(count / total)),
  ]);
  const biasRow = clues.length;
  const pull = (row: number) => (row === biasRow ? BIAS_FIRMNESS : firmness);
  const curvature = new Float64Array(clues.length + 1);
  for (const { active, weight } of rows) {
    const reach = 1 + active.reduce((sum, [, strength]) => sum + strength, 0);
    for (const [column, strength] of active) curvature[column] = (curvature[column] ?? 0) + weight * strength * reach;
    curvature[biasRow] = (curvature[biasRow] ?? 0) + weight * reach;
  }
  const step = Float64Array.from(curvature, (value, row) => 1 / (pull(row) + value / 2));

  let point: Float64Array = Float64Array.from(center);
  let ahead: Float64Array = Float64Array.from(center);
  let momentum = 1;
  const scores = new Float64Array(size);
  const slopes = new Float64Array(size);
  for (let round = 0; round < STEPS; round++) {
    const gradient = ahead.map((value, at) => pull(Math.floor(at / size)) * (value - (center[at] ?? 0)));
    for (const { active, targets, weight } of rows) {
      scores.set(ahead.subarray(biasRow * size, (biasRow + 1) * size));
      for (const [column, strength] of active) {
        for (let at = 0, from = column * size; at < size; at++)
          add(scores, at, strength * (ahead[from + at] as number));
      }
      const probabilities = softmax([...scores]);
      for (let at = 0; at < size; at++) slopes[at] = weight * (probabilities[at] as number) - (targets[at] as number);
      for (const [column, strength] of active) {
        for (let at = 0, from = column * size; at < size; at++)
          add(gradient, from + at, strength * (slopes[at] as number));
      }
      for (let at = 0, from = biasRow * size; at < size; at++) add(gradient, from + at, slopes[at] as number);
    }
    const next = ahead.map((value, at) => value - (step[Math.floor(at / size)] ?? 0) * (gradient[at] ?? 0));
    const following = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    const last = point;
    ahead = next.map((value, at) => value + ((momentum - 1) / following) * (value - (last[at] ?? 0)));
    point = next;
    momentum = following;
  }
  const rowOf = (row: number) => [...point.slice(row * size, (row + 1) * size)];
  return {
    bias: rowOf(biasRow),
    weights: Object.fromEntries(clues.map(({ name }, at) => [name, rowOf(at)])),
  };
}
