import type { ExampleChoice, ExampleSource, PromptExample } from '../core/chat.ts';
import { ConfigError } from '../core/errors.ts';
import { createRng, type Rng } from '../core/random.ts';
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

interface PoolEntry {
  readonly example: StagedExample;
  readonly prompt: ReadonlySet<string>;
  readonly code: ReadonlySet<string>;
}

function isTask({ example, prompt, code }: PoolEntry, task: Task, text: ReadonlySet<string>): boolean {
  return (
    example.id === task.id ||
    (task.entryPoint !== null && example.entryPoint === task.entryPoint) ||
    isNearDuplicate(prompt, text) ||
    isNearDuplicate(code, text)
  );
}

function inOrder(
  allowed: readonly PoolEntry[],
  task: Task,
  { choice, stageOf, repeat }: ExampleDraw,
  rng: Rng,
): readonly PoolEntry[] {
  if (choice === 'fixed') return allowed;
  const shuffled = rng.fork(choice, task.id, repeat).shuffle(allowed);
  if (choice === 'random') return shuffled;
  const stage = stageOf(task);
  const ofStage = ({ example }: PoolEntry) => example.stage === stage;
  return [...shuffled.filter(ofStage), ...shuffled.filter((entry) => !ofStage(entry))];
}

/**
 * Draws the examples of each task from the pool, by the seed and the task alone. The task itself is never among them,
 * nor one with its function's name or nearly its text. Where a stage has too few, others fill up, so that every task
 * gets equally many.
 *
 * @throws ConfigError `examples-few`, also later, where too few are left for a task
 */
export function drawExamples(draw: ExampleDraw): ExampleSource {
  const { pool, shots, seed } = draw;
  const rng = createRng(seed).fork('examples');
  const entries = rng
    .fork('order')
    .shuffle(pool)
    .map((example) => ({ example, prompt: shinglesOf(example.promptText), code: shinglesOf(example.code) }));
  return {
    examplesFor(task) {
      const text = shinglesOf(task.prompt.text);
      const allowed = entries.filter((entry) => !isTask(entry, task, text));
      if (allowed.length < shots) {
        throw new ConfigError(
          'examples-few',
          `${allowed.length} of ${pool.length} examples are left for task "${task.id}", but ${shots} are to be shown`,
          { hint: 'Give a file with more examples (--examples), or fewer --shots.' },
        );
      }
      const ordered = inOrder(allowed, task, draw, rng);
      return ordered.slice(0, shots).map(({ example }) => example);
    },
  };
}
