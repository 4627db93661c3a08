import { type PythonValue, writeValue } from './python-value.ts';

/** Something that can be true of a value; it is kept where it is true of every seed, and of enough of them to say so. */
export type Invariant = (value: PythonValue) => boolean;

interface Rule {
  readonly holds: Invariant;
  /** Whether a seed could have broken it; `needed` such seeds make it a rule. */
  readonly speaks: Invariant;
  readonly needed: number;
}

const numberOf = (value: PythonValue) => (value.kind === 'int' || value.kind === 'float' ? value.value : null);
const textOf = (value: PythonValue) => (value.kind === 'str' ? value.value : null);
const itemsOf = (value: PythonValue) =>
  value.kind === 'list' || value.kind === 'tuple' || value.kind === 'set' ? value.items : null;
const sizeOf = (value: PythonValue) =>
  value.kind === 'dict' ? value.entries.length : (itemsOf(value) ?? textOf(value))?.length;

const ofNumber = (test: (value: number) => boolean, needed = 1): Rule => ({
  holds: (value) => test(numberOf(value) ?? 0),
  speaks: (value) => numberOf(value) !== null,
  needed,
});
const ofText = (pattern: RegExp, needed: number): Rule => ({
  holds: (value) => value.kind !== 'str' || pattern.test(value.value),
  speaks: (value) => Boolean(textOf(value)),
  needed,
});

/** Items that can be put in order: numbers or strings alone. */
function ordered(value: PythonValue): readonly (number | string)[] | null {
  if (value.kind !== 'list' && value.kind !== 'tuple') return null;
  const numbers = value.items.map(numberOf);
  if (numbers.every((item) => item !== null)) return numbers;
  const texts = value.items.map(textOf);
  return texts.every((item) => item !== null) ? texts : null;
}
const compare = (one: number | string, other: number | string) => (one < other ? -1 : Number(one > other));
const monotone = (sign: 1 | -1): Rule => ({
  holds: (value) => {
    const items = ordered(value) ?? [];
    return items.every((item, at) => at === 0 || compare(item, items[at - 1] as typeof item) !== -sign);
  },
  speaks: (value) => (ordered(value)?.length ?? 0) >= 3,
  needed: 2,
});

const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/** Whether every bracket of the text closes one that is open. */
export function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const character of text) {
    if ('([{<'.includes(character)) open.push(character);
    else if (PAIRS[character] !== undefined && open.pop() !== PAIRS[character]) return false;
  }
  return open.length === 0;
}

const lengths = (value: PythonValue) => itemsOf(value)?.map(sizeOf) ?? [];

const RULES: readonly Rule[] = [
  ofNumber((value) => value > 0),
  ofNumber((value) => value >= 0),
  ofNumber((value) => value <= 0),
  ofNumber((value) => value === 0 || value === 1, 4),
  ofNumber((value) => Math.abs(value) <= 1, 4),
  { holds: (value) => sizeOf(value) !== 0, speaks: (value) => sizeOf(value) !== undefined, needed: 1 },
  monotone(1),
  monotone(-1),
  {
    holds: (value) => new Set(itemsOf(value)?.map(writeValue)).size === (itemsOf(value)?.length ?? 0),
    speaks: (value) => value.kind === 'list' && value.items.length >= 3,
    needed: 2,
  },
  // A table: rows of one length.
  {
    holds: (value) => new Set(lengths(value)).size <= 1,
    speaks: (value) => lengths(value).filter((size) => size !== undefined).length >= 2,
    needed: 1,
  },
  {
    holds: (value) => lengths(value).every((size) => size === undefined || size === lengths(value).length),
    speaks: (value) => lengths(value).length >= 2,
    needed: 2,
  },
  {
    holds: (value) => isBalanced(textOf(value) ?? ''),
    speaks: (value) => /[([{<>}\])]/.test(textOf(value) ?? ''),
    needed: 2,
  },
  ofText(/^-?\d+(?:\.\d*)?$/, 1),
  ofText(/^(?!\s|.*\s$|.* {2})/s, 2),
];

/** One fixed size, of strings and lists that have it in three seeds or more. */
function fixedSize(values: readonly PythonValue[]): Invariant[] {
  const [size, ...others] = new Set(values.map(sizeOf));
  return size !== undefined && others.length === 0 && values.length >= 3 && size > 1
    ? [(value) => sizeOf(value) === size]
    : [];
}

/** No further out than the seeds reach, and as far again. */
function reach(values: readonly PythonValue[]): Invariant[] {
  const numbers = values.map(numberOf).filter((value) => value !== null);
  if (numbers.length === 0) return [];
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const span = Math.max(high - low, Math.min(10, Math.max(Math.abs(low), Math.abs(high), 2)));
  return [(value) => (numberOf(value) ?? low) >= low - span && (numberOf(value) ?? high) <= high + span];
}

/** The shape of a text, whatever its words and numbers: `a/0`, `0-0-0`. */
const template = (text: string) => text.replace(/[a-zA-Z]+/g, 'a').replace(/\d+/g, '0');

/** One template with a separator in it that all seeds have: fractions, dates, times, versions. */
function oneTemplate(values: readonly PythonValue[]): Invariant[] {
  const texts = values.map(textOf).filter((text) => text !== null && text !== '');
  const [one, ...others] = new Set(texts.map((text) => template(text ?? '')));
  return texts.length >= 3 && others.length === 0 && one !== undefined && /[^a0]/.test(one) && one.length > 1
    ? [(value) => value.kind !== 'str' || value.value === '' || template(value.value) === one]
    : [];
}

/** Few distinct characters are an alphabet: brackets, bits, notes. */
function alphabet(values: readonly PythonValue[]): Invariant[] {
  const texts = values.map(textOf).filter((text) => text !== null);
  const characters = new Set(texts.join(''));
  return characters.size > 0 && characters.size <= 4 && texts.join('').length >= 3 * characters.size
    ? [(value) => [...(textOf(value) ?? '')].every((character) => characters.has(character))]
    : [];
}

/** The properties that all values seen in one place have in common. */
export function invariantsOf(values: readonly PythonValue[]): readonly Invariant[] {
  const kept = RULES.filter(
    ({ holds, speaks, needed }) => values.every(holds) && values.filter(speaks).length >= needed,
  );
  const kinds = new Set(values.map(({ kind }) => kind));
  return [
    (value) => kinds.has(value.kind),
    ...kept.map(({ holds }) => holds),
    ...fixedSize(values),
    ...reach(values),
    ...alphabet(values),
    ...oneTemplate(values),
  ];
}

const sizeAt = (values: readonly PythonValue[], at: number) => sizeOf(values[at] as PythonValue);

/** Pairs of arguments of equal size in all seeds, where the sizes vary. */
export function equalSizes(seeds: readonly (readonly PythonValue[])[]): readonly (readonly [number, number])[] {
  const count = seeds[0]?.length ?? 0;
  const pairs: [number, number][] = [];
  for (let first = 0; first < count; first++) {
    for (let second = first + 1; second < count; second++) {
      const sizes = seeds.map((seed) => [sizeAt(seed, first), sizeAt(seed, second)]);
      const agree = sizes.every(([one, other]) => one !== undefined && one === other);
      if (agree && new Set(sizes.map(([one]) => one)).size > 1) pairs.push([first, second]);
    }
  }
  return pairs;
}

/** Whether the sizes of all those pairs are equal. */
export const hasEqualSizes = (values: readonly PythonValue[], pairs: readonly (readonly [number, number])[]): boolean =>
  pairs.every(([first, second]) => sizeAt(values, first) === sizeAt(values, second));
