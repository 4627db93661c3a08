/** The items of each key, in order. */
export function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** The items of each task, in order. */
export function groupByTask<Item extends { readonly taskId: string }>(items: Iterable<Item>): Map<string, Item[]> {
  return groupBy(items, ({ taskId }) => taskId);
}
