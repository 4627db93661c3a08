import type { ExampleChoice, ExampleSource, PromptExample } from '../core/chat.ts';
import { ConfigError } from '../core/errors.ts';
import { createRng } from '../core/random.ts';
import type { Task } from '../core/task.ts';
import type { Stage } from './stage-classifier.ts';

const SHINGLE = 3;
const SAME = 0.5;

/** Runs of three words of a text, in lower case; a shorter text is one run. */
export function shinglesOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const count = Math.max(1, words.length - SHINGLE + 1);
  return new Set(Array.from({ length: count }, (_, at) => words.slice(at, at + SHINGLE).join(' ')));
}

/** Whether at least half of the shorter text's runs of three words occur in the other. */
export function isNearDuplicate(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [less, more] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const shingle of less) if (more.has(shingle)) shared++;
  return shared / less.size >= SAME;
}

export interface StagedExample extends PromptExample {
  readonly stage: Stage;
}

export interface ExampleDraw {
  readonly choice: ExampleChoice;
  readonly pool: readonly StagedExample[];
  readonly shots: number;
  readonly seed: number;
  readonly repeat: number;
  readonly stageOf: (task: Task) => Stage;
}

/**
 * Draws the examples of each task from the pool, by the seed and the task alone. The task itself is never among them,
 * nor one with its function's name or nearly its text. Where a stage has too few, others fill up, so that every task
 * gets equally many.
 *
 * @throws ConfigError `examples-few`, also later, where too few are left for a task
 */
export function drawExamples({ choice, pool, shots, seed, repeat, stageOf }: ExampleDraw): ExampleSource {
  const rng = createRng(seed).fork('examples');
  const entries = rng
    .fork('order')
    .shuffle(pool)
    .map((example) => ({ example, texts: [shinglesOf(example.promptText), shinglesOf(example.code)] }));
  return (task) => {
    const own = shinglesOf(task.prompt.text);
    const allowed = entries.flatMap(({ example, texts }) => {
      const isNamesake = task.entryPoint !== null && example.entryPoint === task.entryPoint;
      const isTask = isNamesake || example.id === task.id || texts.some((text) => isNearDuplicate(text, own));
      return isTask ? [] : [example];
    });
    if (allowed.length < shots) {
      throw new ConfigError(
        'examples-few',
        `${allowed.length} of ${pool.length} examples are left for task "${task.id}", but ${shots} are to be shown`,
        { hint: 'Give a file with more examples (--examples), or fewer --shots.' },
      );
    }
    if (choice === 'fixed') return allowed.slice(0, shots);
    const shuffled = rng.fork(choice, task.id, repeat).shuffle(allowed);
    if (choice === 'random') return shuffled.slice(0, shots);
    const stage = stageOf(task);
    const isOther = (each: StagedExample) => Number(each.stage !== stage);
    return shuffled.toSorted((a, b) => isOther(a) - isOther(b)).slice(0, shots);
  };
}
