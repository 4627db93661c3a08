/** All that some items lead to, step by step, themselves included: each once, in the order in which it is found. */
export function reachable<Item>(from: Iterable<Item>, next: (item: Item) => Iterable<Item>): Set<Item> {
  const found = new Set(from);
  // A set grows while it is walked.
  for (const item of found) for (const other of next(item)) found.add(other);
  return found;
}
