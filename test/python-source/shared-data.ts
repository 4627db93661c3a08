import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../datasets/example-files.ts';

const SHARED = join(import.meta.dirname, '../../../shared');

/** Records of a JSONL file of the reference data (`.gz` too), or null with the reason where it isn't there. */
export function sharedRecords<T>(path: string, skip: (note: string) => void): T[] {
  const file = join(SHARED, path);
  if (!existsSync(file)) {
    skip(`../shared/${path} is not there: put the reference data beside the repository`);
    return [];
  }
  return readJsonLines<T>(file);
}

/** What Python itself says of each text: whether it compiles. */
export function compilesInPython(texts: readonly string[], skip: (note: string) => void): boolean[] {
  const script = `
import json, sys, warnings
warnings.simplefilter('ignore')
def compiles(text):
    try:
        compile(text, 'text', 'exec', dont_inherit=True)
        return True
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
print(json.dumps([compiles(text) for text in json.load(sys.stdin)]))
`;
  const { stdout, status } = spawnSync('python3', ['-c', script], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) {
    skip('python3 is not there: install Python 3');
    return [];
  }
  return JSON.parse(stdout) as boolean[];
}

export interface CodetTask {
  readonly task_id: string;
  readonly prompt: string;
  readonly entry_point: string;
  readonly canonical_solution: string;
}

export interface MbppTask {
  readonly task_id: number;
  readonly code: string;
  readonly test_list: readonly string[];
}
