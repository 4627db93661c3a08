/**
 * SIGKILL and SIGINT of `evaluate`, `select` and `execute` at random moments, `MUTAGREE_KILL_ROUNDS` of each (2 unless
 * told), on bubblewrap where it is, else on wasm; `MUTAGREE_KILL_SANDBOX` names another.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { journalPath } from '../../src/app/assembly/open-sandbox.ts';
import { plural } from '../../src/core/plural.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { asJsonLines } from '../datasets/example-files.ts';
import { tempDir } from '../fakes/temp-dir.ts';
import { startCommand, starterTasks } from './start-command.ts';

const rounds = Number(process.env['MUTAGREE_KILL_ROUNDS'] ?? 2);
const quickest = (await bubblewrapSandbox.probe()).available ? 'bubblewrap' : 'wasm';
const sandbox = process.env['MUTAGREE_KILL_SANDBOX'] ?? quickest;
const TASKS = 4;
const SAMPLES = 4;
const WORKERS = 2;

const tasks = starterTasks(TASKS);

/** References, each with a busy loop in front that makes it another program and gives a kill time to come. */
const samples = tasks.flatMap(({ task_id, prompt, canonical_solution }) =>
  Array.from({ length: SAMPLES }, (_, at) => ({
    task_id,
    solution: `busy = sum(range(${300_000 + at}))\n${at === 1 ? 'raise ValueError("wrong")\n' : ''}${prompt}${canonical_solution}`,
  })),
);

/** A verb with its files; every path is in `folder`. */
interface Verb {
  readonly argv: (folder: string) => readonly string[];
  /** What it writes; the journal is named by the first. */
  readonly outputs: readonly [string, ...string[]];
}

const files = (folder: string) => {
  writeFileSync(join(folder, 'samples.jsonl'), asJsonLines(samples));
  writeFileSync(
    join(folder, 'tests.jsonl'),
    asJsonLines(
      tasks.map(({ task_id }) => ({ task_id, tests: ['assert True', 'assert 1 + 1 == 2', 'assert busy > 0'] })),
    ),
  );
  const jobs = tasks.map((task) => ({
    id: task.task_id,
    candidates: samples
      .filter(({ task_id }) => task_id === task.task_id)
      .map(({ solution }, at) => ({ id: `${at}`, code: solution })),
    tests: [{ id: 'a', code: 'assert busy > 0' }],
    timeoutMs: 2000,
    memoryMib: 256,
  }));
  writeFileSync(join(folder, 'jobs.jsonl'), asJsonLines(jobs));
};
const common = ['--sandbox', sandbox, '--jobs', String(WORKERS), '--json'];
const limited = ['--dataset', 'starter', '--limit', String(TASKS)];
const verbs: Readonly<Record<string, Verb>> = {
  evaluate: {
    argv: (folder) => ['evaluate', ...limited, '--samples', join(folder, 'samples.jsonl'), ...common],
    outputs: ['samples.jsonl_results.jsonl'],
  },
  select: {
    argv: (folder) => [
      ...['select', ...limited, '--solutions', join(folder, 'samples.jsonl'), '--tests', join(folder, 'tests.jsonl')],
      ...['--official', '--matrix-out', join(folder, 'matrix.jsonl')],
      ...['-o', join(folder, 'picked.jsonl'), ...common],
    ],
    outputs: ['picked.jsonl', 'matrix.jsonl'],
  },
  execute: {
    argv: (folder) => [
      ...['execute', '--job', join(folder, 'jobs.jsonl'), '--details', '--outputs'],
      ...['-o', join(folder, 'matrices.json'), ...common],
    ],
    outputs: ['matrices.json'],
  },
};

/** Times differ between any two runs; nothing else may. */
const outputsOf = (folder: string, { outputs }: Verb) =>
  outputs.map((name) =>
    readFileSync(join(folder, name), 'utf8').replace(/"wallMs":\d+,"cpuMs":\d+/, '"wallMs":0,"cpuMs":0'),
  );

const keysIn = (path: string) =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .slice(0, -1)
        .flatMap((line) => /^\["([^"]+)",.*\]$/.exec(line)?.[1] ?? [])
    : [];

describe.each(Object.entries(verbs))(`%s, killed ${rounds} times on ${sandbox}`, (_, verb) => {
  test('ends with the same bytes, and judges nothing twice but what was under way', {
    timeout: 1_800_000,
  }, async () => {
    const calm = await tempDir();
    files(calm);
    await startCommand(verb.argv(calm)).isDone();
    const expected = outputsOf(calm, verb);
    expect(existsSync(journalPath(join(calm, verb.outputs[0])))).toBe(false);

    const folder = await tempDir();
    files(folder);
    const journal = journalPath(join(folder, verb.outputs[0]));
    const argv = verb.argv(folder);
    let kept = 0;
    for (let round = 0; round < rounds; round++) {
      const { child, ended } = startCommand(argv);
      // One more result in every round than in the one before, so that there are as many moments as rounds.
      const moment = kept + 1 + Math.floor(Math.random() * 2);
      while (child.exitCode === null && keysIn(journal).length < moment) await sleep(10);
      child.kill(round % 2 === 0 ? 'SIGKILL' : 'SIGINT');
      await ended;
      const keys = keysIn(journal);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.length).toBeGreaterThan(kept);
      kept = keys.length;
    }
    expect(verb.outputs.filter((name) => existsSync(join(folder, name)))).toEqual([]);
    const errors = await startCommand(argv).isDone();
    // Each result that was kept stands for a program that was not run again.
    expect(errors).toContain(`resumes with ${plural(kept, 'result')} kept in ${journal}`);
    expect(errors).toContain(`used ${kept} of ${plural(kept, 'result')} kept`);
    expect(outputsOf(folder, verb)).toEqual(expected);
    expect(existsSync(journal)).toBe(false);
    console.log(`${verb.argv('')[0]}: ${rounds} kills, ${kept} results kept at the last of them`);
  });
});
