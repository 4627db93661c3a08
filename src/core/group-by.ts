/** The items of each key, in the order of first appearance. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The items of each task, in order. */
export function groupByTask<Item extends { readonly taskId: string }>(items: Iterable<Item>): Map<string, Item[]> {
  return groupBy(items, ({ taskId }) => taskId);
}
