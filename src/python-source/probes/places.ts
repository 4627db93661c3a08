import type { PythonValue } from './python-value.ts';

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
