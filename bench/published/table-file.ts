import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Table } from '../../src/reporters/tables/table.ts';

/** Tables that one command measures and another publishes. */
export function writeTableFile(path: string, tables: readonly Table[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(tables));
}

/** Those of the files that are there. */
export function readTableFiles(paths: readonly string[]): readonly Table[] {
  return paths.filter((path) => existsSync(path)).flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as Table[]);
}
