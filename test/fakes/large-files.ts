import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRng, type Rng } from '../../src/core/random.ts';

/** What is generated: every number is a count. */
export interface LargeShape {
  readonly tasks: number;
  readonly models: number;
  /** Of a task and model, dealt over the wordings. */
  readonly programs: number;
  readonly wordings: number;
  /** Distinct programs of a task and model, of which the first is right. */
  readonly distinct: number;
  readonly testReplies: number;
}

const SEED = 18;
const WORDS = ['Return', 'Compute', 'Give back', 'Work out', 'Calculate', 'Deliver'];

interface MadeTask {
  readonly id: string;
  readonly name: string;
  readonly factor: number;
  readonly offset: number;
}

const taskOf = (at: number): MadeTask => ({
  id: `made/${String(at).padStart(4, '0')}`,
  name: `scaled_${at}`,
  factor: 2 + (at % 7),
  offset: at % 11,
});

const promptOf = ({ name, factor, offset }: MadeTask, wording: number) =>
  `def ${name}(x: int) -> int:\n    """${WORDS[wording % WORDS.length]} ${factor} times x plus ${offset}."""\n`;

/** The right program for `which` 0; others go wrong on some inputs, each in a way of its own. */
function programOf(task: MadeTask, which: number, model: number): string {
  const { name, factor, offset } = task;
  const right = `${factor} * x + ${offset}`;
  const wrong = [`${right} + ${which}`, `${right} if x % ${which + 2} else x`, `${right} if x > ${which} else -x`];
  const body = which === 0 ? right : wrong[which % wrong.length];
  return `def ${name}(x):\n    model = ${model}\n    return ${body}\n`;
}

/** Right more often in some wordings and models than in others, so that there is something to tell apart. */
function chosenProgram(rng: Rng, { distinct }: LargeShape, wording: number, model: number): number {
  const isRight = rng.below(100) < 35 + 8 * ((wording + model) % 4);
  return isRight ? 0 : 1 + rng.below(distinct - 1);
}

function replyOf(task: MadeTask, rng: Rng): Record<string, unknown> {
  const tests = Array.from({ length: 4 }, (_, at) => {
    const x = rng.below(40) - 10;
    // Each fourth test is wrong, as those of a model are.
    const value = task.factor * x + task.offset + (at === 3 ? 1 : 0);
    return `assert ${task.name}(${x}) == ${value}`;
  });
  return { task_id: task.id, tests };
}

const jsonLines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Writes tasks.jsonl, samples.jsonl, tests.jsonl and variants.jsonl to `folder`; the same shape gives the same bytes. */
export function writeLargeFiles(
  folder: string,
  shape: LargeShape,
): { readonly samples: number; readonly bytes: number } {
  mkdirSync(folder, { recursive: true });
  const tasks = Array.from({ length: shape.tasks }, (_, at) => taskOf(at));
  const wordings = Array.from({ length: shape.wordings }, (_, at) => at);
  const samples = tasks.flatMap((task) =>
    Array.from({ length: shape.models }, (_, model) => {
      const rng = createRng(SEED).fork(task.id, model);
      return Array.from({ length: shape.programs }, (_, at) => {
        const wording = at % shape.wordings;
        const which = chosenProgram(rng, shape, wording, model);
        return {
          task_id: task.id,
          model: `model ${model + 1}`,
          variant: `wording ${wording}`,
          sample: Math.floor(at / shape.wordings),
          solution: programOf(task, which, model),
        };
      });
    }).flat(),
  );
  const files = {
    'tasks.jsonl': tasks.map((task) => ({
      task_id: task.id,
      prompt: promptOf(task, 0),
      entry_point: task.name,
      canonical_solution: `    return ${task.factor} * x + ${task.offset}\n`,
      test: `def check(candidate):\n    for x in range(-20, 60):\n        assert candidate(x) == ${task.factor} * x + ${task.offset}\n`,
    })),
    'samples.jsonl': samples,
    'tests.jsonl': tasks.flatMap((task) => {
      const rng = createRng(SEED).fork(task.id, 'tests');
      return Array.from({ length: shape.testReplies }, () => replyOf(task, rng));
    }),
    'variants.jsonl': tasks.flatMap((task) =>
      wordings.map((at) => ({ task_id: task.id, variant: `wording ${at}`, prompt: promptOf(task, at) })),
    ),
  };
  for (const [name, records] of Object.entries(files)) writeFileSync(join(folder, name), jsonLines(records));
  return { samples: samples.length, bytes: jsonLines(samples).length };
}
