import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutators } from '../../mutators/index.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { undoRenames } from '../../src/python-source/renaming/rename.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a set's records call their parts. */
interface TaskSet {
  readonly name: string;
  readonly source: string;
  prompt(record: Fields): string;
  /** The reference as a whole program. */
  program(record: Fields): string;
}

const SETS: readonly TaskSet[] = [
  {
    name: 'HumanEval',
    source: '../shared/codet/tasks.jsonl',
    prompt: ({ prompt }) => String(prompt),
    program: ({ prompt, canonical_solution: rest }) => `${prompt}${rest}`,
  },
  {
    name: 'MBPP',
    source: '../shared/formats/mbpp.jsonl',
    prompt: ({ text }) => String(text),
    program: ({ code }) => String(code),
  },
];

const bubblewrap = await bubblewrapSandbox.probe();
if (!bubblewrap.available) console.warn(`skipped: ${bubblewrap.detail}. ${bubblewrap.hint}`);
for (const { source } of SETS)
  if (!existsSync(source)) console.warn(`skipped: ${source} is missing (not part of this repository)`);

/** Of each set. */
const TASKS = 25;

const readLines = (file: string): Fields[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Fields);

async function cli(...args: string[]): Promise<Fields> {
  const io = fakeIo();
  const code = await runCli([...args, '--json'], io);
  expect(code, io.err.join('')).toBe(0);
  return JSON.parse(io.out.join('')) as Fields;
}

/** Ids of the tasks whose program passes the official tests of `dataset`. */
async function passing(dataset: string, programs: ReadonlyMap<string, string>): Promise<Set<string>> {
  const file = join(await tempDir(), 'samples.jsonl');
  const lines = [...programs].map(([taskId, solution]) => `${JSON.stringify({ task_id: taskId, solution })}\n`);
  writeFileSync(file, lines.join(''));
  await cli('evaluate', '--dataset', dataset, '--samples', file, '--partial', '--sandbox', 'bubblewrap');
  const results = readLines(`${file}_results.jsonl`);
  return new Set(results.filter(({ passed }) => passed === true).map(({ task_id: id }) => String(id)));
}

const only = <Value>(programs: ReadonlyMap<string, Value>, ids: ReadonlySet<string>) =>
  [...programs.keys()].filter((id) => ids.has(id)).sort();

describe.skipIf(!bubblewrap.available).each(SETS)('$name', (set) => {
  const present = existsSync(set.source);
  const lines = present ? readLines(set.source).slice(0, TASKS) : [];
  const records = new Map(lines.map((record) => [String(record['task_id']), record]));
  const writeTasks = async () => {
    const file = join(await tempDir(), 'tasks.jsonl');
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return file;
  };
  let sound: Promise<Set<string>> | undefined;
  const soundTasks = (file: string) =>
    (sound ??= passing(file, new Map([...records].map(([id, record]) => [id, set.program(record)]))));

  test.skipIf(!present).each(mutators.filter(({ family }) => family === 'naming').map(({ name }) => name))(
    '%s: renamed references pass the renamed tests, and the original ones when renamed back',
    async (mutator) => {
      const [file, folder, datasets] = [await writeTasks(), await tempDir(), await tempDir()];
      const chosen = ['--dataset', file, '--mutators', mutator];
      await cli('mutate', ...chosen, '-o', join(folder, 'variants.jsonl'));
      const renames = new Map(
        readLines(join(folder, 'variants.jsonl'))
          .filter((line) => line['mutator'] === mutator)
          .map((line) => [String(line['taskId']), line['renames'] as Record<string, string>]),
      );
      const mutated = join(datasets, `${mutator}_s0.jsonl`);
      const io = fakeIo();
      const code = await runCli(['mutate', ...chosen, '--format', 'dataset', '-o', datasets, '--json'], io);
      if (code === 2) {
        // No record of the set has another name.
        expect(io.err.join('')).toContain(renames.size === 0 ? 'no task of' : `dataset-rewrite (${renames.size})`);
        expect(existsSync(mutated)).toBe(false);
        return;
      }
      expect(code, io.err.join('')).toBe(0);
      const { mutators: tallies } = JSON.parse(io.out.join('')) as Fields;
      const [tally] = tallies as { applicable: number; refused: Record<string, number> }[];
      const renamed = new Map(readLines(mutated).map((record) => [String(record['task_id']), record]));
      const unwritten = tally?.refused['dataset-rewrite'] ?? 0;
      expect(tally?.applicable).toBe(renames.size);
      expect(renamed.size).toBe(renames.size - unwritten);
      for (const [id, record] of renamed) {
        expect(set.prompt(record), id).not.toBe(set.prompt(records.get(id) ?? {}));
        expect(set.program(record), id).not.toBe(set.program(records.get(id) ?? {}));
        for (const [old, fresh] of Object.entries(renames.get(id) ?? {})) expect(fresh, id).not.toBe(old);
      }

      const expected = await soundTasks(file);
      const programs = new Map([...renamed].map(([id, record]) => [id, set.program(record)]));
      expect(only(programs, await passing(mutated, programs))).toEqual(only(programs, expected));

      const entryPoints = new Map((await readDataset(file)).tasks.map(({ id, entryPoint }) => [id, entryPoint]));
      const restored = new Map(
        [...programs].map(([id, code]) => {
          const undone = undoRenames(code, renames.get(id) ?? {}, { entryPoint: entryPoints.get(id) ?? null });
          return [id, 'code' in undone ? undone.code : `raise NameError("${undone.problem}")`];
        }),
      );
      expect(only(restored, await passing(file, restored))).toEqual(only(restored, expected));
      console.info(
        `${set.name} ${mutator}: ${only(programs, expected).length}/${renamed.size} references pass renamed and renamed back; ${unwritten} not written`,
      );
    },
    1_200_000,
  );
});
