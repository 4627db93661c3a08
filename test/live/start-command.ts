import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { readJsonLines } from '../datasets/example-files.ts';

export interface StarterTask {
  readonly task_id: string;
  readonly prompt: string;
  readonly entry_point: string;
  readonly canonical_solution: string;
  readonly test: string;
}

/** The first tasks of the bundled set, as its file has them. */
export const starterTasks = (most: number): readonly StarterTask[] =>
  readJsonLines<StarterTask>('data/starter/tasks.jsonl').slice(0, most);

/** `mutagree …` as built, in a process that can be killed; `ended` tells what it wrote to stderr. */
export function startCommand(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child: ChildProcess = spawn(process.execPath, ['dist/src/cli/main.js', ...argv], {
    cwd: packageRoot(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    errors += part;
  });
  const ended = once(child, 'close').then(() => errors);
  /** Waits for its end, which must be a good one. */
  const isDone = async () => {
    await ended;
    expect(child.exitCode, errors).toBe(0);
    return errors;
  };
  return { child, ended, isDone };
}

/** Rows as texts, in no order of their own. */
export const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
