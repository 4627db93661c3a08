/** Index of the first item whose place is at least `place`; the number of items where there is none. */
export function firstAtLeast<T>(items: readonly T[], place: number, placeOf: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(items[middle] as T) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
