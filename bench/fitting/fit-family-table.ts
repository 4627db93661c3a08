import { BUG_KINDS, type BugLabel } from '../../src/taxonomy/bug-kinds.ts';
import { ERROR_FAMILIES, type FamilySighting } from '../../src/taxonomy/error-families.ts';
import type { FamilyRow, FamilyTable } from '../../src/taxonomy/fitted-classifier.ts';

/** A labelled failure. */
export interface LabelledFailure {
  readonly families: readonly FamilySighting[];
  readonly label: BugLabel;
  readonly secondLabel: BugLabel | null;
}

/** How much what is known beforehand counts beside the failures; all in units of failures. */
export interface FitOptions {
  /** Of a family's expected kinds. */
  readonly weight: number;
  /** The share of those that comes from the definitions; the rest is how frequent kinds are at all. */
  readonly definitions: number;
  /** Of the published frequencies of kinds, beside those of the failures. */
  readonly published: number;
  /** Of the commonest kind's share, in how often the first kind of a family is right. */
  readonly rightWeight: number;
}

/** What a second label counts; the first counts 1. */
const SECOND = 0.7;
/** So that a kind without an example keeps a chance. */
const SMOOTHING = 0.5;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const normalise = (values: readonly number[]) => values.map((value) => value / sum(values));

const counts = ({ label, secondLabel }: LabelledFailure) =>
  BUG_KINDS.map((kind) => (kind.label === label ? 1 : kind.label === secondLabel ? SECOND : 0));

/** Sums of weighted rows, kind by kind. */
const add = (rows: readonly { readonly row: readonly number[]; readonly weight: number }[]) =>
  BUG_KINDS.map((_, at) => sum(rows.map(({ row, weight }) => weight * (row[at] ?? 0))));

/**
 * Per family of errors, the kinds of its failures, shrunk towards what the definitions say of such errors and how frequent
 * the kinds are (the mean of a Dirichlet posterior). `published` are counts of the fourteen kinds in a larger set.
 */
export function fitFamilyTable(
  failures: readonly LabelledFailure[],
  published: readonly number[],
  options: FitOptions,
): FamilyTable {
  const shares = normalise(published.map((count) => count + SMOOTHING));
  const rows = failures.map((failure) => ({ failure, row: counts(failure) }));
  const base = normalise(
    add([...rows.map(({ row }) => ({ row, weight: 1 })), { row: shares, weight: options.published }]),
  );
  const commonest = Math.max(...add(rows.map(({ row }) => ({ row: row.map(Math.ceil), weight: 1 }))));
  const usual = commonest / Math.max(1, failures.length);
  const fitted = ERROR_FAMILIES.map(({ name, kinds }): [string, FamilyRow] => {
    const told = Object.keys(kinds).length > 0 ? options.definitions : 0;
    const expected = base.map((share, at) => (1 - told) * share + told * (kinds[(at + 1) as BugLabel] ?? 0));
    const own = rows.flatMap(({ failure, row }) => {
      const weight = failure.families.find(({ family }) => family.name === name)?.share ?? 0;
      return weight > 0 ? [{ row, weight }] : [];
    });
    const chances = normalise(add([...own, { row: expected, weight: options.weight }]));
    const first = chances.indexOf(Math.max(...chances));
    const hits = sum(own.map(({ row, weight }) => ((row[first] ?? 0) > 0 ? weight : 0)));
    const right = (hits + options.rightWeight * usual) / (sum(own.map(({ weight }) => weight)) + options.rightWeight);
    return [name, { kinds: chances, right }];
  });
  return Object.fromEntries(fitted);
}
