import type { Rng } from '../../core/random.ts';
import { isHashable, type PythonValue, writeValue } from './python-value.ts';

/**
 * The place of a value in an argument; elements of one list share a place (`0[]`), those of a tuple have one each
 * (`0(1)`), keys and held values of a dict one each (`0{k}`, `0{v}`).
 */
export type Place = string;

/** The values directly inside another one, with their places. */
export function partsOf(value: PythonValue, place: Place): readonly (readonly [PythonValue, Place])[] {
  switch (value.kind) {
    case 'tuple':
      return value.items.map((item, index) => [item, `${place}(${index})`]);
    case 'list':
    case 'set':
      return value.items.map((item) => [item, `${place}[]`]);
    case 'dict':
      return value.entries.flatMap(([key, held]) => [[key, `${place}{k}`] as const, [held, `${place}{v}`] as const]);
    default:
      return [];
  }
}

/** Adds a value and everything inside it to the values that are known of each place. */
export function collectPlaces(value: PythonValue, place: Place, into: Map<Place, PythonValue[]>): void {
  const known = into.get(place);
  if (known) known.push(value);
  else into.set(place, [value]);
  for (const [part, at] of partsOf(value, place)) collectPlaces(part, at, into);
}

/** The inputs of mutations. */
export interface MutationSource {
  readonly rng: Rng;
  /** All values that seeds have at each place. */
  readonly seen: ReadonlyMap<Place, readonly PythonValue[]>;
}

type Sequence = Extract<PythonValue, { readonly items: unknown }>;
type Edit<T> = (items: readonly T[], rng: Rng, fresh: () => T | null) => readonly T[];

const without = <T>(items: readonly T[], at: number) => items.filter((_, index) => index !== at);
const inserted = <T>(items: readonly T[], at: number, item: T) => [...items.slice(0, at), item, ...items.slice(at)];
function swapped<T>(items: readonly T[], first: number, second: number): T[] {
  const result = [...items];
  [result[first], result[second]] = [items[second] as T, items[first] as T];
  return result;
}

/** Edits of lists and of strings as lists of characters; an empty list takes only new items. */
const EDITS: readonly Edit<unknown>[] = [
  (items, rng) => without(items, rng.below(items.length)),
  (items, rng) => inserted(items, rng.below(items.length + 1), rng.pick(items)),
  (items, rng) => swapped(items, rng.below(items.length), rng.below(items.length)),
  (items) => items.toReversed(),
  (items, rng) => items.slice(0, rng.below(items.length)),
  (items, rng) => items.slice(rng.below(items.length)),
  (items, rng) => rng.shuffle(items),
  (items, rng) => items.with(rng.below(items.length), rng.pick(items)),
  (items) => (items.length <= 12 ? [...items, ...items] : items),
  (items, rng) => items.slice(0, 1 + rng.below(2)),
];
const withFresh: Edit<unknown> = (items, rng, fresh) => {
  const item = fresh();
  if (item === null) return items;
  return items.length > 0 && rng.below(2) === 0
    ? items.with(rng.below(items.length), item)
    : inserted(items, rng.below(items.length + 1), item);
};

function edited<T>(items: readonly T[], rng: Rng, fresh: () => T | null): readonly T[] {
  const edit = (items.length === 0 || rng.below(3) === 0 ? withFresh : rng.pick(EDITS)) as Edit<T>;
  return edit(items, rng, fresh);
}

function mutateInteger(value: number, rng: Rng): number {
  const steps = [1, -1, 1, -1, 2, -2, 5, -5, 10, -10];
  const jumps = [-value, 0, 1, 2 * value, Math.trunc(value / 2), value + rng.below(20) - 10];
  return rng.below(2) === 0 ? value + rng.pick(steps) : rng.pick(jumps) + 0;
}

function mutateFloat(value: number, rng: Rng): number {
  const moved = rng.pick([value + 0.1, value - 0.1, value + 0.5, value + 1, value - 1, -value, 2 * value, value / 2]);
  return Number(rng.pick([moved, moved, Math.round(value), 0]).toFixed(4)) + 0;
}

const LETTERS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'] as const;

/** A character of the kinds that the seeds have at that place. */
function freshCharacter(texts: readonly string[], rng: Rng): string | null {
  const seen = [...new Set(texts.join(''))];
  const classes = LETTERS.filter((letters) => seen.some((character) => letters.includes(character)));
  if (classes.length > 0 && rng.below(2) === 0) return rng.pick([...rng.pick(classes)]);
  return seen.length > 0 ? rng.pick(seen) : null;
}

function mutateText(text: string, texts: readonly string[], rng: Rng): string {
  const all = texts.join('');
  const fresh = () => freshCharacter(texts, rng);
  const words = text.split(' ');
  if (words.length > 1 && rng.below(3) === 0)
    return edited(words, rng, () => rng.pick(rng.pick(texts).split(' '))).join(' ');
  if (/[a-z]/.test(all) && /[A-Z]/.test(all) && rng.below(8) === 0) {
    const at = rng.below(Math.max(1, text.length));
    const one = text[at] ?? '';
    return text.slice(0, at) + (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()) + text.slice(at + 1);
  }
  return edited([...text], rng, fresh).join('');
}

/** Members of a set or keys of a dict, each once. */
function distinctBy<T>(items: readonly T[], keyOf: (item: T) => PythonValue): T[] {
  return [...new Map(items.map((item) => [writeValue(keyOf(item)), item])).values()];
}

function withItems(value: Sequence, items: readonly PythonValue[]): PythonValue {
  return value.kind === 'set'
    ? { kind: 'set', items: distinctBy(items.filter(isHashable), (item) => item) }
    : { kind: value.kind, items };
}

/** One element changed, or elements added, taken away and moved. */
function mutateSequence(value: Sequence, place: Place, source: MutationSource): PythonValue {
  const { rng, seen } = source;
  const { items } = value;
  const parts = partsOf(value, place);
  const isFixed =
    value.kind === 'tuple' && new Set(seen.get(place)?.map((each) => partsOf(each, place).length)).size <= 1;
  if (parts.length > 0 && (isFixed || rng.below(2) === 0)) {
    const at = rng.below(parts.length);
    const [part, inner] = parts[at] as (typeof parts)[number];
    return withItems(value, items.with(at, mutateValue(part, inner, source)));
  }
  const pool = seen.get(`${place}${value.kind === 'tuple' ? '(0)' : '[]'}`) ?? [];
  const fresh = () => (pool.length > 0 ? rng.pick(pool) : null);
  return withItems(value, edited(items, rng, fresh));
}

function mutateDict(value: Extract<PythonValue, { kind: 'dict' }>, place: Place, source: MutationSource): PythonValue {
  const { rng, seen } = source;
  const keys = (seen.get(`${place}{k}`) ?? []).filter(isHashable);
  const held = seen.get(`${place}{v}`) ?? [];
  const { entries } = value;
  if (entries.length > 0 && rng.below(2) === 0) {
    const at = rng.below(entries.length);
    const [key, was] = entries[at] as (typeof entries)[number];
    return { kind: 'dict', entries: entries.with(at, [key, mutateValue(was, `${place}{v}`, source)]) };
  }
  const fresh = () => (keys.length > 0 && held.length > 0 ? ([rng.pick(keys), rng.pick(held)] as const) : null);
  return { kind: 'dict', entries: distinctBy(edited(entries, rng, fresh), ([key]) => key) };
}

/** One step away from a value, of the same type or of another one that seeds have at its place; may be the value itself. */
export function mutateValue(value: PythonValue, place: Place, source: MutationSource): PythonValue {
  const { rng, seen } = source;
  const pool = seen.get(place) ?? [];
  if (pool.length > 0 && rng.below(6) === 0) return rng.pick(pool);
  switch (value.kind) {
    case 'none':
      return pool.length > 0 ? rng.pick(pool) : value;
    case 'bool':
      return { kind: 'bool', value: !value.value };
    case 'int':
      return { kind: 'int', value: mutateInteger(value.value, rng) };
    case 'float':
      return { kind: 'float', value: mutateFloat(value.value, rng) };
    case 'str': {
      const texts = pool.flatMap((each) => (each.kind === 'str' ? [each.value] : []));
      return { kind: 'str', value: mutateText(value.value, texts, rng) };
    }
    case 'dict':
      return mutateDict(value, place, source);
    default:
      return mutateSequence(value, place, source);
  }
}
