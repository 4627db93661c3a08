import { describe, expect, test } from 'vitest';
import { guards } from '../../mutators/guards/index.ts';
import { mutators } from '../../mutators/index.ts';
import { toTask } from '../../src/app/mutate-prompt.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { asJsonLines, exampleRecords, temporaryFile } from '../datasets/example-files.ts';
import { cpuMsOf } from './growth.ts';
import { HOSTILE_SHAPES } from './hostile-shapes.ts';

const MOST_MS = 2000;
const SENTENCE =
  'Given a list of numbers x, return the largest one of them, and ignore the others if they are negative. ';

test('a docstring of a megabyte is left alone, with a reason, in less than two seconds', () => {
  const task = toTask(`def f(x):\n    """${SENTENCE.repeat(10_000)}"""\n`, 'f');
  const made: ReturnType<typeof mutatePrompts>[] = [];
  const ms = cpuMsOf(() => made.push(mutatePrompts(task, { mutators, guards, seed: 0, perMutator: 1 })));
  expect(ms).toBeLessThan(MOST_MS);
  expect(made[0]?.variants).toHaveLength(1);
  expect(new Set(made[0]?.refusals.map(({ refused }) => refused))).toEqual(new Set(['prompt-too-long']));
});

/** The record with its prompt made longer by the text. */
function lengthened(record: Readonly<Record<string, unknown>>, text: string): Readonly<Record<string, unknown>> {
  const field = ['prompt', 'text', 'complete_prompt', 'question_content', 'description', 'content', 'instruction'].find(
    (name) => typeof record[name] === 'string',
  );
  return field === undefined ? record : { ...record, [field]: `${record[field]}${text}` };
}

describe('task files', () => {
  const shapes = HOSTILE_SHAPES.filter(({ name }) =>
    /backslash lines$|doctest lines|quotes|brackets|definitions$|spaces$|blank lines|prose|arrows$|fences$|tabs$/.test(
      name,
    ),
  );

  test.each(Object.keys(exampleRecords))(
    '%s: a prompt of 100,000 hostile characters is read, or refused with file and line, within two seconds of CPU',
    async (format) => {
      const [record] = exampleRecords[format] as readonly [Readonly<Record<string, unknown>>, unknown];
      for (const { name, write } of shapes) {
        const file = await temporaryFile('tasks.jsonl', asJsonLines([lengthened(record, write(100_000))]));
        let ms = Number.POSITIVE_INFINITY;
        // A busy machine can only add to the time.
        for (let attempt = 0; attempt < 3 && ms >= MOST_MS; attempt++) {
          const before = process.cpuUsage();
          await readDataset(file).catch((error: Error) => expect(error.message).toContain('tasks.jsonl'));
          const { user, system } = process.cpuUsage(before);
          ms = Math.min(ms, (user + system) / 1000);
        }
        expect([name, ms < MOST_MS ? 'fast' : ms]).toEqual([name, 'fast']);
      }
    },
    120_000,
  );
});
