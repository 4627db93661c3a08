import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Rows in a file, so that an interrupted execution goes on. */
export function fileRows<T extends { readonly key: string }>(path: string) {
  const rows = new Map<string, T>();
  if (existsSync(path)) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      try {
        const row = JSON.parse(line) as T;
        rows.set(row.key, row);
      } catch {
        // A torn last line of a killed run.
      }
    }
  }
  return {
    get: (key: string) => rows.get(key),
    append: async (row: T) => {
      rows.set(row.key, row);
      appendFileSync(path, `${JSON.stringify(row)}\n`);
    },
  };
}
